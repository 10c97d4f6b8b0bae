"""What the registered bets can cost the House, over every outcome, kept up with each slip. Exact, in cents."""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping

from kiosk.book.pays import factors, unit_of
from kiosk.book.totals import Exposure
from kiosk.games.game import FiniteGame, Game, Layout

BITS = 64  # of the place that an outcome has in a whole number, as long as what is paid there fits


_Standing = tuple[str, Mapping[str, int], int, int]
"""A slip that stands: its layout, its stakes in cents by spot, their sum, and what they pay on every outcome."""


class LiveExposure:
    """The House's result on every outcome of the game, for all slips that stand.

    What is paid on all outcomes is ONE whole number with a place for each, so that the slip of a seat goes out and
    another comes in by a subtraction and an addition. The places become wider before the stakes are too much for them.
    For a game whose outcomes cannot be counted beforehand only the stakes are known: worst and best stay 0.
    note: one thread.
    """

    def __init__(self, game: Game, layouts: Mapping[str, Layout]) -> None:
        self._game, self._layouts = game, layouts
        self._outcomes = tuple(game.outcomes()) if isinstance(game, FiniteGame) else ()
        # Pay-outs are counted in this part of a cent, so that the odds of every layout are whole numbers.
        self._part = math.lcm(*(unit_of(layout) for layout in layouts.values()))
        self._bits, self._most = BITS, 1
        self._pays: dict[str, dict[str, int]] = {}  # by layout and spot, of the layouts that had a slip
        self.clear()

    def clear(self) -> None:
        """No slip stands."""
        self._slips: dict[str, _Standing] = {}
        self._changed: dict[str, tuple[str, Mapping[str, int]]] = {}
        self._staked = self._paid = 0
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
        before = self._slips.pop(seat, None)
        if before is not None:
            self._staked -= before[2]
            self._paid -= before[3]
        if stakes:
            staked = sum(stakes.values())
            self._staked += staked
            paid = self._on_every_outcome(layout, stakes)
            self._paid += paid
            self._slips[seat] = (layout, stakes, staked, paid)

    def _on_every_outcome(self, layout: str, stakes: Mapping[str, int]) -> int:
        if not self._outcomes:
            return 0
        pays = self._pays.get(layout) or self._work_out(layout)
        if self._staked * self._most >> self._bits:
            self._widen()
            pays = self._pays[layout]
        return _paid(pays, stakes)

    def _work_out(self, layout: str) -> dict[str, int]:
        """What each spot pays, on each outcome in its place. A layout of 90 spots takes 3 ms."""
        pays: dict[str, int] = dict.fromkeys(self._layouts[layout].spots, 0)
        for n, facts in enumerate(self._outcomes):
            for spot, parts in factors(self._game, self._layouts[layout], self._part, facts).items():
                pays[spot] |= parts << n * self._bits
                self._most = max(self._most, parts)
        self._pays[layout] = pays
        return pays

    def _widen(self) -> None:
        """Make the places wide enough for all stakes on one spot, and put everything into them anew."""
        while self._staked * self._most >> self._bits:
            self._bits *= 2
        for layout in tuple(self._pays):
            self._work_out(layout)
        self._paid = 0
        for seat, (layout, stakes, staked, _) in self._slips.items():
            paid = _paid(self._pays[layout], stakes)
            self._paid += paid
            self._slips[seat] = (layout, stakes, staked, paid)

    def _worked_out(self) -> Exposure:
        if not self._outcomes or not self._staked:
            return Exposure(staked=self._staked)
        paid = self._places()
        most = max(paid)
        return Exposure(
            staked=self._staked,
            worst=self._staked - most // self._part,
            worst_facts=self._outcomes[paid.index(most)],
            best=self._staked - min(paid) // self._part,
        )

    def _places(self) -> tuple[int, ...]:
        """What is paid on each outcome."""
        count, size = len(self._outcomes), self._bits // 8
        whole = self._paid.to_bytes(count * size, "little")
        if self._bits == BITS:
            return struct.unpack(f"<{count}Q", whole)
        return tuple(int.from_bytes(whole[n : n + size], "little") for n in range(0, len(whole), size))


def _paid(pays: Mapping[str, int], stakes: Mapping[str, int]) -> int:
    paid = 0
    for spot, cents in stakes.items():
        paid += cents * pays[spot]
    return paid
