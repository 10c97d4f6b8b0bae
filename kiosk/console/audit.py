"""The console's own settlement of a whole table, independent of the seats and quick. Exact, in cents."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, ValuesView
from operator import mul
from typing import Protocol

from kiosk.console.pays import factors, unit_of
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
        self._factors = factors(game, layout, self._unit, facts) if finite else {}

    def paid(self, stakes: Mapping[str, int], box: str) -> int:
        """What the stakes are paid, in cents."""
        amounts = stakes.values()
        if not self._is_plain(amounts) or not self._factors:
            return self._game.settle(self._layout, stakes, self._facts, box).paid
        try:
            parts: int = sum(map(mul, amounts, map(self._factors.__getitem__, stakes)))
        except KeyError:
            return self._game.settle(self._layout, stakes, self._facts, box).paid  # it names the unknown spot
        return parts // self._unit

    def _is_plain(self, amounts: ValuesView[int]) -> bool:
        """Whether no amount is too large, negative, or one that some odds do not pay in whole cents."""
        return (
            sum(amounts) <= MOST_CENTS
            and min(amounts, default=0) >= 0
            and (self._unit == 1 or math.gcd(*amounts) % self._unit == 0)
        )
