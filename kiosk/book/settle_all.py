"""The console's own settlement of a whole table, independent of the seats and quick. Exact, in cents."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import mul
from typing import Protocol

from kiosk.book.pays import factors, unit_of
from kiosk.games.game import Fact, FiniteGame, Game, Layout
from kiosk.money import MOST_CENTS


class Position(Protocol):
    """Chips on a layout: a slip, or what is registered of it."""

    @property
    def layout(self) -> str:
        """Name of the layout."""

    @property
    def stakes(self) -> Mapping[str, int]:
        """Cents by spot."""


def settle_all(
    game: Game, layouts: Mapping[str, Layout], slips: Mapping[str, Position], facts: Sequence[Fact]
) -> dict[str, int]:
    """What each seat's position is paid on these facts, stakes included, in cents.

    Each by the pay table of its own layout (rules 3.8 and 4.1). Raises what ``game.settle`` raises for a slip that
    cannot be settled, and KeyError for a layout that is not in ``layouts``.
    """
    settlers: dict[str, _Settler] = {}
    paid = {}
    for seat, slip in slips.items():
        if (settler := settlers.get(slip.layout)) is None:
            settler = settlers[slip.layout] = _Settler(game, layouts[slip.layout], facts)
        paid[seat] = settler.paid(slip.stakes, seat)
    return paid


class _Settler:
    """One layout on one outcome. Stakes that every odds pays in whole cents take the short way."""

    def __init__(self, game: Game, layout: Layout, facts: Sequence[Fact]) -> None:
        self._game, self._layout, self._facts = game, layout, facts
        self._unit = unit_of(layout)
        finite = isinstance(game, FiniteGame)
        self._factor = factors(game, layout, self._unit, facts).__getitem__ if finite else None

    def paid(self, stakes: Mapping[str, int], box: str) -> int:
        """What the stakes are paid, in cents."""
        amounts, unit = stakes.values(), self._unit
        # Whether none is too large, negative, or one that some odds do not pay in whole cents.
        whole = unit == 1 or math.gcd(*amounts) % unit == 0
        if whole and self._factor is not None and sum(amounts) <= MOST_CENTS and min(amounts, default=0) >= 0:
            try:
                parts: int = sum(map(mul, amounts, map(self._factor, stakes)))
            except KeyError:
                pass  # the game names the unknown spot
            else:
                return parts // unit
        return self._game.settle(self._layout, stakes, self._facts, box).paid
