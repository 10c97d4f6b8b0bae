"""Everything that a dealer's screen shows, as one frozen value. Amounts in cents, durations in ms."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from kiosk.book.totals import Exposure, ItemView, Totals
from kiosk.console.commands import Refusal
from kiosk.games.game import Ask, Enter, Fact, Moves
from kiosk.table.round import Phase


class Step(StrEnum):
    """The six steps of a round as the dealer knows them."""

    OPEN = "open"
    HURRY = "hurry"
    CLOSE = "close"
    PLAY = "play"
    RESULT = "result"
    PAY_OUT = "pay-out"


class Next(StrEnum):
    """The one thing that is to be done next."""

    OPEN_TABLE = "open-table"
    NEW_SHOE = "new-shoe"  # the cover card has come out: no bets are opened before a new shoe is recorded
    OPEN_BETS = "open-bets"
    HURRY_UP = "hurry-up"
    CLOSE_BETS = "close-bets"
    START_ACT = "start-act"
    END_ACT = "end-act"  # it is being done; where no device counts, the dealer says how often
    ENTER_RESULT = "enter-result"
    NAME_BOXES = "name-boxes"  # the console does it by itself, as the next but one and the interim
    OPEN_DECISIONS = "open-decisions"
    CLOSE_DECISIONS = "close-decisions"
    ENTER_DECISIONS = "enter-decisions"  # by itself
    REVEAL = "reveal"
    PAY_INTERIM = "pay-interim"
    END_ROUND = "end-round"
    VOID_RUN = "void-run"  # the device ran once more, or unseen: the round must be void (rule 5.3)
    VOID_DUE = "void-due"  # the game can give it no result any more (Sic Bo 5.3.1)
    ANSWER_INTERRUPTION = "answer-interruption"  # rule 5.1: was a bet already decided?
    ANSWER_BETTING = "answer-betting"  # bets were open when the console came up: go on, close or void?
    TAKE_OVER = "take-over"  # another console holds the table: this one only looks on
    WAIT = "wait"  # the table log does not answer


class Presence(StrEnum):
    """Whether a seat is there."""

    PRESENT = "present"
    SILENT = "silent"  # was there and does not answer now
    ABSENT = "absent"  # has not been there since the console started


class DealingState(StrEnum):
    """What the dealing device does."""

    NONE = "none"  # this table has none that speaks: the dealer starts it by hand and counts
    READY = "ready"
    RUNNING = "running"
    GONE = "gone"  # does not answer


class DealingView(msgspec.Struct, frozen=True):
    """The device. ``recognised`` is what it read by itself: a proposal that the dealer confirms or changes."""

    state: DealingState = DealingState.NONE
    times: int = 0
    recognised: tuple[Fact, ...] = ()


class SeatView(msgspec.Struct, frozen=True):
    """One seat. ``stake`` is registered; ``due`` what the result pays (None before there is one).

    ``payable`` can be paid by hand now, for the round ``payable_round`` (0: this one); ``takes_back`` has still to be
    taken back at the seat, of ``takes_back_rounds`` that were decided anew; ``stakes`` is the registered
    slip by spot; ``gone_ms`` how long it has been silent; ``flagged``: the round went on without its answer.
    ``deciding``: its box decides now; ``decided``: its choice is registered (that, not what).
    """

    name: str
    layout: str
    presence: Presence = Presence.ABSENT
    gone_ms: int = 0
    locks: tuple[str, ...] = ()
    calling: bool = False
    playing: bool = False
    stake: int = 0
    stakes: dict[str, int] = {}
    deciding: bool = False
    decided: bool = False
    due: int | None = None
    close_shown: bool = False
    flagged: bool = False
    settled: bool = False
    paid_by_hand: int = 0
    payable: int = 0
    payable_round: int = 0
    takes_back: int = 0
    takes_back_rounds: tuple[int, ...] = ()
    open_items: int = 0


class RoundLine(msgspec.Struct, frozen=True):
    """One of the last rounds. ``facts`` is empty for a void one. ``unsettled`` seats still owe their report.

    ``takes_result``: its facts can still be entered (rules 5.5 and 5.6); ``facts_shown`` are those known last.
    ``automatic_by``: the supervisor who let its result be published without a dealer. ``stakes`` is what lay at each
    seat, in cents by spot.
    """

    number: int
    facts: tuple[Fact, ...] = ()
    void_reason: str = ""
    corrected: bool = False
    turnover: int = 0
    paid: int = 0
    unsettled: tuple[str, ...] = ()
    takes_result: bool = False
    facts_shown: tuple[Fact, ...] = ()
    automatic_by: str = ""
    stakes: dict[str, dict[str, int]] = {}


class LogLine(msgspec.Struct, frozen=True):
    """Something that happened: time of day as HH:MM:SS, a key below ``dealer.log`` and its values."""

    at: str
    key: str
    values: dict[str, str | int] = {}


class AlertLevel(StrEnum):
    """How loud an alert is."""

    INFO = "info"
    WARNING = "warning"
    FAULT = "fault"


class Alert(msgspec.Struct, frozen=True):
    """Something that the dealer must know as long as it lasts: a key below ``dealer.alert`` and its values."""

    level: AlertLevel
    key: str
    values: dict[str, str | int] = {}


class DecisionView(msgspec.Struct, frozen=True):
    """A manager's decision as it was recorded. ``cents`` are ordered to the seat's credit, below 0 from it.

    ``booked``: what of it the seat has booked, None as long as it has not, or where that is not known any more;
    ``waits``: the seat has still to come to it.
    """

    number: int
    at: str
    decision: str
    reason: str
    authorised_by: str
    round: int = 0
    seat: str = ""
    cents: int = 0
    booked: int | None = None
    waits: bool = False


class StaffView(msgspec.Struct, frozen=True):
    """Somebody on the console's list of staff. ``role`` is "" where the entry is damaged."""

    name: str
    role: str
    active: bool = True
    locked_s: int = 0


class LogHealth(msgspec.Struct, frozen=True):
    """The table log: how many of its servers answer, what they complain about, and why it is an older copy."""

    reachable: int = 1
    members: int = 1
    alarms: tuple[str, ...] = ()
    older: str = ""
    certificate: str = ""  # what is to be said of the console's own certificate: it ends soon, or has ended


class ClaimView(msgspec.Struct, frozen=True):
    """A Hand of some table that has won ``share`` of the jackpot and waits for staff."""

    table: str
    round: int
    box: str
    share: str


class JackpotView(msgspec.Struct, frozen=True):
    """The jackpot that the table shares: what it shows and what a bet on it is, in cents.

    ``silence``: why it does not answer, empty while it does. ``taken``: this round takes bets on it. ``claims``: the
    box whose Hand has won ``share`` of it and waits for staff, the first of this round. ``before``: what stood in the
    way when they confirmed it, another Hand that was complete earlier, or (``unsure``) that may have been.
    ``registered``: it does not answer, and that Hand is paid so many cents of what it registered last. ``waiting``
    are all Hands that wait, of every table, in the order in which the log has them (rules 4.5.1 and 4.5.2).
    """

    name: str
    cents: int
    silence: str = ""
    taken: bool = False
    bet: int = 0
    claims: str = ""
    share: str = ""
    before: str = ""
    unsure: bool = False
    registered: int | None = None
    waiting: tuple[ClaimView, ...] = ()


class ShoeView(msgspec.Struct, frozen=True):
    """The shoe that goes on from round to round: its decks, and the cards left in it; None where nobody knows.

    ``due``: it is shuffled before the next round. ``gone``: how often each card has left it in other rounds than this.
    """

    decks: int
    left: int | None = None
    due: bool = False
    gone: Mapping[str, int] = {}


class DeskView(msgspec.Struct, frozen=True):
    """The whole console at one moment.

    ``next`` is the one obvious action; with ``why_not`` it cannot be done yet, and this says why (``waits_for``
    names the seats that it waits for). ``left_ms`` is the time left for bets or decisions, None outside of both.
    ``may`` holds the names of the command types that can be done now. ``correctable``: the result can still be
    corrected.
    ``managers`` are those of ``supervisors`` who stand for what only a shift manager decides (rule 5.10).
    ``oldest`` is the first round that the console's archive holds.
    ``staff`` is everybody; ``opened_by`` and ``opened_at`` (UTC) are of the opening that holds, "" while the table is
    closed.
    ``decided_already``: by the entered facts a bet has already won or lost, so rule 5.1.1 applies. ``automatic_by``:
    the supervisor who lets results be published as the device reads them; ``result_by`` the one by whose word this
    round's was. ``ran``: why only the void is left. ``act`` is the act being done, ``times``
    how often the newest was, ``least`` how often it must be done at least.
    ``void_needs_supervisor``: what decides may lie already. ``asked`` is what the game asks for, None outside of the
    play; ``play`` are its facts so far, hidden ones without their values.
    """

    casino: str
    table: str
    console: str
    game: str
    dealer: str = ""
    round: int = 0
    phase: Phase = Phase.ENDED
    step: Step = Step.OPEN
    next: Next = Next.OPEN_BETS
    why_not: Refusal | None = None
    waits_for: tuple[str, ...] = ()
    left_ms: int | None = None
    betting_ms: int = 0
    deciding_ms: int = 0
    hurried: bool = False
    device: DealingView = DealingView()
    act: str = ""
    times: int = 0
    least: int = 0
    asked: Ask | None = None
    irregularities: tuple[Enter, ...] = ()
    moves: Moves = Moves()
    play: tuple[Fact, ...] = ()
    facts: tuple[Fact, ...] = ()
    void_reason: str = ""
    corrected: bool = False
    correctable: bool = False
    decided_already: bool = False
    seats: tuple[SeatView, ...] = ()
    exposure: Exposure = Exposure()
    paid: int = 0
    totals: Totals = Totals()
    open_items: tuple[ItemView, ...] = ()
    last_rounds: tuple[RoundLine, ...] = ()
    round_log: tuple[LogLine, ...] = ()
    decisions: tuple[DecisionView, ...] = ()
    alerts: tuple[Alert, ...] = ()
    supervisors: tuple[str, ...] = ()
    managers: tuple[str, ...] = ()
    oldest: int = 0
    staff: tuple[StaffView, ...] = ()
    opened_by: str = ""
    opened_at: str = ""
    may: frozenset[str] = frozenset()
    health: LogHealth = LogHealth()
    auto: bool = False
    automatic_by: str = ""
    result_by: str = ""
    ran: str = ""
    void_needs_supervisor: bool = False
    demonstration: bool = False
    jackpot: JackpotView | None = None
    shoe: ShoeView | None = None
