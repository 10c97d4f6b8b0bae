"""A simulated dice tumbler that turns in its own time, with faults on request."""

from __future__ import annotations

import threading
from collections.abc import Callable

import msgspec

from kiosk.devices.ports import (
    DealingBack,
    DealingCounted,
    DealingDone,
    DealingEvent,
    DealingFault,
    DealingStarted,
    DealingStatus,
)
from kiosk.games.game import Fact

After = Callable[[int, Callable[[], None]], None]
"""Runs a job so many ms later, outside the call that asked for it."""

SILENT = "the tumbler does not answer"


class Run(msgspec.Struct, frozen=True):
    """How the next run goes: number of tumbles, what it reads, and after how many tumbles it falls silent.

    ``reads`` None: the dice as they lie. () : it recognises nothing. Anything else: it reads wrongly.
    """

    tumbles: int = 3
    reads: tuple[Fact, ...] | None = None
    silent_after: int | None = None


def timers(after_ms: int, job: Callable[[], None]) -> None:
    """`After` by the machine's clock, one thread for each job that waits."""
    timer = threading.Timer(after_ms / 1000, job)
    timer.daemon = True
    timer.start()


class SimulatedTumbler:
    """Fits `DealingDevice`. Any thread may call.

    ``lying`` are the dice as they really lie on the platform; ``roll`` throws them anew in every run.
    """

    def __init__(
        self,
        deliver: Callable[[DealingEvent], None],
        roll: Callable[[], tuple[Fact, ...]],
        after: After = timers,
        act_ms: int = 900,
    ) -> None:
        self._deliver = deliver
        self._roll = roll
        self._after = after
        self._tumble_ms = act_ms
        self._lock = threading.RLock()
        self._status = DealingStatus.READY
        self._run = 0  # the number of the run: what an earlier one has planned counts for nothing
        self._next = Run()
        self.lying: tuple[Fact, ...] = ()

    @property
    def status(self) -> DealingStatus:
        """What it does now."""
        return self._status

    def start(self) -> None:
        """See `DealingDevice`."""
        with self._lock:
            if self._status is DealingStatus.GONE:
                self._tell(DealingFault(SILENT))
            elif self._status is DealingStatus.READY:
                self._turn()

    def plan(self, run: Run) -> None:
        """The next run goes like this; those after it are sound."""
        with self._lock:
            self._next = run

    def start_by_itself(self) -> None:
        """What a hand at its own button does, or a fault: it turns and nobody asked."""
        self.start()

    def fall_silent(self) -> None:
        """It answers no more, also in the middle of a run."""
        with self._lock:
            if self._status is not DealingStatus.GONE:
                self._run += 1
                self._status = DealingStatus.GONE
                self._tell(DealingFault(SILENT))

    def come_back(self) -> None:
        """It answers again, and rests."""
        with self._lock:
            if self._status is DealingStatus.GONE:
                self._status = DealingStatus.READY
                self._tell(DealingBack())

    def _turn(self) -> None:
        self._run += 1
        self._status = DealingStatus.RUNNING
        run, self._next = self._next, Run()
        self.lying = self._roll()
        self._tell(DealingStarted())
        self._plan_step(self._run, run, 1)

    def _plan_step(self, number: int, run: Run, count: int) -> None:
        self._after(self._tumble_ms, lambda: self._step(number, run, count))

    def _step(self, number: int, run: Run, count: int) -> None:
        with self._lock:
            if number != self._run:
                return
            if run.silent_after is not None and count > run.silent_after:
                self.fall_silent()
            elif count > run.tumbles:
                self._status = DealingStatus.READY
                self._tell(DealingDone(run.tumbles, self.lying if run.reads is None else run.reads))
            else:
                self._tell(DealingCounted(count))
                self._plan_step(number, run, count + 1)

    def _tell(self, event: DealingEvent) -> None:
        self._after(0, lambda: self._deliver(event))
