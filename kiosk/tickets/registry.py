"""The registry of tickets: which number is worth what, and that it pays once. The ports and their values."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta, tzinfo
from enum import StrEnum
from typing import Final, Protocol

import msgspec

from kiosk import local_time
from kiosk.faults import EnvironmentFault
from kiosk.tickets.number import mask
from kiosk.tickets.ticket import Ticket, TicketFacts, utc_time


class TicketState(StrEnum):
    PENDING = "pending"  # known, not yet presented, not redeemable
    ISSUED = "issued"
    RESERVED = "reserved"  # in some reader's escrow
    REDEEMED = "redeemed"  # at a seat, or paid at the desk
    VOID = "void"  # never presented, or voided at the desk


# Expiry is no state: it follows from the ticket and the time of each question, so a clock that was wrong for a
# while destroys nothing.
# Everything that is not listed is refused.
TRANSITIONS: Final[Mapping[TicketState, frozenset[TicketState]]] = {
    TicketState.PENDING: frozenset({TicketState.ISSUED, TicketState.VOID}),
    TicketState.ISSUED: frozenset({TicketState.RESERVED, TicketState.REDEEMED, TicketState.VOID}),
    TicketState.RESERVED: frozenset({TicketState.ISSUED, TicketState.REDEEMED}),
    TicketState.REDEEMED: frozenset(),
    TicketState.VOID: frozenset(),
}


class Doing(StrEnum):
    """A step that a ticket takes. The first six are a seat's, the last two a cashier's."""

    ISSUE = "issue"
    CONFIRM = "confirm"
    VOID = "void"
    RESERVE = "reserve"
    RELEASE = "release"
    REDEEM = "redeem"
    PAY = "pay"
    VOID_ISSUED = "void-issued"


class Refusal(StrEnum):
    """Why the registry said no."""

    UNKNOWN = "unknown"
    NOT_PRESENTED = "not-presented"
    ALREADY_PRESENTED = "already-presented"
    RESERVED = "reserved"  # by another party
    NOT_RESERVED = "not-reserved"
    REDEEMED = "redeemed"
    VOID = "void"
    EXPIRED = "expired"
    NUMBER_TAKEN = "number-taken"  # this number names another ticket
    NOT_PERMITTED = "not-permitted"  # who asks may not ask for this
    WRONG_CLOCK = "wrong-clock"  # a clock stands before what was seen already, or far from the registry's
    OVER_LIMIT = "over-limit"  # worth more than the house lets a ticket be
    LIFE_TOO_LONG = "life-too-long"  # it would pay longer than the house lets a ticket pay
    OUT_OF_SEQUENCE = "out-of-sequence"  # its seat has issued this one or a later one, or left out too many
    NOT_COVERED = "not-covered"  # the seat's books have moved less to tickets than it has issued


class Done(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="done"):
    """The ticket is, or already was, where the caller wanted it."""

    number: str


class Reserved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="reserved"):
    """The ticket is held for the caller alone and is worth `cents`."""

    number: str
    cents: int


class Paid(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="paid"):
    """The ticket is redeemed by the caller's payment at the desk: the player gets `cents`, once."""

    number: str
    cents: int


class Rejected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="rejected"):
    """Nothing was changed."""

    number: str
    reason: Refusal


class TicketRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the registry tells of a ticket, without its number.

    `by` holds, redeemed or voided it, `why` is the reason of a void.
    `did` is the step that brought it into its state, `at_utc` the time of that step where a state has one;
    `issued_utc` is when it was confirmed as presented, empty until then; `steps` counts all its steps.
    """

    ticket: TicketFacts
    state: TicketState
    by: str = ""
    at_utc: str = ""
    why: str = ""
    did: Doing = Doing.ISSUE
    issued_utc: str = ""
    steps: int = 1

    def is_expired(self, at_utc: str) -> bool:
        """True when `at_utc` is at or after the ticket's expiry."""
        return utc_time(at_utc) >= utc_time(self.ticket.expires_utc)


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step that a ticket took: when (UTC), what, who, and of which ticket the last digits alone."""

    at_utc: str
    what: Doing
    by: str
    digits: str
    cents: int
    why: str = ""


class GamingDay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A day of the house's books, from a moment to the moment before another; both UTC text."""

    from_utc: str
    until_utc: str

    def holds(self, at_utc: str) -> bool:
        """True when `at_utc` lies in this day."""
        return bool(at_utc) and utc_time(self.from_utc) <= utc_time(at_utc) < utc_time(self.until_utc)

    def is_over(self, at_utc: str) -> bool:
        """True when `at_utc` lies before the end of this day: what happened then is in its final state."""
        return bool(at_utc) and utc_time(at_utc) < utc_time(self.until_utc)


def gaming_day(day: date, zone: tzinfo | None = None, begins_hour: int = 0) -> GamingDay:
    """The gaming day that begins on `day` at `begins_hour` o'clock, in `zone` or that of this machine.

    It ends when the next begins: 23 or 25 hours later where clocks are changed.
    """
    days = (day, day + timedelta(days=1))
    return GamingDay(*(local_time.utc_text(local_time.day_begins(one, zone, begins_hour)) for one in days))


class Sum(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many tickets, and their worth in cents."""

    count: int = 0
    cents: int = 0


class Liability(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the house owed on tickets: open before + issued - redeemed - paid - voided = open at the end.

    `open_before` and `open_after` hold expired and reserved tickets too; `expired` is the part of `open_after`
    that had expired by then.
    """

    day: GamingDay
    open_before: Sum
    issued: Sum
    redeemed: Sum
    paid: Sum
    voided: Sum
    open_after: Sum
    expired: Sum


class RegistryFault(EnvironmentFault):
    """The registry cannot be used now: damaged, locked, full, newer, silent. The message says what and where."""


class TicketRegistry(Protocol):
    """What a seat asks. Each call is one compare-and-set; a repeat by the same party is answered the same.

    Issue and expiry are judged by the registry's clock. One that lies on the asker's machine has the asker's clock,
    and keeps the newest time that it has seen: a clock that was set back revives nothing. A house's has its host's.

    `by` names one insertion at one seat of the house (`<table>/<seat>/<serial>`), not the seat alone: a copy of a
    ticket that is put into the same seat is then another party and is refused. All raise RegistryFault: then it is
    unsure whether it was done, and a repeat will tell.
    """

    def issue_pending(self, ticket: Ticket, /) -> Done | Rejected:
        """Makes the ticket known, not yet redeemable."""

    def confirm(self, number: str, /) -> Done | Rejected:
        """The ticket was presented: from now it can be redeemed."""

    def void(self, number: str, why: str, /) -> Done | Rejected:
        """The ticket was never presented and never pays."""

    def reserve(self, number: str, by: str, at_utc: str, /) -> Reserved | Rejected:
        """Holds the ticket for `by`, unless it has expired by the registry's clock. `at_utc` is the asker's."""

    def release(self, number: str, by: str, /) -> Done | Rejected:
        """The ticket went back to the player unredeemed."""

    def redeem(self, number: str, by: str, /) -> Done | Rejected:
        """The ticket that `by` holds has paid."""

    def look_up(self, number: str, /) -> TicketRecord | None:
        """One ticket, or None."""


class TicketDesk(Protocol):
    """What a cashier asks. `by` is `desk/<desk>/<person>/<payment>`, see :func:`at_desk`. All raise RegistryFault.

    A repeat with the same `by` is answered the same, so after a fault the same call may be made again; another
    payment of the same ticket has another `by` and is refused.
    """

    def look_up(self, number: str, /) -> TicketRecord | None:
        """One ticket, or None."""

    def pay(self, number: str, by: str, at_utc: str, /) -> Paid | Rejected:
        """Redeems an issued ticket, in one step, unless expired by the registry's clock. `at_utc` is the desk's."""

    def void_issued(self, number: str, why: str, by: str, at_utc: str, /) -> Done | Rejected:
        """The issued ticket, expired or not, never pays. `why` is kept; an empty one raises ValueError."""

    def open_tickets(self, at_utc: str, /) -> Sequence[TicketRecord]:
        """All issued or reserved tickets that have not expired at `at_utc`, the oldest first."""

    def expired(self, at_utc: str, /) -> Sequence[TicketRecord]:
        """All issued or reserved tickets that have expired at `at_utc`, the oldest first."""

    def liability(self, day: GamingDay, /) -> Liability:
        """What was owed on tickets on that day."""

    def actions(self, day: GamingDay, /) -> Sequence[Action]:
        """Every step of that day, the first first."""


def at_desk(desk: str, person: str, payment: str) -> str:
    """Names one act of one person at one desk. `payment` is new for each act, and the same when it is repeated.

    Raises ValueError for a part that is empty or holds a slash.
    """
    parts = (desk, person, payment)
    for part in parts:
        if not part.strip() or "/" in part or not part.isprintable():
            raise ValueError(f"name at the desk {part!r}: expected printable text without a slash")
    return "/".join(("desk", *parts))


def last_digits(number: str) -> str:
    """The digits of a number that may be shown and logged: the last four."""
    return mask(number)[-4:]
