"""The whole state of a seat as one frozen value. It is stored with every commit and survives any crash."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec

from kiosk.games import older_table
from kiosk.games.game import Fact, Settlement
from kiosk.seat.accounts import Balances
from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, ClockCondition, Door, PrinterCondition
from kiosk.seat.settings import Settings
from kiosk.table.facts import Sealed, known
from kiosk.table.history import Memory
from kiosk.table.round import EARLIER_ROUNDS, Phase, Table

STATE_VERSION = 2
HISTORY_LENGTH = 50  # changes that Undo can take back
SEEN_LENGTH = 50  # notes and tickets remembered against double credit

Stakes = dict[str, int]


class LockKind(StrEnum):
    """Why the seat is locked for play. A lock stays over a restart until it is dealt with."""

    AUDIT = "audit"
    STORE = "store"
    HANDPAY = "handpay"
    PRINTER = "printer"
    TICKET_UNKNOWN = "ticket-unknown"
    VELOCITY = "velocity"
    FOREIGN_SLIP = "foreign-slip"
    ACCEPTOR = "acceptor"
    DOOR = "door"
    LOGIC_DOOR = "logic-door"
    CABINET = "cabinet"
    SERVICE = "service"
    SOFTWARE = "software"
    SETTINGS = "settings"
    OLDER_COPY = "older-copy"  # something here, or at the table, is older than what was seen
    CHECKING = "checking"  # since its start nobody could tell the seat whether its books are the newest


RESTART = "restart"  # the detail of the lock of settings that wait for one
CLEARABLE = (
    LockKind.PRINTER,
    LockKind.VELOCITY,
    LockKind.SETTINGS,
)  # an attendant with a key may clear these at the seat


class Lock(msgspec.Struct, frozen=True):
    """One lock: its kind, what is wrong in plain words, the cents and the round it is about (0: none)."""

    kind: LockKind
    detail: str = ""
    cents: int = 0
    round: int = 0


class Service(msgspec.Struct, frozen=True):
    """Who services the seat. While there is one the seat cannot be played."""

    by: str
    role: str


class Flight(msgspec.Struct, frozen=True):
    """The slip that was sent and is not decided yet, or the choice, of the ``n``-th decision, with what it adds.

    ``unanswered``: the table will decide.
    """

    rev: int
    stakes: Stakes
    unanswered: bool = False
    n: int = 0
    choice: str = ""


class Registered(msgspec.Struct, frozen=True):
    """The slip that stands in the log before the close, with what the decisions made so far have added to it."""

    rev: int
    stakes: Stakes
    seq: int


class Chosen(msgspec.Struct, frozen=True):
    """What stands in the log as this seat's choice in the decision that is open, with the stakes that it adds."""

    rev: int
    choice: str
    stakes: Stakes
    seq: int


class CashoutStage(StrEnum):
    """How far a pay-out by ticket has come."""

    PREPARING = "preparing"
    PENDING = "pending"
    PRINTING = "printing"
    CONFIRMING = "confirming"
    ASKING = "asking"


class LastReceipt(msgspec.Struct, frozen=True):
    """The receipt of the last payment by hand, to be printed again. ``kind`` is hand-pay or cancelled-credit."""

    kind: str
    number: int
    cents: int
    at: str
    by: str
    language: str


class Cashout(msgspec.Struct, frozen=True):
    """The pay-out under way. ``by_hand``: an attendant pays the credit, no ticket is wanted."""

    stage: CashoutStage
    cents: int = 0
    number: str = ""
    sequence: int = 0
    at: str = ""
    expires: str = ""
    language: str = ""
    by_hand: bool = False


class ItemStage(StrEnum):
    """How far a note or ticket in the acceptor has come."""

    ASKING = "asking"
    STACKING = "stacking"
    RETURNING = "returning"


class Item(msgspec.Struct, frozen=True):
    """The note or ticket in the acceptor; ``number`` is empty for a note.

    ``old``: it is from before the last start, and the acceptor has not told yet what became of it.
    """

    device: str
    serial: str
    stage: ItemStage
    cents: int = 0
    number: str = ""
    old: bool = False


class Resettlement(msgspec.Struct, frozen=True, tag="Redecided"):
    """A round that this seat has settled and must settle again: other facts, or none and the reason of the Void."""

    round: int
    decision: int
    facts: tuple[Fact, ...] = ()
    void_reason: str = ""


class HandPaid(msgspec.Struct, frozen=True, tag=True):
    """The House has paid this seat's player by hand what a decision of a round gave."""

    round: int
    decision: int
    cents: int


class Ordered(msgspec.Struct, frozen=True, tag=True):
    """A shift manager has ordered an amount for this seat, in the record of that number; it stands in ``round``."""

    round: int
    number: int
    cents: int


Later = Resettlement | HandPaid | Ordered
"""What changes a round that is settled, or the credit: done one after the other, in the log's order."""


class Unconfirmed(msgspec.Struct, frozen=True):
    """Credit from a settlement that the log does not hold yet: the House might pay the same by hand.

    ``told``: the log has it, and the seat has still to catch up with what it missed.
    """

    round: int
    decision: int
    cents: int
    told: bool = False


class LastRound(msgspec.Struct, frozen=True):
    """The last finished round as the screen shows it until the first tap of the next."""

    number: int
    stakes: Stakes = {}
    facts: tuple[Fact, ...] = ()
    settlement: Settlement | None = None
    void_reason: str = ""
    corrected: bool = False


class OtherLog(msgspec.Struct, frozen=True):
    """Why the table log is another one than this seat has read, in plain words.

    ``life_seq``: staff at the console have let it begin anew at this place; 0 while they have not.
    """

    what: str
    life_seq: int = 0


class RoundMoney(msgspec.Struct, frozen=True):
    """Credit when the round opened, and money in and out since then, in cents."""

    credit_before: int = 0
    money_in: int = 0
    money_out: int = 0


class JackpotSeen(msgspec.Struct, frozen=True):
    """What the jackpot that the table shares shows, in cents; ``silent``: it does not answer, and showed that last."""

    cents: int
    silent: bool = False


class Missed(msgspec.Struct, frozen=True):
    """An event that may be a newer program's: its bytes, and the place to which the seat had read before it."""

    value: bytes
    after: int


class SeatState(msgspec.Struct, frozen=True):
    """Everything a seat knows."""

    version: int = STATE_VERSION
    balances: Balances = Balances()
    table: Table = Table()
    log_seq: int = 0
    link: bool = False
    draft: Stakes = {}
    history: tuple[Stakes, ...] = ()
    rev: int = 0
    flight: Flight | None = None
    registered: Registered | None = None
    chosen: Chosen | None = None
    sealed: Sealed = Sealed()  # what this seat alone may see
    event: int = 0  # the newest event of the round that counted, as its key counts them
    missed: Missed | None = None  # an event that could not be read, and no play has counted since
    counted: tuple[int, ...] = ()  # since then, the places of what decided a round anew: it counts once
    interim: Settlement | None = None  # what of this round is settled already
    sent_at_ms: int = 0
    audited_round: int = 0
    last: LastRound | None = None
    show_last: bool = False
    rebet: Stakes = {}
    last_win: int = 0
    money: RoundMoney = RoundMoney()
    locks: tuple[Lock, ...] = ()
    cashout: Cashout | None = None
    item: Item | None = None
    seen: tuple[str, ...] = ()
    ticket_sequence: int = 0
    handpays: int = 0
    calling: bool = False
    called_at: str = ""  # UTC in ISO 8601
    seat_calls: bool = False  # the seat itself has called, for a lock
    layout: str = ""
    place: str = ""
    session_from: int = 0
    played: int = 0  # the newest round that is over and in which this seat had a registered bet
    odds: str = ""  # which pay table and spots it plays by, see `kiosk.seat.same_rules`
    later: tuple[Later, ...] = ()
    unconfirmed: tuple[Unconfirmed, ...] = ()
    acceptor: AcceptorCondition = AcceptorCondition.READY
    printer: PrinterCondition = PrinterCondition.READY
    clock: ClockCondition = ClockCondition.RIGHT
    receipt: LastReceipt | None = None
    doors: tuple[Door, ...] = ()
    door_counts: dict[str, int] = {}
    cabinet: CabinetCondition = CabinetCondition.READY
    service: Service | None = None
    had_staff: bool = False  # somebody has been logged in, once
    signed: bool = False  # its software was found as signed, once
    signed_by: str = ""  # by the key of this fingerprint
    note_test: bool = False
    test_prints: int = 0
    settings: Settings = Settings()
    settings_before: tuple[Settings, ...] = ()
    written: dict[str, str] | None = None  # the configuration file at the last start
    memory: Memory = Memory()  # the newest records of the table log
    other_log: OtherLog | None = None  # the log that answers is not the one that was read
    releases: int = 0  # of a log that had been another one
    jackpot: JackpotSeen | None = None  # that the table shares, as it is now; none before it was asked
    checking: bool = False  # the journal is being looked through since the start: nothing is paid yet

    @property
    def held(self) -> int:
        """Cents of the credit that cannot leave the seat before the log holds their settlement."""
        return min(self.balances.credit, sum(found.cents for found in self.unconfirmed))

    @property
    def on_board(self) -> int:
        """Cents of the chips that the player sees on the board."""
        return sum(self.draft.values())

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts of the play as this seat knows them."""
        return known(self.table.entered, self.sealed)

    @property
    def credit_shown(self) -> int:
        """The credit meter as the player sees it: what is neither on the board nor in play, in cents."""
        if self.table.phase is Phase.BETTING:
            return self.balances.credit + self.balances.escrow - self.on_board
        return self.balances.credit

    @property
    def shows_money(self) -> bool:
        """Whether the credit is shown: not before it is known that these books are the newest."""
        return lock_of(self, LockKind.CHECKING) is None

    @property
    def locked(self) -> bool:
        """Whether anything forbids play."""
        return bool(self.locks)


class _Versioned(msgspec.Struct):
    version: int = STATE_VERSION


# Made here, in one thread: msgspec works out a type when it is first needed, and two threads that need it at the same
# time end the process (seen with msgspec 0.21 and several seats in one process).
_versioned = msgspec.json.Decoder(_Versioned)
_state = msgspec.json.Decoder(SeatState)


def decode_state(body: str | bytes) -> SeatState:
    """A stored state. Version 1 is of before the table knew of other games. Raises as decoding does."""
    if _versioned.decode(body).version >= STATE_VERSION:
        return _state.decode(body)
    found = msgspec.json.decode(body, type=dict[str, Any])
    now = {"table": older_table(found.get("table", {})), "version": STATE_VERSION}
    return msgspec.convert(found | now, SeatState)


def durable(state: SeatState) -> SeatState:
    """What of the state is stored: all but the steps that Undo could take back, which end with a power cut."""
    return state if not state.history else msgspec.structs.replace(state, history=())


def new_session(state: SeatState) -> SeatState:
    """Another player may sit down: only rounds from the next one that can be bet on are the new player's own."""
    first = state.table.number + (state.table.phase is not Phase.BETTING)
    return msgspec.structs.replace(state, session_from=first)


def correctable(state: SeatState) -> int:
    """The newest round with a bet of this seat, as long as it can still be decided anew; 0 for none."""
    within = 0 < state.played >= state.table.number - EARLIER_ROUNDS
    return state.played if within else 0


def is_clearable(state: SeatState, kind: LockKind) -> bool:
    """Whether an attendant with a key may clear the lock at the seat now.

    A lock by books that did not add up goes when they do again: clearing it audits them first.

    A foreign slip is none of this seat's money: when its round is over the seat can go on, and what that slip gave
    is paid by hand from the console's books. Where the table counts this seat's own bet otherwise, the seat settles by
    its own, the console finds the difference, and a manager orders it: so a supervisor clears. An acceptor must be well
    again first.
    """
    if kind is LockKind.FOREIGN_SLIP:
        lock = lock_of(state, kind)
        over = lock is not None and lock.round < state.table.number
        return not state.balances.escrow and (over or not state.table.is_open)
    if kind is LockKind.AUDIT:
        return bool(state.place)  # a seat that its self-test has locked is nowhere: it needs its files back
    if kind is LockKind.SETTINGS:
        lock = lock_of(state, kind)
        return lock is not None and lock.detail != RESTART  # that one only a start lifts
    if kind is LockKind.LOGIC_DOOR:
        return Door.LOGIC not in state.doors
    if kind is LockKind.ACCEPTOR:
        return state.acceptor is AcceptorCondition.READY
    return kind in CLEARABLE


def can_release_log(state: SeatState) -> bool:
    """Whether staff may let this seat go on with the log that is another one: the console has let it begin before.

    Before that nobody knows from where on it is to be read.
    """
    return state.other_log is not None and state.other_log.life_seq > state.log_seq


def lock_of(state: SeatState, kind: LockKind) -> Lock | None:
    """The seat's lock of that kind, if it has one."""
    return next((lock for lock in state.locks if lock.kind is kind), None)


def with_lock(state: SeatState, lock: Lock) -> SeatState:
    """The state with ``lock`` in place of an older one of its kind."""
    others = tuple(old for old in state.locks if old.kind is not lock.kind)
    return msgspec.structs.replace(state, locks=(*others, lock))


def without_lock(state: SeatState, kind: LockKind) -> SeatState:
    """The state without the lock of that kind."""
    return msgspec.structs.replace(state, locks=tuple(lock for lock in state.locks if lock.kind is not kind))
