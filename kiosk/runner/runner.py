"""The runner of one thread: event, step, commit, effects, one after the other. For headless seats and simulation."""

from __future__ import annotations

import sqlite3
from collections import deque
from collections.abc import Callable

from kiosk.devices.ports import NoteAcceptor
from kiosk.runner.core import CashSlot, Core, write_of
from kiosk.runner.performer import Performer, RetryClock
from kiosk.runner.writer import Writer
from kiosk.seat.context import Step
from kiosk.seat.effects import Begun, Notice, Performed
from kiosk.seat.events import AnyEvent, LinkUp, Restarted, StoreFailed, Tick
from kiosk.seat.state import SeatState
from kiosk.store.seat_store import SeatStore

MAX_QUEUE = 10_000


class Runner:
    """Applies events one at a time: at most ONE transaction each, then the effects.

    guarantee: nothing of a step leaves the seat before the step is on disk, with all before it. ``deliver`` only
    enqueues, so that a device that answers at once never acts inside a step.
    """

    def __init__(
        self,
        core: Core,
        store: SeatStore,
        performer: Performer,
        acceptor: NoteAcceptor,
        now: Callable[[], str],
        told: Callable[[Notice], None] = lambda _: None,
    ) -> None:
        self._core = core
        self._writer = Writer(store, now)
        self._performer = performer
        self._slot = CashSlot(core, acceptor.enable)
        self._told = told
        self._queue: deque[AnyEvent] = deque()
        self._running = False
        self._failed = False
        self._retry_clock = RetryClock()

    @property
    def state(self) -> SeatState:
        """The seat's state after the last event."""
        return self._core.state

    @property
    def failed(self) -> bool:
        """Whether a commit has failed: the seat is locked and takes no more events until it starts again."""
        return self._failed

    def start(self, outbox: tuple[Begun, ...], power_up: Callable[[], None], *, later: bool = False) -> None:
        """Go on after a restart: the stored state is in the core, ``outbox`` is what was not finished.

        ``later``: it is finished when the table has answered.

        ``power_up`` lets the devices tell what they remember before anything else is asked of them.
        """
        self.deliver(Restarted())
        self.pump()
        power_up()
        self.pump()
        self._performer.recover(outbox, later=later)
        self.pump()

    def deliver(self, event: AnyEvent) -> None:
        """Put ``event`` behind those that wait. Raises OverflowError when the seat is hopelessly behind."""
        if self._failed:
            return
        if len(self._queue) >= MAX_QUEUE:
            raise OverflowError(f"{MAX_QUEUE} events wait for the seat")
        self._queue.append(event)

    def handle(self, event: AnyEvent) -> None:
        """Apply ``event`` and everything that follows from it."""
        self.deliver(event)
        self.pump()

    def pump(self) -> None:
        """Apply all waiting events."""
        if self._running:
            return  # called from inside a step: the loop below takes the event in its turn
        self._running = True
        try:
            while self._queue:
                self._apply(self._queue.popleft())
        finally:
            self._running = False

    def _apply(self, event: AnyEvent) -> None:
        before = self._core.state
        taken = self._core.take(event)
        write = write_of(event, before, taken)
        if not self._written(lambda: self._writer.take(taken, write)):
            return
        self._perform(taken)
        if isinstance(event, LinkUp) or (isinstance(event, Tick) and self._retry_due(event.now_ms)):
            self._performer.retry()
        self._slot.follow()
        if isinstance(event, Tick):
            self.write_due(event.now_ms)

    def write_due(self, now_ms: int) -> None:
        """It is ``now_ms`` of a monotonic clock: write what has waited long enough for a step that must be written."""
        if self._writer.waits and not self._failed:
            self._written(lambda: self._writer.write_due(now_ms))

    def flush(self) -> None:
        """Write what waits: the disk is as the seat is then, unless it has failed."""
        if not self._failed:
            self._written(self._writer.flush)

    def _retry_due(self, now_ms: int) -> bool:
        return self._retry_clock.due(now_ms, waiting=self.state.link and self._performer.waiting)

    def _written(self, write: Callable[[], None]) -> bool:
        try:
            write()
        except sqlite3.Error as error:
            # What is in memory is ahead of the disk now: nothing more may happen until the seat starts again.
            self._failed = True
            self._queue.clear()
            self._core.take(StoreFailed(f"the journal could not be written: {error}"))
            self._slot.follow(dead=True)
            return False
        return True

    def _perform(self, taken: Step) -> None:
        for effect in taken.effects:
            if isinstance(effect, Notice):
                self._told(effect)
            elif isinstance(effect, Performed):
                self._performer.perform(effect)
