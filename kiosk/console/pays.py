"""What each spot of a layout pays on each outcome, as whole numbers, worked out once by the game itself."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kiosk.games.game import Fact, Game, Layout

Whole = NDArray[np.int64] | NDArray[np.object_]


def unit_of(layout: Layout) -> int:
    """The smallest stake, in cents, that every odds of the layout pay in whole cents."""
    return math.lcm(*(odds.denominator for spot in layout.spots for odds in layout.odds(spot)))


def factors(game: Game, layout: Layout, unit: int, facts: Sequence[Fact]) -> dict[str, int]:
    """What each spot pays on these facts for ``unit`` cents, the stake included; 0 for one that loses.

    note: for games that are a :class:`kiosk.games.game.FiniteGame`: only there it stands for every other stake.
    """
    settled = game.settle(layout, dict.fromkeys(layout.spots, unit), facts)
    return {spot: result.returned + result.won for spot, result in settled.spots.items()}


class Pays:
    """A layout's pay-outs on all outcomes of a game, exact, counted in ``part``-ths of a cent."""

    def __init__(self, game: Game, layout: Layout, outcomes: Sequence[tuple[Fact, ...]], part: int) -> None:
        self._rows = {spot: row for row, spot in enumerate(layout.spots)}
        columns = [list(factors(game, layout, part, facts).values()) for facts in outcomes]
        self._table: NDArray[np.int64] = np.array(columns, dtype=np.int64).T.copy()
        self.most = int(self._table.max())
        """The most that one cent pays anywhere on the layout."""

    def of(self, stakes: Mapping[str, int], *, wide: bool) -> Whole:
        """What the stakes (cents) pay on each outcome. ``wide``: in whole numbers of any size, not of 64 bits.

        Raises KeyError for an unknown spot.
        """
        rows = [self._rows[spot] for spot in stakes]
        if wide:
            paid: Whole = np.array(list(stakes.values()), dtype=object) @ self._table[rows].astype(object)
            return paid
        return np.array(list(stakes.values()), dtype=np.int64) @ self._table[rows]
