"""Carries frozen values between the GUI's thread and the threads of store, log and devices."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

import msgspec
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from kiosk.runner.clock_watch import ClockWatch
from kiosk.runner.core import CashSlot, Core, Write, write_of
from kiosk.runner.performer import Performer, RetryClock
from kiosk.runner.threads import StoreThread
from kiosk.seat.context import Context, Step
from kiosk.seat.effects import Begun, Notice, Outcome
from kiosk.seat.events import (
    AnyEvent,
    Called,
    Clear,
    Collect,
    Double,
    HandpayConfirmed,
    LinkUp,
    LockCleared,
    MinutePassed,
    Rebet,
    Restarted,
    StoreFailed,
    TakeBack,
    Tap,
    Tick,
    Undo,
)
from kiosk.seat.state import SeatState
from kiosk.store.seat_store import SeatStore
from kiosk.ui.kit.model import (
    MOST_OUTCOMES,
    RECALL_LENGTH,
    TICKETS_LENGTH,
    Answer,
    Asked,
    Failed,
    Question,
    SeatModel,
    Tickets,
    with_outcome,
)

MAX_EVENTS = 50_000  # events that may wait for the GUI
TICK_MS = 50
REST_MS = 250  # between ticks while nothing happens: each of them wakes the processor
REST_AFTER_MS = 1_000
MINUTE_MS = 60_000
DRAIN_AT_ONCE = 500  # events applied before the screen may paint again

HANDS = Tap | TakeBack | Undo | Clear | Double | Rebet | Collect | Called | HandpayConfirmed | LockCleared
"""What a person does; whoever touches a dead seat is told why nothing happens."""

_log = logging.getLogger(__name__)


class Enabled(Protocol):
    """What the bridge does with the acceptor. Must not wait."""

    def enable(self, enabled: bool, /) -> None:
        """See :class:`kiosk.devices.ports.NoteAcceptor`."""


class Inbox(QObject):
    """A bounded queue into the GUI's thread with one signal. ``put`` may be called in any thread.

    guarantee: what was put first is taken first, and only in the GUI's thread. When taking one fails, ``on_bug`` is
    told in this thread and the next is taken: what waits is never forgotten.
    """

    _woken = Signal()

    def __init__(
        self,
        take: Callable[[Any], None],
        on_bug: Callable[[BaseException], None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._take = take
        self._on_bug = on_bug
        self._items: deque[Any] = deque()
        self._lock = threading.Lock()
        self._awake = False
        self._woken.connect(self._drain, Qt.ConnectionType.QueuedConnection)

    def put(self, item: Any) -> None:  # noqa: ANN401 - events, answers and bugs alike
        """Queue ``item``. Raises OverflowError when the GUI is hopelessly behind."""
        with self._lock:
            if len(self._items) >= MAX_EVENTS:
                raise OverflowError(f"{MAX_EVENTS} events wait for the screen")
            self._items.append(item)
        self._wake()

    def report(self, bug: BaseException) -> None:
        """Tell ``on_bug`` in the GUI's thread, before anything that waits, however much that is. Any thread may."""
        with self._lock:
            self._items.appendleft(_Bug(bug))
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            wake, self._awake = not self._awake, True
        if wake:
            self._woken.emit()

    @Slot()
    def _drain(self) -> None:
        for _ in range(DRAIN_AT_ONCE):
            with self._lock:
                if not self._items:
                    self._awake = False
                    return
                item = self._items.popleft()
            self._take_one(item)
        self._woken.emit()

    def _take_one(self, item: Any) -> None:  # noqa: ANN401 - as put
        try:
            if isinstance(item, _Bug):
                self._on_bug(item.bug)
            else:
                self._take(item)
        except Exception as bug:  # noqa: BLE001 - whatever it is, the rest must not wait for ever
            try:
                self._on_bug(bug)
            except Exception:  # noqa: BLE001 - the same
                _log.exception("a fault in the program could not be shown")


class _Bug:
    """A fault in the program, on its way to the GUI's thread."""

    def __init__(self, bug: BaseException) -> None:
        self.bug = bug


class SeatBridge(SeatModel):
    """The real seat behind the screen: steps in this thread at once, writes and sends in others.

    guarantee: ``send`` never waits for disk, log or device. After a commit has failed, when too many steps wait, or
    after any fault in the program, here or in another thread, the seat is locked and takes no money: nothing more is
    stepped until it starts again. What the disk holds then is the truth.
    """

    def __init__(
        self,
        core: Core,
        store: SeatStore,
        make_performer: Callable[[Callable[[AnyEvent], None]], Performer],
        acceptor: Callable[[], Enabled],
        now: Callable[[], str],
        now_ms: Callable[[], int],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._core = core
        self._slot = CashSlot(core, lambda accepting: acceptor().enable(accepting))
        self._now_ms = now_ms
        self._dead = False
        self._retry_clock = RetryClock()
        self._minute_ms = self._happened_ms = now_ms()
        self._clock = ClockWatch()
        self._outcomes: list[Outcome] = store.outcomes(MOST_OUTCOMES)
        self.inbox = Inbox(self._taken, self.lock_for, self)
        self._performer = make_performer(self.inbox.put)
        self._store = StoreThread(store, self._performer, now, self.inbox.put, self.inbox.report)
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)

    # --- what screens see ---------------------------------------------------------------------------------------

    @property
    def context(self) -> Context:
        return self._core.context

    @property
    def state(self) -> SeatState:
        return self._core.state

    @property
    def outcomes(self) -> list[Outcome]:
        return list(self._outcomes)

    @property
    def keeps(self) -> bool:
        return not self._dead

    def send(self, event: AnyEvent) -> None:
        if self._dead:
            if isinstance(event, HANDS):
                self.told.emit(Notice("notice.locked"))
            return
        if not isinstance(event, Tick):
            self._wake()
        try:
            self._step(event)
        except Exception as bug:  # noqa: BLE001 - whatever it is, the seat must not go on
            self.lock_for(bug)

    def lock_for(self, bug: BaseException) -> None:
        """A fault in the program: lock the seat for good, once. In the GUI's thread; others use ``inbox.report``."""
        _log.error("the seat is locked: a fault in the program", exc_info=bug)
        if not self._dead:
            self._step(StoreFailed(f"a fault in the program: {bug!r}"))

    def _step(self, event: AnyEvent) -> None:
        before = self._core.state
        if isinstance(event, StoreFailed):
            self._dead = True  # first: nothing may go on, even when the lock itself should fail
        taken = self._core.take(event)
        if not self._dead:
            self._hand_on(event, before, taken)
        if self._core.state is not before and self._core.state != before:
            self.changed.emit(self._core.state)
        for effect in taken.effects:
            if isinstance(effect, Notice):
                self.told.emit(effect)
            elif isinstance(effect, Outcome):
                self._outcomes = with_outcome(self._outcomes, effect)
                self.outcome.emit(effect)
        self._slot.follow(dead=self._dead)

    def ask_recall(self, limit: int = RECALL_LENGTH) -> None:
        self.ask_books(
            lambda store: store.recalled(limit),
            self.recalled.emit,
            lambda: self.unreadable.emit(Asked.ROUNDS),
        )

    def ask_tickets(self, limit: int = TICKETS_LENGTH) -> None:
        self.ask_books(
            lambda store: Tickets(tuple(store.tickets("in", limit)), tuple(store.tickets("out", limit))),
            self.tickets.emit,
            lambda: self.unreadable.emit(Asked.TICKETS),
        )

    def ask_books(self, question: Question, answer: Answer, failed: Failed = lambda: None) -> None:
        def unreadable() -> None:
            self.inbox.put(failed)

        def asked(store: SeatStore) -> Callable[[], None]:
            try:
                found = question(store)
            except (sqlite3.Error, msgspec.MsgspecError, UnicodeDecodeError, ValueError):
                return unreadable
            return lambda: self.inbox.put(lambda: answer(found))

        if not self._store.ask(asked, lambda tell: tell()):
            failed()

    # --- life ---------------------------------------------------------------------------------------------------

    def start(self, outbox: tuple[Begun, ...], *, later: bool = False) -> None:
        """Go on after a restart: ``outbox`` is what was not finished; ``later``: when the table has answered."""
        self.send(Restarted())
        self._store.recover(outbox, later=later)
        self._timer.start()

    def stop(self) -> None:
        """Finish what is queued and end the threads."""
        self._timer.stop()
        self._store.close()

    def _hand_on(self, event: AnyEvent, before: SeatState, taken: Step) -> None:
        write = write_of(event, before, taken)
        if write is Write.NOT and not taken.effects:
            return
        retry = self._performer.retry if isinstance(event, LinkUp) else None
        if not self._store.put(taken, write, retry):
            self._step(StoreFailed("too many steps wait for the disk"))

    def _taken(self, item: AnyEvent | Callable[[], None]) -> None:
        if callable(item):
            item()
        else:
            self.send(item)

    def _wake(self) -> None:
        """Something happens: what follows from it is not to wait for a tick at rest."""
        self._happened_ms = self._now_ms()
        if self._timer.interval() != TICK_MS:
            self._timer.setInterval(TICK_MS)

    @Slot()
    def _tick(self) -> None:
        now_ms = self._now_ms()
        self.send(Tick(now_ms))
        if self._dead:
            self._timer.stop()
            return
        if self.state.flight is None and not 0 <= now_ms - self._happened_ms < REST_AFTER_MS:
            self._timer.setInterval(REST_MS)
        if (jump := self._clock.look(now_ms, time.time())) is not None:
            self.send(jump)
        if not 0 <= now_ms - self._minute_ms < MINUTE_MS:
            self._minute_ms = now_ms
            self.send(MinutePassed())
        waiting = self.state.link and self._performer.waiting
        if self._retry_clock.due(now_ms, waiting=waiting):
            self._store.retry()


class LockedSeat(SeatModel):
    """A seat that its self-test has locked: a picture of it, with nothing behind.

    guarantee: whatever is sent, nothing is written and nothing moves: journal and log stay as they were found. What is
    stored cannot be trusted, so its books are unreadable.
    """

    def __init__(self, context: Context, state: SeatState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._state = state

    @property
    def context(self) -> Context:
        return self._context

    @property
    def state(self) -> SeatState:
        return self._state

    @property
    def outcomes(self) -> list[Outcome]:
        return []

    @property
    def keeps(self) -> bool:
        return False

    def send(self, event: AnyEvent) -> None:  # noqa: ARG002 - whatever it is
        self.told.emit(Notice("notice.locked"))
