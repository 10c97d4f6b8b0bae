"""The rules of the ticket registry, once for every store. Pure: what a request makes of a ticket's record.

And where seats and desks ask a house: who may ask for what, and what a seat may issue by its own books.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Final, TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from kiosk.table.head import Head
from kiosk.tickets.keys import Place
from kiosk.tickets.registry import (
    TRANSITIONS,
    Action,
    Doing,
    Done,
    Paid,
    Refusal,
    Rejected,
    Reserved,
    TicketRecord,
    TicketState,
)
from kiosk.tickets.ticket import Ticket, TicketFacts, facts_of, utc_time

MOST_WHY: Final = 200  # letters of a reason
MOST_APART: Final = timedelta(days=1)  # of a new ticket's time and the registry's


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question about the ticket `number`."""

    number: str


class Issue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="issue"):
    """Make the ticket known."""

    ticket: Ticket

    @property
    def number(self) -> str:
        """The ticket's."""
        return self.ticket.number


class Confirm(_Request, frozen=True, tag="confirm"):
    """It was presented."""


class Void(_Request, frozen=True, tag="void"):
    """It was never presented."""

    why: str


class _ByParty(_Request, frozen=True):
    by: str

    def __post_init__(self) -> None:
        if not self.by:
            raise ValueError("party of a reservation: found an empty name, expected seat and insertion")


class _Timed(_ByParty, frozen=True):
    at_utc: str

    def __post_init__(self) -> None:
        _ByParty.__post_init__(self)
        utc_time(self.at_utc)


class Reserve(_Timed, frozen=True, tag="reserve"):
    """Hold it for a party."""


class Release(_ByParty, frozen=True, tag="release"):
    """It went back unredeemed."""


class Redeem(_ByParty, frozen=True, tag="redeem"):
    """The party that holds it has credited it."""


class Pay(_Timed, frozen=True, tag="pay"):
    """Pay it at the desk."""


class VoidIssued(_Timed, frozen=True, tag="void-issued"):
    """Void it at the desk."""

    why: str

    def __post_init__(self) -> None:
        _Timed.__post_init__(self)
        if not self.why.strip() or len(self.why) > MOST_WHY or not self.why.isprintable():
            raise ValueError(f"reason of a void {self.why!r}: expected 1 to {MOST_WHY} printable letters")


class LookUp(_Request, frozen=True, tag="look-up"):
    """What is known of it."""


class Found(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="found"):
    """The answer to a look-up."""

    number: str
    record: TicketRecord | None


Request: TypeAlias = Issue | Confirm | Void | Reserve | Release | Redeem | Pay | VoidIssued | LookUp
Answer: TypeAlias = Done | Reserved | Paid | Rejected | Found


class Decision(msgspec.Struct, frozen=True):
    """What a request brings: the answer, and the record and action when a step is taken, else None."""

    answer: Answer
    record: TicketRecord | None = None
    action: Action | None = None


def decide(record: TicketRecord | None, request: Request, at_utc: str, newest_utc: str = "") -> Decision:
    """Judge `request` by what is known of its ticket. `at_utc` is what the registry's clock shows.

    `newest_utc` is the newest time that it has ever shown, where that is kept: it judges when the clock stands before
    it. Raises RuntimeError for a step that the table of transitions does not list: a bug.
    """
    if isinstance(request, LookUp):
        return Decision(Found(request.number, record))
    if isinstance(request, Issue):
        return _issue(record, request.ticket, at_utc, newest_utc)
    if record is None:
        return Decision(Rejected(request.number, Refusal.UNKNOWN))
    match request:
        case Confirm():
            return _confirm(record, request.number, at_utc)
        case Void():
            return _void(record, request, at_utc)
        case VoidIssued():
            return _void_issued(record, request, at_utc)
        case Pay():
            return _pay(record, request, at_utc, newest_utc)
        case Reserve():
            return _reserve(record, request, at_utc, newest_utc)
        case Release():
            return _release(record, request, at_utc)
        case Redeem():
            return _redeem(record, request, at_utc)


def taken_at(decision: Decision, when_utc: str) -> Decision:
    """``decision`` with that as the time of its step, whatever clock has judged it."""
    record, action = decision.record, decision.action
    if record is None or action is None or action.at_utc == when_utc:
        return decision
    record = replace(
        record,
        at_utc=when_utc if record.at_utc else "",
        issued_utc=when_utc if action.what is Doing.CONFIRM else record.issued_utc,
    )
    return replace(decision, record=record, action=replace(action, at_utc=when_utc))


def of_step(at_utc: str, newest_utc: str) -> str:
    """When a step is taken, as reports count it, where no second clock is there to agree: by the clock ``at_utc``,
    unless it stands more than a day before the newest time that it has shown. So it moves no money into a closed day.
    """
    behind = newest_utc and utc_time(newest_utc) - utc_time(at_utc) > MOST_APART
    return newest_utc if behind else at_utc


def later(one_utc: str, other_utc: str) -> str:
    """The later of two times; an empty one is before all."""
    if not one_utc or not other_utc:
        return one_utc or other_utc
    return max(one_utc, other_utc, key=utc_time)


def _issue(record: TicketRecord | None, ticket: Ticket, at_utc: str, newest_utc: str) -> Decision:
    number = ticket.number
    if record is not None:
        same = record.ticket == facts_of(ticket)
        return Decision(Done(number) if same else Rejected(number, Refusal.NUMBER_TAKEN))
    clock = later(at_utc, newest_utc)
    apart = abs(utc_time(ticket.at_utc) - utc_time(clock))
    if apart > MOST_APART or utc_time(ticket.expires_utc) <= utc_time(clock):  # it would be dead on arrival
        return Decision(Rejected(number, Refusal.WRONG_CLOCK))
    known = TicketRecord(facts_of(ticket), TicketState.PENDING)
    return Decision(Done(number), known, _action(known, known.ticket.place, at_utc))


def _confirm(record: TicketRecord, number: str, at_utc: str) -> Decision:
    if record.state is TicketState.VOID:
        return Decision(Rejected(number, Refusal.VOID))
    if record.state is not TicketState.PENDING:
        return Decision(Done(number))
    moved = moved_to(record, TicketState.ISSUED, Doing.CONFIRM, issued_utc=at_utc)
    return Decision(Done(number), moved, _action(moved, record.ticket.place, at_utc))


def _void(record: TicketRecord, request: Void, at_utc: str) -> Decision:
    number = request.number
    if record.state is TicketState.VOID:
        return Decision(Done(number))
    if record.state is not TicketState.PENDING:
        return Decision(Rejected(number, Refusal.ALREADY_PRESENTED))
    moved = moved_to(record, TicketState.VOID, Doing.VOID, why=request.why)
    return Decision(Done(number), moved, _action(moved, record.ticket.place, at_utc))


def _why_expired(record: TicketRecord, at_utc: str, newest_utc: str) -> Refusal | None:
    """Why the ticket's time is over, or None. Where a clock that was set back hides it, that is said."""
    if record.is_expired(at_utc):
        return Refusal.EXPIRED
    return Refusal.WRONG_CLOCK if newest_utc and record.is_expired(newest_utc) else None


def _reserve(record: TicketRecord, request: Reserve, at_utc: str, newest_utc: str) -> Decision:
    number, by = request.number, request.by
    if record.state is TicketState.RESERVED and record.by == by:
        return Decision(Reserved(number, record.ticket.cents))
    if record.state is not TicketState.ISSUED:
        return Decision(Rejected(number, _WHY_NOT_OPEN[record.state]))
    if (over := _why_expired(record, at_utc, newest_utc)) is not None:
        return Decision(Rejected(number, over))
    moved = moved_to(record, TicketState.RESERVED, Doing.RESERVE, by=by, at_utc=at_utc)
    return Decision(Reserved(number, record.ticket.cents), moved, _action(moved, by, at_utc))


def _release(record: TicketRecord, request: Release, at_utc: str) -> Decision:
    number, by = request.number, request.by
    if record.state is TicketState.RESERVED and record.by == by:
        moved = moved_to(record, TicketState.ISSUED, Doing.RELEASE)
        return Decision(Done(number), moved, _action(moved, by, at_utc))
    # Already back: a repeat, or released before it was ever held. Both leave it where it should be.
    if record.state is TicketState.ISSUED:
        return Decision(Done(number))
    return Decision(Rejected(number, _WHY_NOT_OPEN[record.state]))


def _redeem(record: TicketRecord, request: Redeem, at_utc: str) -> Decision:
    number, by = request.number, request.by
    held = record.state in {TicketState.RESERVED, TicketState.REDEEMED} and record.by == by
    if not held:
        return Decision(Rejected(number, _WHY_NOT_HELD[record.state]))
    if record.state is TicketState.REDEEMED:
        return Decision(Done(number))
    moved = moved_to(record, TicketState.REDEEMED, Doing.REDEEM, by=by, at_utc=at_utc)
    return Decision(Done(number), moved, _action(moved, by, at_utc))


def _pay(record: TicketRecord, request: Pay, at_utc: str, newest_utc: str) -> Decision:
    number, by = request.number, request.by
    if record.did is Doing.PAY and record.by == by:
        return Decision(Paid(number, record.ticket.cents))
    if record.state is not TicketState.ISSUED:
        return Decision(Rejected(number, _WHY_NOT_OPEN[record.state]))
    if (over := _why_expired(record, at_utc, newest_utc)) is not None:
        return Decision(Rejected(number, over))
    moved = moved_to(record, TicketState.REDEEMED, Doing.PAY, by=by, at_utc=at_utc)
    return Decision(Paid(number, record.ticket.cents), moved, _action(moved, by, at_utc))


def _void_issued(record: TicketRecord, request: VoidIssued, at_utc: str) -> Decision:
    number, by = request.number, request.by
    if record.did is Doing.VOID_ISSUED and record.by == by:
        return Decision(Done(number))
    if record.state is not TicketState.ISSUED:
        return Decision(Rejected(number, _WHY_NOT_OPEN[record.state]))
    moved = moved_to(record, TicketState.VOID, Doing.VOID_ISSUED, by=by, at_utc=at_utc, why=request.why)
    return Decision(Done(number), moved, _action(moved, by, at_utc))


def moved_to(
    record: TicketRecord,
    became: TicketState,
    did: Doing,
    *,
    by: str = "",
    at_utc: str = "",
    why: str = "",
    issued_utc: str = "",
) -> TicketRecord:
    """`record` after a step. Raises RuntimeError for one that the table does not list: a bug."""
    if became not in TRANSITIONS[record.state]:
        raise RuntimeError(
            f"ticket ending in {record.ticket.digits}: {record.state} to {became} is not a step"
        )
    issued = issued_utc or record.issued_utc
    steps = record.steps + 1
    return replace(
        record, state=became, did=did, by=by, at_utc=at_utc, why=why, issued_utc=issued, steps=steps
    )


_WHY_NOT_OPEN: Final = {
    TicketState.PENDING: Refusal.NOT_PRESENTED,
    TicketState.RESERVED: Refusal.RESERVED,
    TicketState.REDEEMED: Refusal.REDEEMED,
    TicketState.VOID: Refusal.VOID,
}
_WHY_NOT_HELD: Final = _WHY_NOT_OPEN | {TicketState.ISSUED: Refusal.NOT_RESERVED}


def _action(record: TicketRecord, by: str, at_utc: str) -> Action:
    ticket = record.ticket
    return Action(at_utc, record.did, by, ticket.digits, ticket.cents, record.why)


_A = TypeVar("_A", Done, Reserved, Paid)


def only(kind: type[_A], answer: Answer) -> _A | Rejected:
    """`answer`, which the rules give to a request of this kind. Raises TypeError for another: a bug."""
    if isinstance(answer, Rejected | kind):
        return answer
    raise TypeError(f"the registry answered {type(answer).__name__}, expected {kind.__name__}")


# --- where seats ask a house ------------------------------------------------------------------------------------------

_TAKEN_BACK = (
    2  # transactions of a ticket that was given up before the registry knew it: booked, and reversed
)


def may(place: Place, request: Request, record: TicketRecord | None) -> bool:
    """Whether ``place`` may ask for that, of a ticket of which ``record`` is known.

    A seat acts for itself alone: it makes known, confirms, voids and looks up its own tickets, and holds and redeems
    under its own name. A desk looks up, pays and voids under its own name.
    """
    match request:
        case Issue():
            return _is_of(request.ticket, place)
        case Confirm() | Void():
            return bool(place.table) and (record is None or _is_of(record.ticket, place))
        case LookUp():
            return not place.table or record is None or _is_of(record.ticket, place)
        case Pay() | VoidIssued():
            return not place.table and request.by.startswith(place.party)
        case Reserve() | Release() | Redeem():
            return bool(place.table) and request.by.startswith(place.party)


def _is_of(ticket: Ticket | TicketFacts, place: Place) -> bool:
    return bool(place.table) and (ticket.table, ticket.terminal) == (place.table, place.name)


class Limits(msgspec.Struct, frozen=True):
    """The most that any ticket of the house is worth, in cents, and the days that any of them pays."""

    cents: int
    days: int


class Issued(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the registry knows of a seat's tickets.

    `sequence` is the newest that became known. `cents` were ever presented: those of confirmed tickets. `journal` is
    the transaction at which the seat's books ended when the newest became known, and `covered` what they covered then.
    `books` counts how often a release has let the seat begin new ones: each begins its sequence anew.
    """

    sequence: int = 0
    cents: int = 0
    journal: int = 0
    covered: int = 0
    books: int = 0


class Books(msgspec.Struct, frozen=True):
    """Where a seat's books end. `retired` are the cents on tickets of its `released` books before these."""

    head: Head
    retired: int = 0
    released: int = 0

    @property
    def covers(self) -> int:
        """The cents that the seat can have issued, all its books together."""
        return self.retired + self.head.tickets


class RefusedIssue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat has asked for what an honest one never asks, for the `times`-th time: the newest, for staff to see.

    `issued` is what was known of its tickets then, `books` what came with the question.
    """

    at_utc: str
    reason: Refusal
    times: int
    ticket: TicketFacts
    issued: Issued
    books: Books | None

    @property
    def told(self) -> str:
        """In words for staff."""
        found, issued, ends = self.ticket, self.issued, "it names no books"
        if self.books is not None:
            ends = f"its books end at {self.books.head.number} and cover {self.books.covers} cents"
        return (
            f"seat {found.place} asked for ticket {found.sequence} of {found.cents} cents and was refused "
            f"({self.reason}): its newest is {issued.sequence}, {issued.cents} cents are presented, {ends}"
        )


def checked(
    decision: Decision,
    request: Request,
    issued: Issued,
    books: Books | None,
    limits: Limits,
    at_utc: str,
) -> tuple[Decision, Issued]:
    """``decision`` where the seat may have it, else a refusal; and what is known of the seat's tickets then.

    ``at_utc`` is the registry's clock. Looks at nothing but tickets that become known or are confirmed.
    """
    if decision.record is None:
        return decision, issued
    cents = decision.record.ticket.cents
    match request:
        case Issue(ticket=ticket):
            if books is None:
                return Decision(Rejected(request.number, Refusal.NOT_COVERED)), issued
            why = _why_not_issued(ticket, _in(books, issued), books, limits, at_utc)
            after = Issued(ticket.sequence, issued.cents, books.head.number, books.covers, books.released)
        case Confirm():
            # A seat pays out one ticket at a time: one that was not presented when the next became known is taken
            # back in its books, though its void may come later. So what counts is what was presented.
            why = Refusal.NOT_COVERED if issued.cents + cents > issued.covered else None
            after = msgspec.structs.replace(issued, cents=issued.cents + cents)
        case _:
            return decision, issued
    if why is not None:
        return Decision(Rejected(request.number, why)), issued
    return decision, after


def _in(books: Books, issued: Issued) -> Issued:
    """``issued`` as ``books`` go on: new ones begin at nothing, but what was presented was."""
    return issued if issued.books == books.released else Issued(cents=issued.cents, books=books.released)


def _why_not_issued(
    ticket: Ticket, issued: Issued, books: Books, limits: Limits, at_utc: str
) -> Refusal | None:
    if ticket.cents > limits.cents:
        return Refusal.OVER_LIMIT
    # A seat's clock and the registry's may be apart by so much: it has counted the days from its own.
    longest = timedelta(days=limits.days) + MOST_APART
    if utc_time(ticket.expires_utc) - utc_time(at_utc) > longest:
        return Refusal.LIFE_TOO_LONG
    left_out = ticket.sequence - issued.sequence - 1
    if left_out < 0:
        return Refusal.OUT_OF_SEQUENCE
    if issued.cents + ticket.cents > books.covers:
        return Refusal.NOT_COVERED
    if books.head.number - issued.journal <= left_out * _TAKEN_BACK:  # one more is this ticket's own
        return Refusal.OUT_OF_SEQUENCE
    return None
