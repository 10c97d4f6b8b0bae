"""Who is logged in at the seat: log-in, time-out and log-out, each with its significant events."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QTimer, Signal

from kiosk.faults import EnvironmentFault
from kiosk.seat.events import Happened, ServiceBegan, ServiceEnded
from kiosk.seat.roles import Right, Role, StaffAct, StaffRefusal, may
from kiosk.seat.staff_acts import happened
from kiosk.store.seat_store import SeatStore
from kiosk.store.staff import Member, Refused, Session, StaffStore
from kiosk.ui.kit.clock import Clock
from kiosk.ui.kit.model import SeatModel
from kiosk.ui.service.page import Page
from kiosk.ui.service.tools import Slow

_log = logging.getLogger(__name__)

TIME_OUT_MS = 180_000
"""After so long without a touch whoever is logged in has gone."""

_TOUCHES = (QEvent.Type.MouseButtonPress, QEvent.Type.TouchBegin, QEvent.Type.KeyPress)


class StaffGate(QObject):
    """The door of service mode. `changed`: somebody has come or gone. ``on_open`` is called as the log-in opens.

    guarantee: nobody is logged in before the event of it was handed to the seat.
    """

    changed = Signal()

    def __init__(
        self,
        model: SeatModel,
        staff: StaffStore,
        slow: Slow,
        clock: Clock,
        parent: QObject | None = None,
        on_open: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(parent)
        self.opening = on_open
        self._model = model
        self._staff = staff
        self._slow = slow
        self.clock = clock
        self._session: Session | None = None
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(TIME_OUT_MS)
        self._idle.timeout.connect(self.time_out)

    @property
    def session(self) -> Session | None:
        """Who is logged in."""
        return self._session

    @property
    def named(self) -> bool:
        """Whether there are users, or ever were, so that nobody acts without a name."""
        if self._model.state.had_staff:
            return True  # also when their file is gone: then nobody gets in
        try:
            return not self._staff.first_run
        except EnvironmentFault:
            return True  # the file is damaged: nobody gets in by that

    def members(self) -> list[Member]:
        """Who may log in. Empty where the file cannot be trusted; ``damage`` says why."""
        try:
            return [member for member in self._staff.users() if member.active and not member.damaged]
        except EnvironmentFault:
            return []

    def all_members(self) -> list[Member]:
        """Everybody who has ever been a user. Empty where the file cannot be trusted."""
        try:
            return self._staff.users()
        except EnvironmentFault:
            return []

    def damage(self) -> list[str]:
        """What was changed in the file of the staff from outside."""
        return self._staff.self_test()

    def may(self, right: Right) -> bool:
        """Whether who is logged in may do that."""
        session = self._session
        if session is None or not may(Role(session.role), right):
            return False
        try:
            return self._staff.holds(session, right)  # somebody may have another role by now
        except EnvironmentFault:
            return False

    def touched(self) -> None:
        """Somebody is still here."""
        if self._session is not None:
            self._idle.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: ARG002  Qt's signature
        if event.type() in _TOUCHES:
            self.touched()
        return False

    # --- coming and going ---------------------------------------------------------------------------------------

    def log_in(
        self,
        name: str,
        pin: str,
        badge: str | None,
        answer: Callable[[Session | Refused | str], None],
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        """Try to log in; ``answer`` gets the session, the refusal, or a sentence.

        ``wanted``: whether somebody still stands there when the answer has come; else nobody is logged in.
        """
        now = self.clock.now().astimezone(UTC)

        def answered(found: Any) -> None:  # noqa: ANN401 - an answer or an exception
            if isinstance(found, Session | Refused):
                self.tell(found.acts)
            if isinstance(found, Session):
                if not wanted() or self._session is not None:
                    self.tell((self._staff.log_out(found),))
                    return
                self._enter(found)
            if wanted():
                answer(found if isinstance(found, Session | Refused) else str(found))

        self._slow(lambda: self._staff.log_in(name, pin, badge, now), answered)

    def create_first(self, name: str, pin: str, answer: Callable[[str], None]) -> None:
        """Make the first supervisor; ``answer`` gets an empty text, or why not."""

        def answered(found: Any) -> None:  # noqa: ANN401 - as above
            if isinstance(found, StaffAct):
                self.tell((found,))
                answer("")
            else:
                answer(str(found))

        self._slow(lambda: self._staff.create_first(name, pin), answered)

    def manage(self, work: Callable[[StaffStore, Session], object], answer: Callable[[str], None]) -> None:
        """Do something with the users as who is logged in; ``answer`` gets an empty text, or why not."""
        session = self._session
        if session is None:
            return
        if not self._model.keeps:
            answer("the books of this seat keep nothing now: staff cannot be changed")
            return

        def answered(found: Any) -> None:  # noqa: ANN401 - as above
            if isinstance(found, Refused):
                self.tell(found.acts)
                answer(f"{found.reason.value}: {found.wait_s} s" if found.wait_s else found.reason.value)
                return
            acts = found if isinstance(found, tuple) else (found,)
            told = tuple(act for act in acts if isinstance(act, StaffAct))
            self.tell(told)
            answer("" if told else str(found))

        self._slow(lambda: work(self._staff, session), answered)

    def log_out(self) -> None:
        """Who is logged in leaves: the seat goes on where it stood."""
        self._leave(by=self._session.name if self._session is not None else "")

    def time_out(self) -> None:
        """Nobody has touched anything for long."""
        self._leave(by="")

    def _enter(self, session: Session) -> None:
        self._model.send(ServiceBegan(session.name, session.role.value))
        self._session = session
        self._idle.start()
        if (app := QCoreApplication.instance()) is not None:
            app.installEventFilter(self)
        self.changed.emit()

    def _leave(self, by: str) -> None:
        session, self._session = self._session, None
        if session is None:
            return
        self._idle.stop()
        if (app := QCoreApplication.instance()) is not None:
            app.removeEventFilter(self)
        self.tell((self._staff.log_out(session),))
        self._model.send(ServiceEnded(by))
        self.changed.emit()

    def tell(self, acts: tuple[StaffAct, ...]) -> None:
        """Keep what happened to staff as significant events."""
        for act in acts:
            self._model.send(happened(act))


class SeatDesk:
    """The desk of a seat while somebody is logged in. Fits `Desk`."""

    def __init__(self, model: SeatModel, gate: StaffGate, clock: Clock) -> None:
        self._model = model
        self._gate = gate
        self._clock = clock

    @property
    def model(self) -> SeatModel:
        """See `Desk`."""
        return self._model

    @property
    def clock(self) -> Clock:
        """See `Desk`."""
        return self._clock

    @property
    def by(self) -> str:
        """See `Desk`."""
        return self._gate.session.name if self._gate.session is not None else ""

    def may(self, right: Right) -> bool:
        """See `Desk`."""
        return self._gate.may(right)

    def act(self, kind: str, severity: str = "info", **detail: str | int) -> None:
        """See `Desk`."""
        self._model.send(Happened(kind, severity, detail | {"by": self.by}))

    def ask(
        self,
        question: Callable[[SeatStore], Any],
        answer: Callable[[Any], None],
        owner: QObject | None = None,
    ) -> None:
        """See `Desk`."""
        alive = _Alive(owner)

        def answered(found: Any) -> None:  # noqa: ANN401 - whatever was asked for
            if not alive.is_so:
                return
            try:
                answer(found)
            except Exception:  # noqa: BLE001 - a screen that cannot show it; the seat behind it is sound
                _log.exception("a service screen could not take an answer")

        def failed() -> None:
            if alive.is_so and isinstance(owner, Page):
                owner.unreadable()

        self._model.ask_books(question, answered, failed)


class _Alive:
    """Whether a widget still lives on its C++ side."""

    def __init__(self, owner: QObject | None) -> None:
        self._owner = owner

    @property
    def is_so(self) -> bool:
        from shiboken6 import isValid

        return self._owner is None or bool(isValid(self._owner))


__all__ = ["TIME_OUT_MS", "SeatDesk", "StaffGate", "StaffRefusal"]
