"""Carries frozen values between the GUI's thread and the threads of store, log and devices."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from kiosk.devices.ports import NoteAcceptor
from kiosk.runner.core import Core, must_commit
from kiosk.runner.performer import RETRY_EVERY_MS, Performer
from kiosk.runner.threads import StoreThread
from kiosk.seat.cash import why_no_money
from kiosk.seat.context import Context, Step
from kiosk.seat.effects import Outcome, Queued, Tell
from kiosk.seat.events import AnyEvent, LinkUp, Restarted, StoreFailed, Tick
from kiosk.seat.state import LockKind, SeatState, lock_of
from kiosk.store.seat_store import SeatStore
from kiosk.ui.shared.model import MOST_OUTCOMES, RECALL_LENGTH, SeatModel

MAX_EVENTS = 50_000  # events that may wait for the GUI
TICK_MS = 50
DRAIN_AT_ONCE = 500  # events applied before the screen may paint again


class Inbox(QObject):
    """A bounded queue into the GUI's thread with one signal. ``put`` may be called in any thread.

    guarantee: what was put first is taken first, and only in the GUI's thread.
    """

    _woken = Signal()

    def __init__(self, take: Callable[[Any], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._take = take
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
            self._take(item)
        self._woken.emit()


class SeatBridge(SeatModel):
    """The real seat behind the screen: steps in this thread at once, writes and sends in others.

    guarantee: ``send`` never waits for disk, log or device. After a commit has failed, or when too many steps wait,
    the seat is locked and nothing more is stepped but what keeps the lock on the screen.
    """

    def __init__(
        self,
        core: Core,
        store: SeatStore,
        make_performer: Callable[[Callable[[AnyEvent], None]], Performer],
        acceptor: Callable[[], NoteAcceptor],
        now: Callable[[], str],
        now_ms: Callable[[], int],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._core = core
        self._acceptor = acceptor
        self._accepting: bool | None = None
        self._now_ms = now_ms
        self._dead = False
        self._retried_ms = 0
        self._outcomes: list[Outcome] = store.outcomes(MOST_OUTCOMES)
        self.inbox = Inbox(self._taken, self)
        self._performer = make_performer(self.inbox.put)
        self._store = StoreThread(store, self._performer, now, self.inbox.put, self._bug)
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

    def send(self, event: AnyEvent) -> None:
        if self._dead and not isinstance(event, StoreFailed):
            self.told.emit(Tell("notice.locked"))
            return
        before = self._core.state
        taken = self._core.take(event)
        if isinstance(event, StoreFailed):
            self._dead = True
        else:
            self._hand_on(event, before, taken)
        self._enable()
        if self._core.state is not before and self._core.state != before:
            self.changed.emit(self._core.state)
        for effect in taken.effects:
            if isinstance(effect, Tell):
                self.told.emit(effect)
            elif isinstance(effect, Outcome):
                self._outcomes = [*self._outcomes, effect][-MOST_OUTCOMES:]
                self.outcome.emit(effect)

    def ask_recall(self, limit: int = RECALL_LENGTH) -> None:
        def answer(rounds: object) -> None:
            self.inbox.put(lambda: self.recalled.emit(rounds))

        self._store.ask(lambda store: store.recalled(limit), answer)

    # --- life ---------------------------------------------------------------------------------------------------

    def start(self, outbox: tuple[Queued, ...]) -> None:
        """Go on after a restart: ``outbox`` is what was not finished."""
        self.send(Restarted())
        self._store.recover(outbox)
        self._timer.start()

    def stop(self) -> None:
        """Finish what is queued and end the threads."""
        self._timer.stop()
        self._store.close()

    def _hand_on(self, event: AnyEvent, before: SeatState, taken: Step) -> None:
        commit = must_commit(event, before, taken)
        if not commit and not taken.effects:
            return
        retry = self._performer.retry if isinstance(event, LinkUp) else None
        if not self._store.put(taken, commit=commit, after=retry):
            self.send(StoreFailed("too many steps wait for the disk"))

    def _enable(self) -> None:
        accepting = not self._dead and why_no_money(self._core.context, self._core.state, 0) is None
        if accepting is not self._accepting:
            self._accepting = accepting
            self._acceptor().enable(accepting)

    def _taken(self, item: AnyEvent | Callable[[], None]) -> None:
        if callable(item):
            item()
        else:
            self.send(item)

    def _bug(self, bug: BaseException) -> None:
        def lock() -> None:
            if lock_of(self._core.state, LockKind.STORE) is None:
                self.send(StoreFailed(f"a fault in the program: {bug!r}"))

        self.inbox.put(lock)

    @Slot()
    def _tick(self) -> None:
        now_ms = self._now_ms()
        self.send(Tick(now_ms))
        waiting = not self._dead and self.state.link and self._performer.waiting
        due = waiting and not 0 <= now_ms - self._retried_ms < RETRY_EVERY_MS
        if due or not waiting:
            self._retried_ms = now_ms
        if due:
            self._store.retry()
