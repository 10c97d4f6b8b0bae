"""What may stand in the table log: round events, slips and the seats' reports.

Every record is JSON, tagged by ``type``, carries a schema version ``v`` and is decoded strictly.
Amounts are cents, durations ms, times UTC in ISO 8601 and for information only: the log's order decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import msgspec

from kiosk.games import older_record
from kiosk.games.game import Fact
from kiosk.table.signature import parted

MAX_RECORD_BYTES = 128 * 1024
"""A result repeats all facts of its round. The servers take ten times as much at once."""
MAX_SPOTS = 512
MOST_OWED = 500  # rounds of which a shared jackpot does not know all
MOST_FACTS = 2_000  # of one round: about as many as a record holds
MOST_GONE_WRONG_BYTES = 80 * 1024
"""So many bytes of facts a play may have with one thing more that went wrong. Where nothing does, the greatest round,
Blackjack at twelve boxes that all split to four hands, has at most 532 facts of 81 bytes: there is room for it besides.
"""

RoundNumber = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Cents = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
PositiveCents = Annotated[int, msgspec.Meta(ge=1, le=2**53)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Stakes = Annotated[dict[Name, PositiveCents], msgspec.Meta(max_length=MAX_SPOTS)]
StakesOfBoxes = Annotated[dict[Name, Stakes], msgspec.Meta(max_length=64)]
Decision = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
DurationMs = Annotated[int, msgspec.Meta(ge=0, le=3_600_000)]
DecisionNumber = Annotated[int, msgspec.Meta(ge=1, le=1_000)]  # of a seat's, in a round
Facts = Annotated[tuple[Fact, ...], msgspec.Meta(min_length=1, max_length=MOST_FACTS)]
By = Annotated[str, msgspec.Meta(max_length=64)]  # who did it; empty in what was written before names were


class Record(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    tag_field="type",
    tag=True,
    gc=False,  # nothing in a record leads back to it: a table's slips would be walked through again and again
):
    """Base of all records; ``v`` is the schema version of the record."""

    v: Literal[1] = 1


class SpotLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Smallest and largest stake on one spot, in cents."""

    minimum: PositiveCents
    maximum: PositiveCents

    @property
    def only(self) -> int | None:
        """The one stake that the spot takes, in cents; None where there are several."""
        return self.minimum if self.minimum == self.maximum else None


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of a round: unit of all stakes, limits by kind of spot, and the seat's total, in cents."""

    unit: PositiveCents
    seat_maximum: PositiveCents
    spots: dict[Name, SpotLimit]


class JackpotOffer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The jackpot that the table shares, as a round offers it: what a bet on it is, what it falls back to when it is
    won, and what it showed when the round opened, in cents. ``terms`` is the number of the House's terms.
    """

    name: Name
    terms: RoundNumber
    bet: PositiveCents
    reset: Cents
    shown: Cents


class RoundOpened(Record, frozen=True):
    """Bets may be placed (rule 3.2). ``closes_in_ms`` is the announced betting time.

    ``demonstration``: the table plays for no money; its facts may come from a program. ``layout`` is the table's, where
    it says how the round is dealt, and "" where seats may have any. ``jackpot``: what the round offers of the one that
    the table shares; not there where no bets on it are taken, or the table shares none. ``owes``: the decided rounds of
    which that jackpot does not know all yet; not there where it does. Every book holds them.
    """

    round: RoundNumber
    game: Name
    limits: Limits
    closes_in_ms: DurationMs
    at: Name
    by: By = ""
    demonstration: bool = False
    layout: By = ""
    jackpot: JackpotOffer | msgspec.UnsetType = msgspec.UNSET
    owes: Annotated[tuple[RoundNumber, ...], msgspec.Meta(max_length=MOST_OWED)] | msgspec.UnsetType = (
        msgspec.UNSET
    )


class BetsClosing(Record, frozen=True):
    """Hurry up: the betting time left, in ms."""

    round: RoundNumber
    closes_in_ms: DurationMs
    by: By = ""


class BetsClosed(Record, frozen=True):
    """No more bets (rule 3.5): what is not in the log before this record is not registered."""

    round: RoundNumber
    by: By = ""


class ActStarted(Record, frozen=True):
    """Something physical that the game asks for has begun (Sic Bo 3.6: the tumbler)."""

    round: RoundNumber
    act: Name
    by: By = ""


class ActEnded(Record, frozen=True):
    """The act was done ``times`` times; what fewer than enough mean the game says.

    ``counted_by`` says whether the device or the dealer counted; a demonstration's own count is nobody's.
    """

    round: RoundNumber
    act: Name
    times: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    by: By = ""
    counted_by: Literal["", "device", "dealer"] = ""


class FactsEntered(Record, frozen=True):
    """The next facts of the play, as the game asks for them, one after the other; the result repeats them.

    ``stakes`` stand beside the boxes that play: what is registered at each, in cents, as chips lie open on a felt. They
    are for the eyes alone: each seat settles its own slip. Not there where nothing is told: programs of before read no
    record that has them.
    """

    round: RoundNumber
    facts: Annotated[tuple[Fact, ...], msgspec.Meta(min_length=1, max_length=64)]
    by: By = ""
    stakes: StakesOfBoxes | msgspec.UnsetType = msgspec.UNSET


class FactsSealed(Record, frozen=True):
    """The values of facts that are for one seat's eyes, below the prefix that the seat alone may read.

    ``first`` is the place that the first of them has, or will have, among the facts of the round's play; the others
    follow. It stands in the log before the record that says where they lie. ``n`` counts the seat's in the round; the
    newest for a place counts.
    """

    seat: Name
    round: RoundNumber
    n: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    first: Annotated[int, msgspec.Meta(ge=0, le=MOST_FACTS)]
    facts: Annotated[tuple[Fact, ...], msgspec.Meta(min_length=1, max_length=64)]


class FactCorrected(Record, frozen=True):
    """A fact of the play was entered wrongly: at its place ``at`` among those of the round stands ``fact`` for ``was``.

    A fact for one seat's eyes has no values here: both are the same then, and a new :class:`FactsSealed` has them.
    Where decisions were open, they are opened anew, and what was chosen before counts for nothing.
    ``authorised_by`` is empty as long as nobody has seen it.
    """

    round: RoundNumber
    at: Annotated[int, msgspec.Meta(ge=0, le=MOST_FACTS)]
    was: Fact
    fact: Fact
    by: Name
    authorised_by: By = ""


class IrregularityEntered(Record, frozen=True):
    """Something happened that the game does not ask for and has a rule for: a hand that is invalid, a dealing error.

    Where decisions were open, they are opened anew, and what was chosen before counts for nothing.
    """

    round: RoundNumber
    fact: Fact
    by: Name
    authorised_by: Name


class HandsMoved(Record, frozen=True):
    """Whole hands lay at wrong boxes: at each of ``boxes`` lies now what lay at the box that stands for it.

    ``fact`` is the name of what a hand consists of. The values of what a seat alone may see stand in a new
    :class:`FactsSealed` for it, written before. ``facts`` are the irregularities that come with it by the rules.
    Where decisions were open, they are opened anew, and what was chosen before counts for nothing.
    """

    round: RoundNumber
    fact: Name
    boxes: Annotated[dict[Name, Name], msgspec.Meta(min_length=2, max_length=64)]
    by: Name
    authorised_by: Name
    facts: Annotated[tuple[Fact, ...], msgspec.Meta(max_length=64)] = ()


class DecisionsOpened(Record, frozen=True):
    """The boxes that the game names may decide, for the ``n``-th time in the round; ``closes_in_ms`` is the time left.

    Once more with the same ``n`` it gives them more time. ``at`` is UTC, for information: who starts again in the
    middle shows what is left.
    """

    round: RoundNumber
    n: DecisionNumber
    closes_in_ms: DurationMs
    by: By = ""
    at: By = ""


class DecisionsClosed(Record, frozen=True):
    """No more decisions: what is not in the log before this record is not registered."""

    round: RoundNumber
    n: DecisionNumber
    by: By = ""


class DecisionsEntered(Record, frozen=True):
    """What each box has decided: what was registered, or what counts for a silent or an absent seat.

    After the bar, when the console has read all that stands before it. ``stakes`` are what the decisions have added, as
    in :class:`FactsEntered`.
    """

    round: RoundNumber
    n: DecisionNumber
    facts: Annotated[tuple[Fact, ...], msgspec.Meta(min_length=1, max_length=64)]
    by: By = ""
    stakes: StakesOfBoxes | msgspec.UnsetType = msgspec.UNSET


class InterimEntered(Record, frozen=True):
    """What is decided already is settled now, before the round goes on."""

    round: RoundNumber
    by: By = ""


class ResultEntered(Record, frozen=True):
    """All facts that decide the round (Sic Bo 3.7), and who entered the last of them.

    ``authorised_by`` names the supervisor who has enabled automatic results: a device read these, and no dealer
    has confirmed them. "" where the dealer did.
    """

    round: RoundNumber
    facts: Facts
    by: Name
    authorised_by: Annotated[str, msgspec.Meta(max_length=64)] = ""


class ResultCorrected(Record, frozen=True):
    """What the facts really were (Sic Bo 5.5 and 5.6), with a supervisor: replaces a result, or a Void by mistake.

    Of this round, or of one before it that can still be decided anew. ``reason`` is empty in older records.
    """

    round: RoundNumber
    facts: Facts
    by: Name
    authorised_by: Name
    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""


class RoundVoided(Record, frozen=True):
    """The round has no result; every stake returns (rules 1.10 and 5.9).

    ``authorised_by`` names the supervisor; without one, only a round that has no result yet can be void.
    """

    round: RoundNumber
    reason: Reason
    by: Name
    authorised_by: By = ""


class PaidByHand(Record, frozen=True):
    """The House has paid a seat by hand what a decision of the round gave it: ``cents``, never twice.

    ``decision`` counts what was decided about the round: 1 is its first result or void, each change one more.
    """

    round: RoundNumber
    seat: Name
    decision: Decision
    cents: PositiveCents
    by: Name
    authorised_by: Name


class AmountOrdered(Record, frozen=True):
    """An amount that a shift manager has ordered for a seat (rule 5.10): the seat books it, once.

    ``cents`` come to its credit, or below 0 are taken from it; never 0. ``number`` is the manager's record, which says
    why. ``round`` is the one that was played then, ``about`` the one that it is about (0: none).
    """

    round: RoundNumber
    seat: Name
    number: RoundNumber
    cents: Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
    by: Name
    authorised_by: Name
    about: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0


class RoundEnded(Record, frozen=True):
    """All players are settled (rule 1.8)."""

    round: RoundNumber
    by: By = ""


class Barrier(Record, frozen=True):
    """Stands at ``closed/<round>`` and bars every later slip of that round."""

    round: RoundNumber


class DecisionBarrier(Record, frozen=True):
    """Stands at ``decided/<round>/<n>`` and bars every later choice of that decision."""

    round: RoundNumber
    n: DecisionNumber


class Slip(Record, frozen=True):
    """The whole position of one seat's chips in a round: stakes by spot, in cents."""

    seat: Name
    round: RoundNumber
    rev: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    layout: Name
    stakes: Stakes


class Choice(Record, frozen=True):
    """What a seat decides for its box in the ``n``-th decision of a round, with the stakes that it adds, in cents.

    ``window`` is the decision's name. The highest ``rev`` before the bar counts.
    """

    seat: Name
    round: RoundNumber
    n: DecisionNumber
    rev: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    window: Name
    choice: Name
    stakes: Stakes = {}


class CloseShown(Record, frozen=True):
    """The seat shows "No more bets" (rules 3.5 and 5.3.3)."""

    seat: Name
    round: RoundNumber


class Settled(Record, frozen=True):
    """The seat has settled its registered slip: cents staked and paid (stake returned plus winnings).

    A void round pays what was staked. ``decision`` is the one that was settled, as in :class:`PaidByHand`.
    """

    seat: Name
    round: RoundNumber
    staked: Cents
    paid: Cents
    decision: Decision


class OpenItem(Record, frozen=True):
    """What a changed decision took back and the seat could not: ``cents`` that the player had already cashed out.

    The manager decides about it (rule 5.4 and 5.5 as the House carries them out); the credit never goes below zero.
    ``by_hand``: it is what the House had paid by hand and the seat could not take from the credit. ``order``: it is
    what a manager's record of that number ordered to be taken; ``decision`` is 0 then.
    """

    seat: Name
    round: RoundNumber
    decision: Annotated[int, msgspec.Meta(ge=0, le=1_000)]
    cents: PositiveCents
    by_hand: bool = False
    order: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0


class AmountBooked(Record, frozen=True):
    """The seat has booked the amount of a manager's record: ``cents`` to its credit, or taken from what was there.

    What was ordered and could not be taken is an :class:`OpenItem` of its own.
    """

    seat: Name
    round: RoundNumber
    number: RoundNumber
    cents: Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]


class PaidMark(Record, frozen=True):
    """Stands beside :class:`PaidByHand`, for that seat alone: bars the seat's own report of the same settlement."""

    seat: Name
    round: RoundNumber
    decision: Decision


class ManagerRecorded(Record, frozen=True):
    """What a manager decided where the rules leave it to one (rules 5.6 and 5.10): decision, reason and name.

    ``round`` and ``seat`` say what it is about; 0 and "" where it is about none. ``cents`` is the amount that it orders
    for the seat, to its credit or below 0 from it: :class:`AmountOrdered` stands beside it. ``closes`` names the
    decision of the open item that it settles, ``closes_order`` the order that left one; 0 when it settles none.
    """

    number: RoundNumber
    decision: Reason
    reason: Reason
    by: Name
    authorised_by: Name
    at: Name
    round: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    seat: Annotated[str, msgspec.Meta(max_length=64)] = ""
    cents: Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)] = 0
    closes: Annotated[int, msgspec.Meta(ge=0, le=1_000)] = 0
    closes_order: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0


class OldRoundRuled(Record, frozen=True):
    """What is decided about a round that the seats cannot decide anew any more (rules 5.4 to 5.6), with a supervisor.

    ``facts`` are what decides it, none for a Void. ``decision`` counts on from those of the round. ``items``: by seat
    the cents that it changes, as the console's archive has the bets: what the player owes, below 0 what the House owes.
    Each is an open item that a shift manager closes; no seat books anything by this record.
    """

    number: RoundNumber
    round: RoundNumber
    decision: Decision
    facts: Annotated[tuple[Fact, ...], msgspec.Meta(max_length=MOST_FACTS)]
    reason: Reason
    by: Name
    authorised_by: Name
    at: Name
    items: dict[Name, Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]] = {}


class DeskRecorded(Record, frozen=True):
    """What was done or found at the console and decides about no bet by itself: ``what``, who did it, and when.

    ``round`` is the one that was played then, 0 for none. ``who`` is whom it is about. ``mark`` is the record's own
    where a console that was killed might write it twice.
    """

    number: RoundNumber
    what: Name
    by: Name
    at: Name
    authorised_by: By = ""
    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""
    round: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    who: By = ""
    mark: Annotated[str, msgspec.Meta(max_length=32)] = ""


class Present(Record, frozen=True):
    """What a seat shows of itself while it is there; the key goes with its lease.

    ``instance`` is another one in each process: two of them with one seat's configuration are told apart by it.
    """

    seat: Name
    layout: Name
    locks: Annotated[tuple[Name, ...], msgspec.Meta(max_length=32)] = ()
    calling: bool = False
    playing: bool = False
    instance: Annotated[str, msgspec.Meta(max_length=32)] = ""


class ConsolePresent(Record, frozen=True):
    """Which console is at work at the table; the key goes with its lease.

    ``take`` is 0 while it starts and holds nothing yet. ``archived``: every record up to this place in the log is in
    the console's archive, on disk. 0 for none. ``instance`` stays with the console's files through every restart: two
    machines with one configuration are told apart by it.
    """

    console: Name
    take: Annotated[int, msgspec.Meta(ge=0)]
    archived: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0
    instance: Annotated[str, msgspec.Meta(max_length=32)] = ""


class LogLife(Record, frozen=True):
    """A life of the log begins: the first, or one that staff let begin after the log was put back from a backup.

    ``log`` is the identity of the servers. A restored log is released ``by`` somebody for a ``reason``: the records
    after ``until`` that it had once held are gone, but what the console has written back; ``round`` is the newest
    round that the console knew; of the rounds in ``gone`` nothing more will be written. ``at`` is UTC for information.
    The first life has neither name nor reason.
    """

    life: Annotated[int, msgspec.Meta(ge=1, le=10**8 - 1)]
    log: Annotated[str, msgspec.Meta(max_length=32)]
    by: Annotated[str, msgspec.Meta(max_length=64)] = ""
    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""
    until: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0
    round: Annotated[int, msgspec.Meta(ge=0, le=2**53)] = 0
    gone: Annotated[tuple[RoundNumber, ...], msgspec.Meta(max_length=1_000)] = ()
    at: Annotated[str, msgspec.Meta(max_length=64)] = ""


class ConsoleHeld(Record, frozen=True):
    """Who is the console now; the sequence number of this record is the fencing token."""

    console: Name
    take: Annotated[int, msgspec.Meta(ge=1)]


RoundEvent = (
    RoundOpened
    | BetsClosing
    | BetsClosed
    | ActStarted
    | ActEnded
    | FactsEntered
    | FactCorrected
    | IrregularityEntered
    | HandsMoved
    | DecisionsOpened
    | DecisionsClosed
    | DecisionsEntered
    | InterimEntered
    | ResultEntered
    | ResultCorrected
    | RoundVoided
    | PaidByHand
    | AmountOrdered
    | RoundEnded
)
OfSeat = Slip | Choice
"""What a seat puts into play, before a bar."""
Report = CloseShown | Settled | OpenItem | AmountBooked
Presence = Present | ConsolePresent
OfManagers = ManagerRecorded | OldRoundRuled
AnyRecord = (
    RoundEvent
    | Barrier
    | DecisionBarrier
    | OfSeat
    | Report
    | ConsoleHeld
    | PaidMark
    | FactsSealed
    | OfManagers
    | DeskRecorded
    | Presence
    | LogLife
)

_decoder: msgspec.json.Decoder[AnyRecord] = msgspec.json.Decoder(AnyRecord)
_encoder = msgspec.json.Encoder(order="deterministic")
_LINE_END = ord("\n")  # a number is looked for in bytes nine times as quickly as bytes are


class BadRecord(ValueError):
    """A record that no reader accepts; the message says what is wrong with it."""


def encode(record: AnyRecord) -> bytes:
    """The record's bytes on the wire. Raises :class:`BadRecord` when they exceed 128 KiB."""
    value = _encoder.encode(record)
    if len(value) > MAX_RECORD_BYTES:
        raise BadRecord(f"record of {len(value)} bytes, at most {MAX_RECORD_BYTES} are allowed")
    return value


def room_of(facts: Sequence[Fact]) -> int:
    """How many bytes they take in a record."""
    return len(_encoder.encode(facts))


def decode(value: bytes) -> AnyRecord:
    """The record in ``value``, with or without the tail of its signature, which is not verified here.

    Raises :class:`BadRecord` for anything that is not exactly one known record; 128 KiB are allowed without the tail.
    """
    record = value
    if _LINE_END in value:
        try:
            record = parted(value).record
        except ValueError as error:
            raise BadRecord(str(error)) from error
    if len(record) > MAX_RECORD_BYTES:
        raise BadRecord(f"record of {len(record)} bytes, at most {MAX_RECORD_BYTES} are allowed")
    if record[-1:].isspace():
        raise BadRecord("blanks behind the record: expected nothing")
    try:
        return _decoder.decode(record)
    except msgspec.ValidationError as error:
        older = _older(record)
        if older is None:
            raise BadRecord(f"record does not decode: {error}") from error
        return older
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRecord(f"record does not decode: {error}") from error


def is_named(value: bytes) -> bool:
    """Whether what :func:`decode` refuses may be a record of a newer program: it bears the name of a type."""
    try:
        found = msgspec.json.decode(parted(value).record, type=dict[str, Any])
    except (ValueError, RecursionError):
        return False
    return isinstance(found.get("type"), str)


def _older(record: bytes) -> AnyRecord | None:
    """The record, when it was written by a table of before; None when it is bad."""
    try:
        found = msgspec.json.decode(record, type=dict[str, Any])
        now = older_record(found)
        return None if now is None else msgspec.convert(now, AnyRecord)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
