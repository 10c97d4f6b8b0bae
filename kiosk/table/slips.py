"""When a slip counts: a pure function of slip, layout and limits, computed alike by every reader."""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm
from typing import Final

from kiosk.games.game import BadFacts, Decide, Fact, Game, Layout, Window
from kiosk.money import MOST_CENTS
from kiosk.table.records import Choice, Limits, Slip
from kiosk.table.round import Table


def why_invalid(slip: Slip, layout: Layout, limits: Limits) -> str | None:
    """The first reason why ``slip`` counts for nothing, or None when it is valid."""
    if slip.layout != layout.name:
        return f"layout '{slip.layout}', this seat has '{layout.name}'"
    bounds, stakes, total = _bounds(layout, limits), slip.stakes, 0
    for spot, stake in stakes.items():
        step, least, most, needs, capped = bounds.get(spot, _NONE)
        if not least <= stake <= most or stake % step:
            return why_not(spot, stake, layout, limits)
        if needs:
            if not stakes.get(needs):
                return f"spot '{spot}' takes chips beside those on '{needs}' alone"
            if capped and stake > stakes[needs]:
                return f"spot '{spot}': {stake} cents is above the {stakes[needs]} on '{needs}'"
        total += stake
    if total > limits.seat_maximum:
        return f"total of {total} cents is above the seat's maximum of {limits.seat_maximum}"
    return None


def why_not(spot: str, stake: int, layout: Layout, limits: Limits) -> str | None:
    """The reason why ``stake`` cents may not stand on ``spot``, or None."""
    known = layout.spots.get(spot)
    if known is None:
        return f"spot '{spot}' is not on layout {layout.name}"
    if known.window != "bets":
        return f"spot '{spot}' takes chips by the decision '{known.window}' alone"
    limit = limits.spots.get(known.kind)
    if limit is None:
        return f"spot '{spot}': the round has no limits for '{known.kind}'"
    if stake % limits.unit:
        return f"spot '{spot}': {stake} cents is not a multiple of {limits.unit}"
    if not limit.minimum <= stake <= limit.maximum:
        return f"spot '{spot}': {stake} cents is outside {limit.minimum} to {limit.maximum}"
    return _why_not_settled(spot, stake, layout)


_Bounds = tuple[int, int, int, str, bool]
"""Of a spot: what its stake is a multiple of, its smallest and its largest stake, in cents; the spot that it needs, and
whether it carries no more than that."""
_NONE: Final[_Bounds] = (1, 1, 0, "", False)
_MOST_KNOWN = 16
_known: dict[int, tuple[Layout, Limits, dict[str, _Bounds]]] = {}


def _bounds(layout: Layout, limits: Limits) -> dict[str, _Bounds]:
    """Of every spot that takes chips while bets are open. Worked out once for a layout, until its limits change.

    By the identity of the layout, which is kept, so that no other can have it.
    """
    found = _known.get(id(layout))
    if found is None or (found[1] is not limits and found[1] != limits):
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        bounds = {spot: _bounds_of(spot, layout, limits) for spot in layout.spots}
        found = _known[id(layout)] = (layout, limits, bounds)
    return found[2]


def _bounds_of(spot: str, layout: Layout, limits: Limits) -> _Bounds:
    """The same as :func:`why_not` says of each stake."""
    known = layout.spots[spot]
    limit = limits.spots.get(known.kind)
    if known.window != "bets" or limit is None:
        return _NONE
    step = lcm(limits.unit, *(odds.denominator for odds in layout.odds(spot)))
    return step, limit.minimum, min(limit.maximum, MOST_CENTS), known.needs, known.capped


def window_of(
    game: Game, layout: Layout, table: Table, facts: tuple[Fact, ...], box: str, stakes: Mapping[str, int]
) -> Window | None:
    """What the box may decide in the decision that is open, or was open last; None when it is not asked.

    ``facts`` are those of the play as the box's seat knows them. Every reader asks alike.
    """
    asks = game.agenda(layout, table.entered) if table.deciding else None
    if not isinstance(asks, Decide) or box not in asks.boxes:
        return None
    try:
        game.agenda(layout, facts)
    except BadFacts:  # what nobody can have dealt is as good as unseen
        facts = table.entered
    try:
        return game.window(layout, facts, box, stakes)
    except BadFacts:  # nobody decides about cards that he does not know
        return None


def is_absence(window: Window | None, decided: int | str) -> bool:
    """Whether a box has its bets back because its seat was not there: what silence alone does not give."""
    return window is not None and window.returns and decided == window.absent != window.default


def why_unregistered(
    choice: Choice, table: Table, window: Window | None, layout: Layout, *, decided: bool
) -> str | None:
    """The first reason why a choice that stands in the log here counts for nothing, or None when it is registered.

    ``decided``: its box has a registered choice already. What a player has confirmed is final (Stud: decision S14).
    """
    here = (choice.round, choice.n) == (table.number, table.deciding) and not table.barred
    if not here or window is None or table.limits is None:
        return (
            f"choice {choice.rev} of decision {choice.n} of round {choice.round} while decision {table.deciding} of "
            f"round {table.number} is {'closed' if table.barred else 'open'}"
        )
    if decided:
        return f"choice {choice.rev} of decision {choice.n} of round {choice.round}, which its box has decided already"
    return why_no_choice(choice, window, layout, table.limits)


def why_no_choice(choice: Choice, window: Window, layout: Layout, limits: Limits) -> str | None:
    """The first reason why the choice cannot be made in this window of its box, or None when it is valid."""
    if choice.window != window.name:
        return f"decision '{choice.window}', expected '{window.name}'"
    for spot, stake in choice.stakes.items():
        if spot not in layout.spots:
            return f"spot '{spot}' is not on layout {layout.name}"
        if stake % limits.unit:
            return f"spot '{spot}': {stake} cents is not a multiple of {limits.unit}"
        if (reason := _why_not_settled(spot, stake, layout)) is not None:
            return reason
    return window.why_not(choice.choice, choice.stakes)


def _why_not_settled(spot: str, stake: int, layout: Layout) -> str | None:
    """Limits and windows come from the log: what could not be settled must not be registered."""
    if stake > MOST_CENTS:
        return f"spot '{spot}': {stake} cents is above {MOST_CENTS}, the most that can be settled"
    inexact = next((odds for odds in layout.odds(spot) if stake * odds.numerator % odds.denominator), None)
    if inexact is not None:
        return f"spot '{spot}': {stake} cents at {inexact} to 1 do not pay whole cents"
    return None


def below_minimum(stakes: Mapping[str, int], layout: Layout, limits: Limits) -> frozenset[str]:
    """The spots whose stake is still below the spot's minimum, and those that need one of them."""
    below = {
        spot
        for spot, stake in stakes.items()
        if (known := layout.spots.get(spot)) is not None
        and (limit := limits.spots.get(known.kind)) is not None
        and stake < limit.minimum
    }
    if not below:  # nearly always: then none needs one of them
        return frozenset()
    return frozenset(
        below | {spot for spot in stakes if spot in layout.spots and layout.spots[spot].needs in below}
    )
