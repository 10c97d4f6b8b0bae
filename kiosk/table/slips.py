"""When a slip counts: a pure function of slip, layout and limits, computed alike by every reader."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.games.game import Layout
from kiosk.money import MOST_CENTS
from kiosk.table.records import Limits, Slip


def why_invalid(slip: Slip, layout: Layout, limits: Limits) -> str | None:
    """The first reason why ``slip`` counts for nothing, or None when it is valid."""
    if slip.layout != layout.name:
        return f"layout '{slip.layout}', this seat has '{layout.name}'"
    for spot, stake in slip.stakes.items():
        reason = why_not(spot, stake, layout, limits)
        if reason is not None:
            return reason
    total = sum(slip.stakes.values())
    if total > limits.seat_maximum:
        return f"total of {total} cents is above the seat's maximum of {limits.seat_maximum}"
    return None


def why_not(spot: str, stake: int, layout: Layout, limits: Limits) -> str | None:
    """The reason why ``stake`` cents may not stand on ``spot``, or None."""
    known = layout.spots.get(spot)
    if known is None:
        return f"spot '{spot}' is not on layout {layout.name}"
    limit = limits.spots.get(known.kind)
    if limit is None:
        return f"spot '{spot}': the round has no limits for '{known.kind}'"
    if stake % limits.unit:
        return f"spot '{spot}': {stake} cents is not a multiple of {limits.unit}"
    if not limit.minimum <= stake <= limit.maximum:
        return f"spot '{spot}': {stake} cents is outside {limit.minimum} to {limit.maximum}"
    # The limits come from the log: a slip that could not be settled must not be registered.
    if stake > MOST_CENTS:
        return f"spot '{spot}': {stake} cents is above {MOST_CENTS}, the most that can be settled"
    inexact = next((odds for odds in layout.odds(spot) if stake * odds.numerator % odds.denominator), None)
    if inexact is not None:
        return f"spot '{spot}': {stake} cents at {inexact} to 1 do not pay whole cents"
    return None


def below_minimum(stakes: Mapping[str, int], layout: Layout, limits: Limits) -> frozenset[str]:
    """The spots whose stake is still below the spot's minimum."""
    return frozenset(
        spot
        for spot, stake in stakes.items()
        if (known := layout.spots.get(spot)) is not None and stake < limits.spots[known.kind].minimum
    )
