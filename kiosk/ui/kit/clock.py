"""The time on the screen: the wall clock, and the seconds that are left for bets and for decisions."""

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
    """The time left for bets, or for a decision, counted by the screen's own clock from when it saw the announcement.

    It only informs: bets and decisions are closed by the table's record and by nothing else.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._seen_any = False
        self._announced: tuple[int, bool, int] | None = None
        self._decision: tuple[int, int, str, int] | None = None
        self._ends_ms = 0
        self._total_ms = 0

    @property
    def running(self) -> bool:
        """Whether bets or a decision are open, as far as the screen knows."""
        return self._announced is not None or self._decision is not None

    @property
    def total_ms(self) -> int:
        """The whole time for bets or decision, at least 1 ms."""
        return max(1, self._total_ms)

    @property
    def left_ms(self) -> int:
        """The time left, ms, never below 0."""
        return max(0, self._ends_ms - self._clock.now_ms()) if self.running else 0

    def watch(self, state: SeatState) -> None:
        """Take notice of a new state."""
        table = state.table
        first, self._seen_any = not self._seen_any, True
        self._watch_decision(table, first=first)
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

    def _watch_decision(self, table: Table, *, first: bool) -> None:
        """More time for the same decision is its whole time again, also where it is as long as before."""
        if not table.deciding or table.barred:
            self._decision = None
            return
        decision = (table.number, table.deciding, table.decide_from, table.decide_in_ms)
        if decision == self._decision:
            return
        self._decision = decision
        gone_ms = self._gone_since(table.decide_from) if first else 0
        self._ends_ms = self._clock.now_ms() + max(0, table.decide_in_ms - gone_ms)
        self._total_ms = table.decide_in_ms

    def _left_after_start(self, table: Table) -> int:
        """After a restart nobody has seen the round open: its time in UTC gives an estimate."""
        if table.hurried:
            return table.closes_in_ms
        return max(0, table.closes_in_ms - self._gone_since(table.opened_at))

    def _gone_since(self, at: str) -> int:
        """The milliseconds since that time in UTC, never below 0; 0 for what is no time."""
        try:
            began = datetime.fromisoformat(at)
        except ValueError:
            return 0
        if began.tzinfo is None:
            began = began.replace(tzinfo=UTC)
        return max(0, round((self._clock.now() - began).total_seconds() * 1000))
