"""The console's own settlement of a whole table, independent of the seats and quick. Exact, in cents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
        # Without them every spot is unknown, and the game itself settles.
        self._factors = factors(game, layout, self._unit, facts) if isinstance(game, FiniteGame) else {}

    def paid(self, stakes: Mapping[str, int], box: str) -> int:
        """What the stakes are paid, in cents."""
        unit, known, staked, parts = self._unit, self._factors, 0, 0
        for spot, cents in stakes.items():
            # One that is negative, unknown, or that some odds do not pay in whole cents is named by the game.
            if cents < 0 or cents % unit or spot not in known:
                break
            staked += cents
            parts += cents * known[spot]
        else:
            if staked <= MOST_CENTS:
                return parts // unit
        return self._game.settle(self._layout, stakes, self._facts, box).paid
