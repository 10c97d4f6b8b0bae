"""What a seat of the house may issue: its ticket is checked against the house's limits and its own books. Pure."""

from __future__ import annotations

from datetime import timedelta

import msgspec

from kiosk.table.head import Head
from kiosk.tickets import rules
from kiosk.tickets.registry import Refusal, Rejected
from kiosk.tickets.ticket import Ticket, TicketFacts, utc_time

_TAKEN_BACK = (
    2  # transactions of a ticket that was given up before the registry knew it: booked, and reversed
)


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
    decision: rules.Decision,
    request: rules.Request,
    issued: Issued,
    books: Books | None,
    limits: Limits,
    at_utc: str,
) -> tuple[rules.Decision, Issued]:
    """``decision`` where the seat may have it, else a refusal; and what is known of the seat's tickets then.

    ``at_utc`` is the registry's clock. Looks at nothing but tickets that become known or are confirmed.
    """
    if decision.record is None:
        return decision, issued
    cents = decision.record.ticket.cents
    match request:
        case rules.Issue(ticket=ticket):
            if books is None:
                return rules.Decision(Rejected(request.number, Refusal.NOT_COVERED)), issued
            why = _why_not_issued(ticket, _in(books, issued), books, limits, at_utc)
            after = Issued(ticket.sequence, issued.cents, books.head.number, books.covers, books.released)
        case rules.Confirm():
            # A seat pays out one ticket at a time: one that was not presented when the next became known is taken
            # back in its books, though its void may come later. So what counts is what was presented.
            why = Refusal.NOT_COVERED if issued.cents + cents > issued.covered else None
            after = msgspec.structs.replace(issued, cents=issued.cents + cents)
        case _:
            return decision, issued
    if why is not None:
        return rules.Decision(Rejected(request.number, why)), issued
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
    longest = timedelta(days=limits.days) + rules.MOST_APART
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
