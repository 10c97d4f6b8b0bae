"""A seat with real books, real staff and service mode, without threads: for tests and pictures of service screens."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from argon2 import Parameters, Type
from PySide6.QtCore import QObject

from kiosk.seat import events as e
from kiosk.seat.context import Step
from kiosk.seat.roles import Role
from kiosk.seat.settings import Settings
from kiosk.seat.step import step
from kiosk.store.seat_store import SeatStore
from kiosk.store.staff import Session, StaffStore
from kiosk.store.staff_acts import StaffActs
from kiosk.ui.kit.model import FakeModel
from kiosk.ui.service.gate import StaffGate
from kiosk.ui.service.mode import ServiceMode
from kiosk.ui.service.taking import ActsTaker
from kiosk.ui.service.tools import CertificateFacts, Facts, Slow, Software, Tools
from kits.seat.seats import NUMBERS, Play

CHEAP = Parameters(Type.ID, 19, 16, 32, 1, 8, 1)
PIN = "482915"
NAMES = {
    "Robin": Role.SUPERVISOR,
    "Kim": Role.TECHNICIAN,
    "Lee": Role.ATTENDANT,
    "Sam": Role.AUDITOR,
}


class Clock:
    """Stands until it is moved."""

    def __init__(self) -> None:
        self.at = datetime(2026, 1, 31, 21, 14, tzinfo=UTC)
        self.ms = 0

    def now(self) -> datetime:
        return self.at

    def now_ms(self) -> int:
        return self.ms


class KeptModel(FakeModel):
    """A live model whose every step is committed to a real store, as the seat's own thread does it."""

    def __init__(self, context, store: SeatStore, clock: Clock, state=None) -> None:
        super().__init__(context, state or store.load().state, live=True, store=store)
        self.kept = store
        self._clock = clock
        self.effects: list = []

    def send(self, event) -> None:
        taken: Step = step(self.context, self.state, event)
        self.kept.commit(taken, f"{self._clock.now():%Y-%m-%dT%H:%M:%SZ}")
        self.effects += taken.effects
        super().send(event)


class Machine:
    """What the tools would do to a machine, written down."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lamps: list = []
        self.adopted = 0
        self.restarts = 0
        self.calibrations: list = []
        self.reports = 0
        self.applied: tuple[float, ...] | None = None
        self.contradiction: str | None = None
        self.software = Software.WHOLE
        self.certificate: CertificateFacts | None = None

    def tools(self, staff: StaffStore, has_cabinet: bool = True) -> Tools:
        return Tools(
            staff=staff,
            slow=at_once(),
            facts=self._facts,
            why_not=lambda _settings: self.contradiction,
            effective=lambda: {
                "layout": "B",
                "language": "en",
                "chips": (100, 500, 1_000, 2_500, 10_000, 50_000),
                "ticket_limit": 300_000,
                "win_limit": 500_000,
                "credit_limit": 5_000_000,
                "note_velocity": 1_000_000,
                "ticket_days": 180,
                "volume": 50,
                "endpoints": ("10.0.0.5:2379", "10.0.0.6:2379", "10.0.0.7:2379"),
            },
            save_report=self._report,
            save_calibration=self.calibrations.append,
            calibration=self.applied,
            show_lamp=self.lamps.append,
            adopt_board=self._adopt,
            has_cabinet=has_cabinet,
            restart=self._restart,
        )

    def _facts(self) -> Facts:
        return Facts(
            "0.1.0",
            self.software,
            "3f9a" * 16,
            48_000_000_000,
            12_400_000,
            self.folder,
            "2026-01-31T08:00:00Z",
            self.certificate,
        )

    def _report(self) -> Path:
        self.reports += 1
        return self.folder / "reports" / "day-1"

    def _adopt(self) -> None:
        self.adopted += 1

    def _restart(self) -> None:
        self.restarts += 1


def at_once() -> Slow:
    """Everything in the caller's thread."""
    return Slow(lambda job: job(), lambda answer: answer())


class Booked(Play):
    """A seat whose every step is committed to a store, at a time of the clock."""

    def __init__(self, store: SeatStore, clock: "Clock", **config) -> None:
        super().__init__(**config)
        self.store, self.clock = store, clock

    def do(self, event) -> Step:
        taken = step(self.context, self.state, event)
        self.store.commit(taken, f"{self.clock.now():%Y-%m-%dT%H:%M:%SZ}")
        return super().do(event)


def play_rounds(store: SeatStore, clock: "Clock", rounds: int, layout: str) -> None:
    """So many rounds, five minutes apart, with notes in between and a ticket at the end."""
    play = Booked(store, clock, layout=layout)
    play.ready(10_000)
    dice = random.Random(7)
    for number in range(rounds):
        clock.at += timedelta(minutes=5)
        if play.state.balances.credit < 2_000:
            play.do(e.NoteIn("acceptor-1", f"later-{number}", 10_000))
        play.open()
        play.bet(**{("big", "odd", "single_4", "total_9")[number % 4]: 500})
        play.finish(*(dice.randint(1, 6) for _ in range(3)))
    if play.state.balances.credit:
        play.collect(NUMBERS[0])
        for event in (
            e.RegistryDone("pending", NUMBERS[0]),
            e.TicketPrinted(NUMBERS[0]),
            e.RegistryDone("confirm", NUMBERS[0]),
        ):
            play.do(event)


class Service:
    """Books, staff and mode of one seat. ``rounds`` were played before."""

    def __init__(
        self,
        folder: Path,
        context,
        *,
        people: bool = True,
        parent: QObject | None = None,
        state=None,
        rounds: int = 0,
    ) -> None:
        self.clock = Clock()
        self.store = SeatStore(folder / "seat.db")
        if rounds:
            play_rounds(self.store, self.clock, rounds, context.layout.name)
        self.model = KeptModel(context, self.store, self.clock, state)
        self.staff = StaffStore(folder / "staff.db", CHEAP)
        if people:
            hire(self.staff)
        self.machine = Machine(folder)
        self.tools = self.machine.tools(self.staff)
        self.acts = StaffActs(folder / "staff-acts.jsonl", self.clock.now)
        self.taker = ActsTaker(self.model, self.acts, parent)
        self.gate = StaffGate(
            self.model, self.staff, self.tools.slow, self.clock, parent, lambda: self.taker.look()
        )
        self.mode = ServiceMode(self.gate, self.tools)

    def log_in(self, name: str) -> Session:
        """Log somebody in as the screen does."""
        answers: list = []
        self.gate.log_in(name, PIN, None, answers.append)
        assert isinstance(answers[0], Session), answers
        return answers[0]

    def events(self) -> list[str]:
        """The kinds of all significant events, oldest first."""
        return [event.kind for event in self.store.events(10_000)][::-1]

    def close(self) -> None:
        """Close both files."""
        self.store.close()
        self.staff.close()


def hire(staff: StaffStore) -> None:
    """One of each role, all with the same PIN."""
    names = iter(NAMES)
    staff.create_first(next(names), PIN)
    boss = staff.log_in("Robin", PIN, None, datetime(2026, 1, 31, 8, tzinfo=UTC))
    for name in names:
        staff.add(boss, name, NAMES[name], PIN)
    staff.log_out(boss)


__all__ = ["PIN", "Callable", "Clock", "KeptModel", "Machine", "Service", "Settings", "at_once", "hire"]
