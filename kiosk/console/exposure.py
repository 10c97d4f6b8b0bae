"""What the registered bets can cost the House, over every outcome, kept up with each slip. Exact, in cents."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from kiosk.console.pays import factors, unit_of
from kiosk.console.view import Exposure
from kiosk.games.game import Fact, FiniteGame, Game, Layout

SAFE = 2**62  # sums below it fit 64 bits with their sign

Whole = NDArray[np.int64] | NDArray[np.object_]


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


class LiveExposure:
    """The House's result on every outcome of the game, for all slips that stand.

    For a game whose outcomes cannot be counted beforehand only the stakes are known: worst and best stay 0.
    note: one thread.
    """

    def __init__(self, game: Game, layouts: Mapping[str, Layout]) -> None:
        self._game, self._layouts = game, layouts
        self._outcomes = tuple(game.outcomes()) if isinstance(game, FiniteGame) else ()
        # Pay-outs are counted in this part of a cent, so that the odds of every layout are whole numbers.
        self._part = math.lcm(*(unit_of(layout) for layout in layouts.values()))
        # Of the layouts that had a slip: working one out takes 20 ms.
        self._pays: dict[str, Pays] = {}
        self.clear()

    def clear(self) -> None:
        """No slip stands."""
        self._paid: Whole = np.zeros(len(self._outcomes), dtype=np.int64)
        self._slips: dict[str, tuple[int, Whole]] = {}
        self._changed: dict[str, tuple[str, Mapping[str, int]]] = {}
        self._staked = 0
        self._shown = Exposure()

    def put(self, seat: str, layout: str, stakes: Mapping[str, int]) -> None:
        """The slip of the seat is this one now. It is worked out when somebody looks: a seat sends many."""
        self._changed[seat] = (layout, stakes)

    @property
    def exposure(self) -> Exposure:
        """Stakes, the worst result that the House can have with its facts, and the best.

        Raises KeyError for a layout or spot that is not there.
        """
        if self._changed:
            for seat, (layout, stakes) in self._changed.items():
                self._replace(seat, layout, stakes)
            self._changed.clear()
            self._shown = self._worked_out()
        return self._shown

    def _replace(self, seat: str, layout: str, stakes: Mapping[str, int]) -> None:
        staked_before, paid_before = self._slips.pop(seat, (0, None))
        if paid_before is not None:
            self._paid = self._paid - paid_before
        self._staked -= staked_before
        if not stakes:
            return
        staked = sum(stakes.values())
        self._staked += staked
        self._slips[seat] = (staked, self._on_each_outcome(layout, stakes))
        self._paid = self._paid + self._slips[seat][1]

    def _on_each_outcome(self, layout: str, stakes: Mapping[str, int]) -> Whole:
        if not self._outcomes:
            return self._paid
        if layout not in self._pays:
            self._pays[layout] = Pays(self._game, self._layouts[layout], self._outcomes, self._part)
        most = max(pays.most for pays in self._pays.values())
        return self._pays[layout].of(stakes, wide=self._staked * most >= SAFE)

    def _worked_out(self) -> Exposure:
        if not self._outcomes or not self._staked:
            return Exposure(staked=self._staked)
        worst = int(np.argmax(self._paid))
        return Exposure(
            staked=self._staked,
            worst=self._staked - int(self._paid[worst]) // self._part,
            worst_facts=self._outcomes[worst],
            best=self._staked - int(np.min(self._paid)) // self._part,
        )
