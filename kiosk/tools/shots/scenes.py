"""The scenes of the picture book: every state of the player's screen, led there by real rounds."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from msgspec.structs import replace

from kiosk.app.machine import NOT_COMPARED
from kiosk.seat import events as ev
from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, Door, PrinterCondition
from kiosk.seat.effects import Notice
from kiosk.seat.state import LastReceipt, Lock, LockKind, SeatState, with_lock
from kiosk.table.log import RefusedBecause
from kiosk.tools.shots.samples import SampleSeat
from kiosk.ui.kit.locks import BY_KEY
from kiosk.ui.kit.model import FakeModel
from kiosk.ui.terminal.bars.chip_rack import ChipRack
from kiosk.ui.terminal.help.screen import HelpScreen, Section
from kiosk.ui.terminal.panel.side import Tab
from kiosk.ui.terminal.screens.attendant import AttendantKey
from kiosk.ui.terminal.window import TerminalWindow

STAKES = {"big": 10_000, "total-11": 2_500, "total-8": 500, "domino-35": 1_000, "single-3": 500}
PANEL_STAKES = {"three-346": 2_500, "double-single-335": 500}
WIN, LOSS, TRIPLE = (3, 5, 3), (2, 1, 1), (4, 4, 4)
BETTING_MS = 36_000
HISTORY = 100
LAYOUTS = ("A", "B", "C")


class StillClock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.ms = 0
        self._start = datetime(2026, 1, 1, 21, 14, tzinfo=UTC)

    def now_ms(self) -> int:
        """See Clock."""
        return self.ms

    def now(self) -> datetime:
        """See Clock."""
        return self._start + timedelta(milliseconds=self.ms)


@dataclass
class Studio:
    """A window with everything that a scene may move."""

    window: TerminalWindow
    model: FakeModel
    clock: StillClock
    key: AttendantKey
    seat: SampleSeat
    layout: str

    def show(self, *, left_ms: int = BETTING_MS) -> None:
        """Show the seat as it stands, with so much betting time left."""
        self.model.show(SeatState(link=True, calling=True))
        self.model.show(self.seat.state)
        for outcome in self.seat.outcomes[len(self.model.outcomes) :]:
            self.model.add_outcome(outcome)
        self.clock.ms += max(0, self.seat.state.table.closes_in_ms - left_ms)

    @property
    def stakes(self) -> dict[str, int]:
        """Chips for this layout."""
        return STAKES if self.layout == "A" else STAKES | PANEL_STAKES

    @property
    def rack(self) -> ChipRack:
        """The chip rack."""
        return self.window.parts.bottom.rack


@dataclass(frozen=True)
class Scene:
    """A name for the file, and what leads there. `main` scenes are taken in every layout, language and size.

    `form`: the layout and size of all others, in every language.
    """

    name: str
    act: Callable[[Studio], None]
    main: bool = False
    form: tuple[str, tuple[int, int]] = ("B", (1920, 1080))


def fresh_seat(layout: str) -> SampleSeat:
    """A seat with credit and a history of rounds at the table, always the same."""
    return _played_seat(layout).copy()


@lru_cache(maxsize=len(LAYOUTS))
def _played_seat(layout: str) -> SampleSeat:
    rolls = random.Random(7)  # noqa: S311  pictures, not play
    seat = SampleSeat(layout, 1285 - HISTORY)
    for _ in range(14):
        seat.note(10_000)
    bets = ("big", "small", "odd", "even", "single-4", "total-9", "domino-12")
    for number in range(HISTORY):
        stakes = {bets[rolls.randrange(len(bets))]: 500 * rolls.randint(1, 4)} if number % 3 else {}
        seat.play(stakes, [rolls.randint(1, 6) for _ in range(3)])
    return seat


# --- a round ----------------------------------------------------------------------------------------------------


def _open(studio: Studio, stakes: dict[str, int] | None = None) -> None:
    studio.seat.open(BETTING_MS)
    studio.seat.place(studio.stakes if stakes is None else stakes)


def _closed(studio: Studio, stakes: dict[str, int] | None = None) -> None:
    _open(studio, stakes)
    studio.seat.register()
    studio.seat.close()


def _resulted(studio: Studio, dice: tuple[int, int, int], stakes: dict[str, int] | None = None) -> None:
    _closed(studio, stakes)
    studio.seat.tumble()
    studio.seat.rest()
    studio.seat.result(dice)


def _betting_empty(studio: Studio) -> None:
    studio.seat.open(BETTING_MS)
    studio.seat.do(ev.Tap("big", 500))
    studio.seat.do(ev.Undo())
    studio.show(left_ms=29_400)


def _betting(studio: Studio) -> None:
    """Chips in all states: registered, sent, placed, and one spot below its minimum."""
    seat = studio.seat
    _open(studio)
    seat.register()
    seat.place({"total-15": 1_000, "four-3456": 500})
    seat.send()
    seat.place({"odd": 100, "triple-6": 300, "total-11": 500})
    studio.rack.choose(2_500)
    studio.show(left_ms=14_000)


def _betting_after_result(studio: Studio) -> None:
    _resulted(studio, WIN)
    studio.seat.end()
    studio.seat.open(BETTING_MS)
    studio.show(left_ms=33_000)


def _urgent(studio: Studio) -> None:
    _open(studio)
    studio.seat.register()
    studio.seat.hurry(5_000)
    studio.show(left_ms=3_600)


def _no_more_bets(studio: Studio) -> None:
    _closed(studio)
    studio.show()


def _no_more_bets_returned(studio: Studio) -> None:
    _open(studio)
    studio.seat.register()
    studio.seat.place({"odd": 5_000})
    studio.seat.close()
    studio.show()
    studio.model.tell(studio.seat.told[-1])


def _tumbling(studio: Studio) -> None:
    _closed(studio)
    studio.seat.tumble()
    studio.show()


def _result_win(studio: Studio) -> None:
    _resulted(studio, WIN)
    studio.show()


def _result_loss(studio: Studio) -> None:
    _resulted(studio, LOSS)
    studio.show()


def _result_triple(studio: Studio) -> None:
    _resulted(studio, TRIPLE, studio.stakes | {"triple-4": 1_000, "any-triple": 500, "single-4": 500})
    studio.show()


def _result_without_bets(studio: Studio) -> None:
    _resulted(studio, (6, 2, 5), {})
    studio.show()


def _result_corrected(studio: Studio) -> None:
    _resulted(studio, LOSS)
    studio.seat.correct(WIN)
    studio.show()


def _void(studio: Studio) -> None:
    _closed(studio)
    studio.seat.tumble()
    studio.seat.void("die not flat")
    studio.show()


def _connection_lost(studio: Studio) -> None:
    _open(studio)
    studio.seat.register()
    studio.seat.do(ev.LinkDown())
    studio.show()


def _waiting(studio: Studio) -> None:
    seat = SampleSeat(studio.layout)
    seat.note(10_000)
    studio.model.show(seat.state)


def _notice(studio: Studio) -> None:
    _open(studio)
    studio.seat.do(ev.Tap("double-4", 50_000))
    studio.show(left_ms=18_000)
    studio.window.parts.board.tapped.emit("double-4")
    studio.model.tell(studio.seat.told[-1])


def _tells(key: str, **values: str | int) -> Callable[[Studio], None]:
    def act(studio: Studio) -> None:
        _open(studio, {"big": 500})
        studio.show(left_ms=18_000)
        studio.model.tell(Notice(key, values))

    return act


def _low_credit(studio: Studio) -> None:
    seat = SampleSeat(studio.layout, 1285)
    seat.note(2_000)
    seat.open(BETTING_MS)
    seat.place({"small": 500})
    studio.seat = seat
    studio.rack.choose(500)
    studio.show(left_ms=21_000)


def _attendant_called(studio: Studio) -> None:
    _open(studio)
    studio.seat.do(ev.Called(on=True))
    studio.show(left_ms=24_000)


def _attract(studio: Studio) -> None:
    seat = SampleSeat(studio.layout, 1285)
    seat.play({}, WIN)
    studio.model.show(seat.state)
    studio.window.invite()


# --- money ------------------------------------------------------------------------------------------------------

_NUMBER = "000000000000000000"
_AT = "2026-01-01T21:14:00+00:00"


def _pay_out(studio: Studio, *events: ev.AnyEvent) -> None:
    studio.seat.do(ev.Collect())
    studio.seat.do(ev.PayoutReady(_NUMBER, _AT, _AT, studio.window.language.value))
    for event in events:
        studio.seat.do(event)
    studio.show()


def _paying_out(studio: Studio) -> None:
    _pay_out(studio, ev.RegistryDone("pending", _NUMBER))


def _lock_printer(studio: Studio) -> None:
    _pay_out(studio, ev.RegistryDone("pending", _NUMBER), ev.TicketNotPrinted(_NUMBER, "paper out"))


def _lock_acceptor(studio: Studio) -> None:
    studio.seat.do(ev.AcceptorIs("sample", AcceptorCondition.JAM, "jam in the stacker"))
    studio.show()


def _lock_ticket_unknown(studio: Studio) -> None:
    _pay_out(studio, ev.RegistryDone("pending", _NUMBER), ev.TicketUnknown(_NUMBER))


def _lock_handpay(studio: Studio) -> None:
    _resulted(studio, TRIPLE, {"triple-4": 2_000, "any-triple": 10_000})
    studio.show()


def _lock_velocity(studio: Studio) -> None:
    studio.seat.open(BETTING_MS)
    while not studio.seat.state.locks:
        studio.seat.note(10_000)
    studio.show()


def _lock_audit(studio: Studio) -> None:
    studio.seat.do(ev.AuditDone("round:1285", ("account credit is 112000, its postings sum to 111500",)))
    studio.show()


def _lock_store(studio: Studio) -> None:
    studio.seat.do(ev.StoreFailed("the disk is full"))
    studio.show()


def _lock_foreign_slip(studio: Studio) -> None:
    _open(studio)
    slip = studio.seat.send()
    if slip is not None:
        studio.seat.do(ev.SlipRefused(slip.round, slip.rev, RefusedBecause.TAKEN))
    studio.show()


def _turned(act: Callable[[Studio], None]) -> Callable[[Studio], None]:
    def with_key(studio: Studio) -> None:
        act(studio)
        studio.key.turn(on=True)

    return with_key


# --- other screens ----------------------------------------------------------------------------------------------


def _side(tab: Tab) -> Callable[[Studio], None]:
    def act(studio: Studio) -> None:
        _open(studio)
        studio.show(left_ms=22_000)
        studio.window.parts.side.show_tab(tab)

    return act


def _recall(studio: Studio) -> None:
    _resulted(studio, WIN)
    studio.seat.end()
    studio.show()
    studio.window.open_recall(studio.seat.rounds, 0)


def _help(section: Section) -> Callable[[Studio], None]:
    def act(studio: Studio) -> None:
        _open(studio)
        studio.show(left_ms=22_000)
        studio.window.open_help()
        screen = studio.window.open_screen
        if isinstance(screen, HelpScreen):
            screen.show_section(section)

    return act


def _out_of_service(studio: Studio) -> None:
    studio.show()
    studio.window.show_out_of_service("The note acceptor's door is open")


def _desk(studio: Studio) -> None:
    """After a payment by hand, while the paper is nearly out."""
    receipt = LastReceipt("hand-pay", 12, 524_050, "2026-01-31T12:00:00Z", BY_KEY, "en")
    studio.seat.state = replace(studio.seat.state, receipt=receipt, printer=PrinterCondition.PAPER_LOW)
    studio.key.turn(on=True)
    studio.show()
    studio.window.open_desk()


def _staff_recall(studio: Studio) -> None:
    studio.key.turn(on=True)
    _recall(studio)


def _notes_not_accepted(studio: Studio) -> None:
    """The cash box is full: the seat plays on."""
    studio.seat.do(ev.AcceptorIs("acceptor-1", AcceptorCondition.STACKER_FULL, "the cash box is full"))
    _open(studio)
    studio.show(left_ms=22_000)


def _lock_by(*events: ev.AnyEvent) -> Callable[[Studio], None]:
    def act(studio: Studio) -> None:
        _closed(studio)
        for event in events:
            studio.seat.do(event)
        studio.show()

    return act


_lock_door = _lock_by(ev.DoorIs(Door.MAIN, open=True, count=1), ev.DoorIs(Door.CASH_BOX, open=True, count=1))
_lock_logic_door = _lock_by(ev.OpenedWhileOff(Door.LOGIC, 1, 1))
_lock_cabinet = _lock_by(ev.CabinetIs(CabinetCondition.SILENT, "no answer within 200 ms"))
_lock_service = _lock_by(ev.ServiceBegan("Kim", "technician"))
_lock_software = _lock_by(ev.SoftwareIs("0.1.0", "", ("kiosk/money.py: its content was changed",)))


def _lock_in(studio: Studio, lock: Lock) -> None:
    """A lock that a seat finds at its start."""
    studio.seat.state = with_lock(studio.seat.state, lock)
    studio.seat.do(ev.LinkDown())
    studio.seat.do(ev.LinkUp())
    studio.show()


def _lock_settings(studio: Studio) -> None:
    detail = "ticket_limit: 300000 -> 900000"
    _lock_in(studio, Lock(LockKind.SETTINGS, detail))


def _lock_older_copy(studio: Studio) -> None:
    detail = "seat.db is an older copy: it ends at transaction 412, known here is 431 of 2026-11-28T21:14:08Z"
    _lock_in(studio, Lock(LockKind.OLDER_COPY, detail))


def _lock_checking(studio: Studio) -> None:
    _lock_in(studio, Lock(LockKind.CHECKING, NOT_COMPARED))


_LOCKS = {
    "handpay": _lock_handpay,
    "printer": _lock_printer,
    "acceptor": _lock_acceptor,
    "ticket-unknown": _lock_ticket_unknown,
    "velocity": _lock_velocity,
    "audit": _lock_audit,
    "store": _lock_store,
    "foreign-slip": _lock_foreign_slip,
    "door": _lock_door,
    "logic-door": _lock_logic_door,
    "cabinet": _lock_cabinet,
    "service": _lock_service,
    "software": _lock_software,
    "settings": _lock_settings,
    "older-copy": _lock_older_copy,
    "checking": _lock_checking,
}

SCENES: tuple[Scene, ...] = (
    Scene("attract", _attract, main=True),
    Scene("betting-empty", _betting_empty),
    Scene("betting", _betting, main=True),
    Scene("betting-after-result", _betting_after_result),
    Scene("betting-last-seconds", _urgent),
    Scene("betting-notice", _notice),
    Scene("notice-information", _tells("notice.acceptor_busy")),
    Scene("notice-success", _tells("notice.ticket_printed", cents=131_500)),
    Scene("notice-fault", _tells("notice.acceptor_shut")),
    Scene("notice-refusal", _tells("notice.ticket_rejected", reason="already-presented")),
    Scene("betting-low-credit", _low_credit),
    Scene("betting-attendant-called", _attendant_called),
    Scene("closed", _no_more_bets, main=True),
    Scene("closed-returned", _no_more_bets_returned),
    Scene("tumbling", _tumbling),
    Scene("result-win", _result_win, main=True),
    Scene("result-loss", _result_loss),
    Scene("result-triple", _result_triple),
    Scene("result-without-bets", _result_without_bets),
    Scene("result-corrected", _result_corrected),
    Scene("void", _void),
    Scene("connection-lost", _connection_lost),
    Scene("waiting", _waiting),
    Scene("paying-out", _paying_out),
    *(Scene(f"locked-{name}", act) for name, act in _LOCKS.items()),
    *(Scene(f"locked-{name}-attendant", _turned(act)) for name, act in _LOCKS.items()),
    *(Scene(f"side-{tab.value}", _side(tab)) for tab in Tab),
    Scene("side-rounds-attendant", _turned(_side(Tab.ROUNDS))),
    Scene("recall", _recall),
    Scene("recall-attendant", _staff_recall),
    Scene("notes-not-accepted", _notes_not_accepted),
    Scene("staff-rounds-and-tickets", _desk),
    *(Scene(f"help-{part.value}", _help(part), main=part is Section.BETS) for part in Section),
    Scene("out-of-service", _out_of_service),
    Scene("out-of-service-attendant", _turned(_out_of_service)),
)

SIZES = ((1280, 720), (1920, 1080), (3840, 2160), (1080, 1920))


def is_wanted(scene: Scene, layout: str, size: tuple[int, int]) -> bool:
    """Whether the book holds this scene in this layout and size."""
    return scene.main or (layout, size) == scene.form
