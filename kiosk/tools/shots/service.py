"""The picture book of service mode: every page, for a seat with real books and staff, painted without a display."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

from argon2 import Parameters, Type
from PySide6.QtCore import QSize

from kiosk.seat import effects as fx
from kiosk.seat import events as ev
from kiosk.seat.conditions import AcceptorCondition, Door, PrinterCondition
from kiosk.seat.roles import Role
from kiosk.seat.step import step
from kiosk.store.seat_store import SeatStore
from kiosk.store.staff import Session, StaffStore
from kiosk.tools.shots.painting import Folder, Size, forms, painting, take_down
from kiosk.tools.shots.samples import SampleSeat
from kiosk.tools.shots.studio import every_game
from kiosk.ui.kit.model import FakeModel
from kiosk.ui.kit.texts import Language
from kiosk.ui.service.gate import StaffGate
from kiosk.ui.service.mode import ServiceMode
from kiosk.ui.service.screen import ENTRIES
from kiosk.ui.service.tools import CertificateFacts, Facts, Slow, Software, Tools
from kiosk.ui.terminal.window import TerminalWindow

SIZES = ((1280, 720), (1920, 1080), (1080, 1920))
ROUNDS = 260
BEGINS = datetime(2025, 12, 31, 8, tzinfo=UTC)
_QUICK = Parameters(Type.ID, 19, 16, 32, 1, 8, 1)  # pictures need no safe hashes
_PIN = "482915"
_STAFF = {"Robin": Role.SUPERVISOR, "Kim": Role.TECHNICIAN, "Lee": Role.ATTENDANT, "Sam": Role.AUDITOR}


class BookedSeat(SampleSeat):
    """A sample seat whose every step is committed, some minutes after the one before."""

    def __init__(self, store: SeatStore) -> None:
        self._store = store
        self.at = BEGINS
        shots = every_game()[0]
        super().__init__(shots.game, shots.layout, 1_000)
        self.rounds_to_play = shots.booked()

    @property
    def called_at(self) -> str:
        return f"{self.at:%Y-%m-%dT%H:%M:%SZ}"

    def do(self, event: ev.AnyEvent) -> list[fx.AnyEffect]:
        self._store.commit(step(self.context, self.state, event), f"{self.at:%Y-%m-%dT%H:%M:%SZ}")
        return super().do(event)


class _Clock:
    def __init__(self, at: datetime) -> None:
        self._at = at

    def now_ms(self) -> int:
        return 0

    def now(self) -> datetime:
        return self._at


class _Model(FakeModel):
    """A live model that keeps what it does, as a seat's own thread would."""

    def __init__(self, seat: BookedSeat, store: SeatStore) -> None:
        super().__init__(seat.context, seat.state, live=True, outcomes=seat.outcomes, store=store)
        self._kept = store
        self._at = f"{seat.at:%Y-%m-%dT%H:%M:%SZ}"

    def send(self, event: ev.AnyEvent) -> None:
        self._kept.commit(step(self.context, self.state, event), self._at)
        super().send(event)


def paint_service_book(folder: Folder) -> None:
    """Write every wanted picture into the folder. Raises OSError when one cannot be written."""
    books = (("", ("first-run",)), ("Robin", ("login", *_pages("Robin"))), ("Kim", ("devices",)))
    chosen = [
        (who, pages, stem, language, size)
        for stem, language, size in forms("service", SIZES)
        for who, every in books
        if (pages := [page for page in every if folder.wanted(f"{stem}-{page}")])
    ]
    if not chosen:
        return
    with painting():
        for who, pages, stem, language, size in chosen:
            with tempfile.TemporaryDirectory() as place:
                made = _Made(Path(place), language, size, people=bool(who))
                try:
                    for page in pages:
                        made.show(page, who)
                        folder.save(made.window, f"{stem}-{page}")
                finally:
                    made.close()


def _pages(name: str) -> tuple[str, ...]:
    from kiosk.seat.roles import may

    return tuple(entry.name for entry in ENTRIES if may(_STAFF[name], entry.right))


class _Made:
    def __init__(self, place: Path, language: Language, size: Size, *, people: bool) -> None:
        self._store = SeatStore(place / "seat.db")
        self._staff = StaffStore(place / "staff", _QUICK)
        seat = BookedSeat(self._store)
        _play(seat)
        clock = _Clock(seat.at)
        if people:
            _hire(self._staff, seat.at)
        self.model = _Model(seat, self._store)
        slow = Slow(lambda job: job(), lambda answer: answer())
        tools = _tools(self._staff, slow, seat)
        self.gate = StaffGate(self.model, self._staff, slow, clock)
        mode = ServiceMode(self.gate, tools)
        self.window = TerminalWindow(
            self.model, seat.layout, language, QSize(*size), clock=clock, animations=False, service=mode
        )
        self.window.show()

    def show(self, page: str, who: str) -> None:
        """Bring a page of service mode to the screen."""
        if page in ("login", "first-run"):
            self.window.turn_service_key(True)  # the first one is made with a key turned alone
        else:
            answers: list[object] = []
            if self.gate.session is None:
                self.gate.log_in(who, _PIN, None, answers.append)
                assert isinstance(answers[0], Session), answers  # noqa: S101 - the PIN is ours
            self.window.open_service()
            self.window.open_screen.open(page)  # type: ignore[union-attr]  # it is the service screen

    def close(self) -> None:
        """Take all of it down."""
        self.gate.log_out()
        take_down(self.window)
        self._store.close()
        self._staff.close()


def _play(seat: BookedSeat) -> None:
    box = 0  # what its notes are worth, cents
    seat.do(ev.DoorIs(Door.MAIN, open=False, count=3))
    for number in range(ROUNDS):
        seat.at += timedelta(minutes=11)
        if seat.state.balances.credit < 5_000:
            note = (2_000, 5_000, 10_000)[number % 3]
            seat.note(note)
            box += note
        seat.play(*next(seat.rounds_to_play))
        for _ in range(11):
            seat.do(ev.MinutePassed())
        if number == ROUNDS // 2:
            seat.do(ev.PeriodEnded("day", "Robin"))
            seat.do(
                ev.PeriodEnded("drop", "Robin", {"counted": box - 500, "expected": box, "variance": -500})
            )
    seat.do(ev.PrinterIs(PrinterCondition.PAPER_LOW, "paper near its end"))
    seat.do(ev.AcceptorIs("sample", AcceptorCondition.STACKER_FULL, "stacker full"))
    seat.do(ev.OpenedWhileOff(Door.LOGIC, 1, 1))
    seat.do(ev.DoorIs(Door.MAIN, open=True, count=4))


def _hire(staff: StaffStore, now: datetime) -> None:
    staff.create_first("Robin", _PIN)
    boss = staff.log_in("Robin", _PIN, None, now)
    assert isinstance(boss, Session)  # noqa: S101 - the PIN is ours
    for name, role in _STAFF.items():
        if name != "Robin":
            staff.add(boss, name, role, _PIN)
    staff.log_out(boss)


def _tools(staff: StaffStore, slow: Slow, seat: BookedSeat) -> Tools:
    state = Path("/var/lib/etg-kiosk/seat")
    config = seat.context.config
    started = f"{BEGINS:%Y-%m-%dT%H:%M:%SZ}"
    ends = CertificateFacts("client.crt", f"{seat.at + timedelta(days=21):%Y-%m-%dT%H:%M:%SZ}", 21)
    facts = Facts(
        "0.1.0", Software.WHOLE, "3f9a52c07b81d64e" * 4, 48_000_000_000, 12_400_000, state, started, ends
    )
    effective: dict[str, object] = {
        "layout": seat.layout.name,
        "language": "en",
        "chips": config.chips,
        "ticket_limit": config.ticket_limit,
        "win_limit": config.win_limit,
        "credit_limit": config.credit_limit,
        "note_velocity": config.note_velocity,
        "ticket_days": config.ticket_days,
        "volume": 50,
        "endpoints": ("10.0.0.5:2500", "10.0.0.6:2500", "10.0.0.7:2500"),
    }
    return Tools(
        staff=staff,
        slow=slow,
        facts=lambda: facts,
        why_not=lambda _settings: None,
        effective=lambda: effective,
        save_report=lambda: state / "reports" / "day",
        save_calibration=lambda _found: None,
        calibration=None,
        show_lamp=lambda _lamp: None,
        adopt_board=lambda: None,
        has_cabinet=True,
        restart=lambda: None,
    )
