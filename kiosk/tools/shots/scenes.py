"""The scenes of the picture book that every game has: the player's screen, led there by real rounds."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from kiosk.app.machine import NOT_COMPARED
from kiosk.games.game import Ask
from kiosk.seat import events as ev
from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, Door, PrinterCondition
from kiosk.seat.effects import Notice
from kiosk.seat.state import LastReceipt, Lock, LockKind, with_lock
from kiosk.table.log import RefusedBecause
from kiosk.tools.shots.samples import SampleSeat
from kiosk.tools.shots.studio import BETTING_MS, ROUND, Facts, Scene, Stakes, Studio, fresh_seat
from kiosk.ui.kit.locks import BY_KEY
from kiosk.ui.kit.model import RECALL_LENGTH
from kiosk.ui.terminal.help.screen import HelpScreen, Section
from kiosk.ui.terminal.panel.side import ROUNDS

Act = Callable[[Studio], None]


def at(*acts: Act, left_ms: int = BETTING_MS) -> Act:
    """What is done at the table, one after the other, and shown, with so much betting time left."""

    def act(studio: Studio) -> None:
        for one in acts:
            one(studio)
        studio.show(left_ms=left_ms)

    return act


def does(*events: ev.AnyEvent) -> Act:
    """These events reach the seat."""

    def act(studio: Studio) -> None:
        for event in events:
            studio.seat.do(event)

    return act


# --- a round ----------------------------------------------------------------------------------------------------


def open_round(studio: Studio) -> None:
    """The round opens."""
    studio.seat.open(BETTING_MS)


def register(studio: Studio) -> None:
    """The chips are registered."""
    studio.seat.register()


def open_bets(studio: Studio, stakes: Stakes | None = None) -> None:
    """The round opens, and these chips land, or the game's sample."""
    open_round(studio)
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


def result(facts: Facts, stakes: Stakes | None = None) -> Act:
    """The result of a round with these stakes, or the game's sample."""
    return at(lambda studio: show_result(studio, facts, stakes))


def betting_empty(spot: str, cents: int) -> Act:
    """Bets are open, and a chip that was placed there is taken back."""
    return at(open_round, does(ev.Tap(spot, cents), ev.Undo()), left_ms=29_400)


def betting(first: Stakes, then: Stakes) -> Act:
    """These bets are registered, and those only placed."""
    return at(
        lambda studio: open_bets(studio, first),
        register,
        lambda studio: studio.seat.place(then),
        left_ms=18_000,
    )


def played_to(facts: Facts, stakes: Stakes, until: Callable[[Ask], bool]) -> Act:
    """Bets are closed, and the round is dealt to where the game asks for that."""

    def act(studio: Studio) -> None:
        close_bets(studio, stakes)
        studio.seat.go_on(facts, until)

    return act


def decision(dealt: Act, lasts_ms: int, left_ms: int) -> Act:
    """The decision at that moment is open, with so much of its time left."""

    def act(studio: Studio) -> None:
        at(dealt, lambda _: studio.seat.open_decisions(lasts_ms))(studio)
        studio.clock.ms += lasts_ms - left_ms

    return act


def after(moment: Act, *acts: Act) -> Act:
    """What is done then, while the clock stands."""

    def act(studio: Studio) -> None:
        for one in (moment, *acts):
            one(studio)
        studio.model.show(studio.seat.state)

    return act


def link_down(moment: Act) -> Act:
    """The line is cut then."""
    return after(moment, does(ev.LinkDown()))


def chooses(moment: Act, choice: str) -> Act:
    """This seat chooses that then."""
    return after(moment, lambda studio: studio.seat.choose(choice))


def with_credit(moment: Act, cents: int) -> Act:
    """Then only so much credit is left."""

    def act(studio: Studio) -> None:
        moment(studio)
        state = studio.seat.state
        studio.model.show(replace(state, balances=replace(state.balances, credit=cents)))

    return act


def _won(studio: Studio) -> None:
    show_result(studio, studio.shots.win)


def _lost(studio: Studio) -> None:
    show_result(studio, studio.shots.loss)


def _next_round(studio: Studio) -> None:
    studio.seat.end()
    open_round(studio)


def _no_more_bets_returned(studio: Studio) -> None:
    at(open_bets, register, lambda _: studio.seat.place(studio.shots.one_bet), lambda _: studio.seat.close())(
        studio
    )
    studio.model.tell(studio.seat.told[-1])


def _corrected(studio: Studio) -> None:
    """A correction states the facts in the order in which the game asks for them."""
    _lost(studio)
    seat = fresh_seat(studio.shots, studio.layout)
    seat.play(studio.stakes, studio.shots.win)
    studio.seat.correct(seat.state.last.facts if seat.state.last is not None else ())


def _play(studio: Studio) -> None:
    close_bets(studio)
    studio.seat.begin_act()


show_play = at(_play)
"""The game is played."""


def _waiting(studio: Studio) -> None:
    seat = SampleSeat(studio.shots.game, studio.layout)
    seat.note(10_000)
    studio.model.show(seat.state)


def _tells(key: str, **values: str | int) -> Act:
    def act(studio: Studio) -> None:
        open_bets(studio, studio.shots.one_bet)
        studio.show(left_ms=18_000)
        studio.model.tell(Notice(key, values))

    return act


def _attract(studio: Studio) -> None:
    seat = SampleSeat(studio.shots.game, studio.layout, ROUND)
    seat.play({}, studio.shots.win)
    studio.model.show(seat.state)
    studio.window.invite()


# --- money ------------------------------------------------------------------------------------------------------

_NUMBER = "000000000000000000"
_AT = "2026-01-01T21:14:00+00:00"


def _pay_out(*events: ev.AnyEvent) -> Act:
    def act(studio: Studio) -> None:
        ready = ev.PayoutReady(_NUMBER, _AT, _AT, studio.window.language.value)
        at(does(ev.Collect(), ready, *events))(studio)

    return act


_PENDING = ev.RegistryDone("pending", _NUMBER)
_paying_out = _pay_out(_PENDING)
_lock_ticket_unknown = _pay_out(_PENDING, ev.TicketUnknown(_NUMBER))


def _lock_handpay(studio: Studio) -> None:
    """A win that is too large for the seat; where the limits allow none, a credit that is."""
    stakes, facts = studio.shots.large
    result(facts, stakes)(studio)
    if not studio.seat.state.locks:
        while studio.seat.state.credit_shown <= studio.seat.context.config.ticket_limit:
            studio.seat.note(10_000)
        _pay_out()(studio)


def _fill(studio: Studio) -> None:
    while not studio.seat.state.locks:
        studio.seat.note(10_000)


def _foreign_slip(studio: Studio) -> None:
    open_bets(studio)
    slip = studio.seat.send()
    if slip is not None:
        studio.seat.do(ev.SlipRefused(slip.round, slip.rev, RefusedBecause.TAKEN))


def _turned(act: Act) -> Act:
    def with_key(studio: Studio) -> None:
        act(studio)
        studio.key.turn(on=True)

    return with_key


# --- other screens ----------------------------------------------------------------------------------------------


def show_side(tab: str) -> Act:
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
    studio.window.open_recall(studio.seat.rounds[:RECALL_LENGTH], 0)


def _help(section: Section) -> Act:
    def act(studio: Studio) -> None:
        open_bets(studio)
        studio.show(left_ms=22_000)
        studio.window.open_help()
        screen = studio.window.open_screen
        if isinstance(screen, HelpScreen):
            screen.show_section(section)

    return act


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


def _lock_by(*events: ev.AnyEvent) -> Act:
    return at(close_bets, does(*events))


def _lock_in(kind: LockKind, detail: str) -> Act:
    """A lock that a seat finds at its start."""

    def lock(studio: Studio) -> None:
        studio.seat.state = with_lock(studio.seat.state, Lock(kind, detail))

    return at(lock, does(ev.LinkDown(), ev.LinkUp()))


_LOCKS: Mapping[str, Act] = {
    "handpay": _lock_handpay,
    "printer": _pay_out(_PENDING, ev.TicketNotPrinted(_NUMBER, "paper out")),
    "acceptor": at(does(ev.AcceptorIs("sample", AcceptorCondition.JAM, "jam in the stacker"))),
    "ticket-unknown": _lock_ticket_unknown,
    "velocity": at(open_round, _fill),
    "audit": at(does(ev.AuditDone("round:1285", ("account credit is 112000, its postings sum to 111500",)))),
    "store": at(does(ev.StoreFailed("the disk is full"))),
    "foreign-slip": at(_foreign_slip),
    "door": _lock_by(ev.DoorIs(Door.MAIN, open=True, count=1), ev.DoorIs(Door.CASH_BOX, open=True, count=1)),
    "logic-door": _lock_by(ev.OpenedWhileOff(Door.LOGIC, 1, 1)),
    "cabinet": _lock_by(ev.CabinetIs(CabinetCondition.SILENT, "no answer within 200 ms")),
    "service": _lock_by(ev.ServiceBegan("Kim", "technician")),
    "software": _lock_by(ev.SoftwareIs("0.1.0", "", ("kiosk/money.py: its content was changed",))),
    "settings": _lock_in(LockKind.SETTINGS, "ticket_limit: 300000 -> 900000"),
    "older-copy": _lock_in(
        LockKind.OLDER_COPY,
        "seat.db is an older copy: it ends at transaction 412, known here is 431 of 2026-11-28T21:14:08Z",
    ),
    "checking": _lock_in(LockKind.CHECKING, NOT_COMPARED),
}
_BOX_FULL = ev.AcceptorIs("acceptor-1", AcceptorCondition.STACKER_FULL, "the cash box is full")

SCENES: tuple[Scene, ...] = (
    Scene("attract", _attract, main=True),
    Scene("betting-after-result", at(_won, _next_round, left_ms=33_000)),
    Scene(
        "betting-last-seconds",
        at(open_bets, register, lambda studio: studio.seat.hurry(5_000), left_ms=3_600),
    ),
    Scene("notice-information", _tells("notice.acceptor_busy")),
    Scene("notice-success", _tells("notice.ticket_printed", cents=131_500)),
    Scene("notice-fault", _tells("notice.acceptor_shut")),
    Scene("notice-refusal", _tells("notice.ticket_rejected", reason="already-presented")),
    Scene("betting-attendant-called", at(open_bets, does(ev.Called(on=True)), left_ms=24_000)),
    Scene("closed", at(close_bets), main=True),
    Scene("closed-returned", _no_more_bets_returned),
    Scene("result-win", at(_won), main=True),
    Scene("result-loss", at(_lost)),
    Scene("result-corrected", at(_corrected)),
    Scene("void", at(_play, lambda studio: studio.seat.void(studio.shots.void_reason))),
    Scene("connection-lost", at(open_bets, register, does(ev.LinkDown()))),
    Scene("waiting", _waiting),
    Scene("paying-out", _paying_out),
    *(Scene(f"locked-{name}", act) for name, act in _LOCKS.items()),
    *(Scene(f"locked-{name}-attendant", _turned(act)) for name, act in _LOCKS.items()),
    Scene("side-rounds", show_side(ROUNDS)),
    Scene("side-rounds-attendant", _turned(show_side(ROUNDS))),
    Scene("recall", _recall),
    Scene("recall-attendant", _staff_recall),
    Scene("notes-not-accepted", at(does(_BOX_FULL), open_bets, left_ms=22_000)),
    Scene("staff-rounds-and-tickets", _desk),
    *(Scene(f"help-{part.value}", _help(part), main=part is Section.BETS) for part in Section),
)
