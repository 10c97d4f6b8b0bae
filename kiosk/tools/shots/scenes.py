"""The scenes of the picture book that every game has: the player's screen, led there by real rounds."""

from collections.abc import Callable

from msgspec.structs import replace

from kiosk.app.machine import NOT_COMPARED
from kiosk.seat import events as ev
from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, Door, PrinterCondition
from kiosk.seat.effects import Notice
from kiosk.seat.state import LastReceipt, Lock, LockKind, with_lock
from kiosk.table.log import RefusedBecause
from kiosk.tools.shots.samples import SampleSeat
from kiosk.tools.shots.studio import BETTING_MS, ROUND, Facts, Scene, Stakes, Studio, fresh_seat
from kiosk.ui.kit.locks import BY_KEY
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.help.screen import HelpScreen, Section
from kiosk.ui.terminal.panel.side import ROUNDS

# --- a round ----------------------------------------------------------------------------------------------------


def open_bets(studio: Studio, stakes: Stakes | None = None) -> None:
    """The round opens, and these chips land, or the game's sample."""
    studio.seat.open(BETTING_MS)
    studio.seat.place(studio.stakes if stakes is None else stakes)


def close_bets(studio: Studio, stakes: Stakes | None = None) -> None:
    """They are registered, and no more bets are taken."""
    open_bets(studio, stakes)
    studio.seat.register()
    studio.seat.close()


def show_result(studio: Studio, facts: Facts, stakes: Stakes | None = None) -> None:
    """The round is played to this result."""
    close_bets(studio, stakes)
    studio.seat.begin_act(facts)
    studio.seat.end_act()
    studio.seat.result(facts)


def _in_order(studio: Studio, facts: Facts) -> Facts:
    """The facts of a sample round in the order in which the game asks for them, as a correction states them."""
    seat = fresh_seat(studio.shots, studio.layout)
    seat.play(studio.stakes, facts)
    return seat.state.last.facts if seat.state.last is not None else ()


def _betting_after_result(studio: Studio) -> None:
    show_result(studio, studio.shots.win)
    studio.seat.end()
    studio.seat.open(BETTING_MS)
    studio.show(left_ms=33_000)


def _urgent(studio: Studio) -> None:
    open_bets(studio)
    studio.seat.register()
    studio.seat.hurry(5_000)
    studio.show(left_ms=3_600)


def _no_more_bets(studio: Studio) -> None:
    close_bets(studio)
    studio.show()


def _no_more_bets_returned(studio: Studio) -> None:
    open_bets(studio)
    studio.seat.register()
    studio.seat.place(studio.shots.one_bet)
    studio.seat.close()
    studio.show()
    studio.model.tell(studio.seat.told[-1])


def show_play(studio: Studio) -> None:
    """The game is played."""
    close_bets(studio)
    studio.seat.begin_act()
    studio.show()


def _result_win(studio: Studio) -> None:
    show_result(studio, studio.shots.win)
    studio.show()


def _result_loss(studio: Studio) -> None:
    show_result(studio, studio.shots.loss)
    studio.show()


def _result_corrected(studio: Studio) -> None:
    show_result(studio, studio.shots.loss)
    studio.seat.correct(_in_order(studio, studio.shots.win))
    studio.show()


def _void(studio: Studio) -> None:
    close_bets(studio)
    studio.seat.begin_act()
    studio.seat.void(studio.shots.void_reason)
    studio.show()


def _connection_lost(studio: Studio) -> None:
    open_bets(studio)
    studio.seat.register()
    studio.seat.do(ev.LinkDown())
    studio.show()


def _waiting(studio: Studio) -> None:
    seat = SampleSeat(studio.shots.game, studio.layout)
    seat.note(10_000)
    studio.model.show(seat.state)


def _tells(key: str, **values: str | int) -> Callable[[Studio], None]:
    def act(studio: Studio) -> None:
        open_bets(studio, studio.shots.one_bet)
        studio.show(left_ms=18_000)
        studio.model.tell(Notice(key, values))

    return act


def _attendant_called(studio: Studio) -> None:
    open_bets(studio)
    studio.seat.do(ev.Called(on=True))
    studio.show(left_ms=24_000)


def _attract(studio: Studio) -> None:
    seat = SampleSeat(studio.shots.game, studio.layout, ROUND)
    seat.play({}, studio.shots.win)
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
    """A win that is too large for the seat; where the limits allow none, a credit that is."""
    stakes, facts = studio.shots.large
    show_result(studio, facts, stakes)
    if not studio.seat.state.locks:
        while studio.seat.state.credit_shown <= studio.seat.context.config.ticket_limit:
            studio.seat.note(10_000)
        _pay_out(studio)
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
    open_bets(studio)
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


def show_side(tab: str) -> Callable[[Studio], None]:
    """Bets are open, and that tab of the side panel too."""

    def act(studio: Studio) -> None:
        open_bets(studio)
        studio.show(left_ms=22_000)
        studio.window.parts.side.show_tab(tab)

    return act


def _recall(studio: Studio) -> None:
    show_result(studio, studio.shots.win)
    studio.seat.end()
    studio.show()
    studio.window.open_recall(studio.seat.rounds, 0)


def _help(section: Section) -> Callable[[Studio], None]:
    def act(studio: Studio) -> None:
        open_bets(studio)
        studio.show(left_ms=22_000)
        studio.window.open_help()
        screen = studio.window.open_screen
        if isinstance(screen, HelpScreen):
            screen.show_section(section)

    return act


def _out_of_service(studio: Studio) -> None:
    studio.show()
    studio.window.show_out_of_service(Texts(studio.window.language).get("lock.door"))


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
    open_bets(studio)
    studio.show(left_ms=22_000)


def _lock_by(*events: ev.AnyEvent) -> Callable[[Studio], None]:
    def act(studio: Studio) -> None:
        close_bets(studio)
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
    Scene("betting-after-result", _betting_after_result),
    Scene("betting-last-seconds", _urgent),
    Scene("notice-information", _tells("notice.acceptor_busy")),
    Scene("notice-success", _tells("notice.ticket_printed", cents=131_500)),
    Scene("notice-fault", _tells("notice.acceptor_shut")),
    Scene("notice-refusal", _tells("notice.ticket_rejected", reason="already-presented")),
    Scene("betting-attendant-called", _attendant_called),
    Scene("closed", _no_more_bets, main=True),
    Scene("closed-returned", _no_more_bets_returned),
    Scene("result-win", _result_win, main=True),
    Scene("result-loss", _result_loss),
    Scene("result-corrected", _result_corrected),
    Scene("void", _void),
    Scene("connection-lost", _connection_lost),
    Scene("waiting", _waiting),
    Scene("paying-out", _paying_out),
    *(Scene(f"locked-{name}", act) for name, act in _LOCKS.items()),
    *(Scene(f"locked-{name}-attendant", _turned(act)) for name, act in _LOCKS.items()),
    Scene("side-rounds", show_side(ROUNDS)),
    Scene("side-rounds-attendant", _turned(show_side(ROUNDS))),
    Scene("recall", _recall),
    Scene("recall-attendant", _staff_recall),
    Scene("notes-not-accepted", _notes_not_accepted),
    Scene("staff-rounds-and-tickets", _desk),
    *(Scene(f"help-{part.value}", _help(part), main=part is Section.BETS) for part in Section),
    Scene("out-of-service", _out_of_service),
    Scene("out-of-service-attendant", _turned(_out_of_service)),
)
