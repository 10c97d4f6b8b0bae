"""The registry of tickets: which number is worth what, and that it pays once. The port and its rules."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, Protocol

import msgspec

from kiosk.devices.ticket import Ticket
from kiosk.faults import EnvironmentFault


class TicketState(StrEnum):
    PENDING = "pending"  # known, not yet presented, not redeemable
    ISSUED = "issued"
    RESERVED = "reserved"  # in some reader's escrow
    REDEEMED = "redeemed"
    VOID = "void"  # never presented


# Expiry is no state: it follows from the ticket and the time of each question, so a clock that was wrong for a
# while destroys nothing.
# Everything that is not listed is refused.
TRANSITIONS: Final[Mapping[TicketState, frozenset[TicketState]]] = {
    TicketState.PENDING: frozenset({TicketState.ISSUED, TicketState.VOID}),
    TicketState.ISSUED: frozenset({TicketState.RESERVED}),
    TicketState.RESERVED: frozenset({TicketState.ISSUED, TicketState.REDEEMED}),
    TicketState.REDEEMED: frozenset(),
    TicketState.VOID: frozenset(),
}


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


class Done(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="done"):
    """The ticket is, or already was, where the caller wanted it."""

    number: str


class Reserved(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="reserved"):
    """The ticket is held for the caller alone and is worth `cents`."""

    number: str
    cents: int


class Rejected(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="rejected"):
    """Nothing was changed."""

    number: str
    reason: Refusal


class TicketRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the registry knows of a ticket. `by` holds or redeemed it, `why` is the reason of a void."""

    ticket: Ticket
    state: TicketState
    by: str = ""
    at_utc: str = ""
    why: str = ""


class RegistryFault(EnvironmentFault):
    """The registry cannot be used now: damaged, locked, full, newer. The message says what and where."""


class TicketRegistry(Protocol):
    """Each call is one compare-and-set; a repeat by the same party is answered the same. All raise RegistryFault.

    `by` names one insertion at one seat (`seat-3/<serial>`), not the seat alone: a copy of a ticket that is put
    into the same seat is then another party and is refused.
    """

    def issue_pending(self, ticket: Ticket, /) -> Done | Rejected:
        """Makes the ticket known, not yet redeemable."""

    def confirm(self, number: str, /) -> Done | Rejected:
        """The ticket was presented: from now it can be redeemed."""

    def void(self, number: str, why: str, /) -> Done | Rejected:
        """The ticket was never presented and never pays."""

    def reserve(self, number: str, by: str, at_utc: str, /) -> Reserved | Rejected:
        """Holds the ticket for `by`. It is refused when `at_utc` is at or after its expiry."""

    def release(self, number: str, by: str, /) -> Done | Rejected:
        """The ticket went back to the player unredeemed."""

    def redeem(self, number: str, by: str, /) -> Done | Rejected:
        """The ticket that `by` holds has paid."""

    def look_up(self, number: str, /) -> TicketRecord | None:
        """One ticket, or None."""
