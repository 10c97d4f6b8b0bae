"""The time on the screen: the wall clock, and the seconds that are left for bets."""

import time
from datetime import UTC, datetime
from typing import Protocol

from kiosk import local_time
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase, Table


class Clock(Protocol):
    """Where a screen takes its time from."""

    def now_ms(self) -> int:
        """Milliseconds of a clock that never jumps."""

    def now(self) -> datetime:
        """The wall clock, with its zone."""


class SystemClock:
    """The clock of this machine."""

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def now(self) -> datetime:
        return local_time.now()


class Countdown:
    """The betting time left, counted by the screen's own clock from the moment it saw the announcement.

    It only informs: bets are closed by the table's record and by nothing else.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seen_any = False
        self._announced: tuple[int, bool, int] | None = None
        self._ends_ms = 0
        self._total_ms = 0

    @property
    def running(self) -> bool:
        """Whether bets are open, as far as the screen knows."""
        return self._announced is not None

    @property
    def total_ms(self) -> int:
        """The whole betting time of the round, at least 1 ms."""
        return max(1, self._total_ms)

    @property
    def left_ms(self) -> int:
        """The betting time left, ms, never below 0."""
        return max(0, self._ends_ms - self._clock.now_ms()) if self.running else 0

    def watch(self, state: SeatState) -> None:
        """Take notice of a new state."""
        table = state.table
        first, self._seen_any = not self._seen_any, True
        if table.phase is not Phase.BETTING:
            self._announced = None
            return
        announced = (table.number, table.hurried, table.closes_in_ms)
        if announced == self._announced:
            return
        before, self._announced = self._announced, announced
        left = self._left_after_start(table) if first else table.closes_in_ms
        self._ends_ms = self._clock.now_ms() + left
        same_round = before is not None and before[0] == table.number
        # A hurry keeps the round's whole time, so that the bar goes on from where it stands.
        self._total_ms = max(self._total_ms, left) if same_round else table.closes_in_ms

    def _left_after_start(self, table: Table) -> int:
        """After a restart nobody has seen the round open: its time in UTC gives an estimate."""
        if table.hurried:
            return table.closes_in_ms
        try:
            opened = datetime.fromisoformat(table.opened_at)
        except ValueError:
            return table.closes_in_ms
        if opened.tzinfo is None:
            opened = opened.replace(tzinfo=UTC)
        gone_ms = round((self._clock.now() - opened).total_seconds() * 1000)
        return min(table.closes_in_ms, max(0, table.closes_in_ms - gone_ms))
