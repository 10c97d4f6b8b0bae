"""What a step wants done, as plain values. The runner commits first, then performs."""

from __future__ import annotations

import msgspec

from kiosk.games.game import Fact
from kiosk.seat.accounts import Kind, Posting
from kiosk.table.keys import what
from kiosk.table.records import AmountBooked, Choice, CloseShown, OfSeat, OpenItem, Settled


class Effect(msgspec.Struct, frozen=True, tag_field="type", tag=True):
    """Base of all effects."""


# --- written in the step's own transaction --------------------------------------------------------------------


class Post(Effect, frozen=True):
    """A transaction of the journal; ``key`` makes it happen once."""

    kind: Kind
    key: str
    round: int
    postings: tuple[Posting, ...]


class SignificantEvent(Effect, frozen=True, tag="Note"):
    """A significant event: kept in order with its time."""

    kind: str
    severity: str
    detail: dict[str, str | int] = {}


class Remember(Effect, frozen=True):
    """A round for recall: the body is written as it stands. The newest replaces."""

    round: int
    body: bytes


class Outcome(Effect, frozen=True, forbid_unknown_fields=True):
    """How a round ended at the table, with or without this seat's bets: for the trends. The newest replaces."""

    round: int
    facts: tuple[Fact, ...]
    void_reason: str = ""


class Count(Effect, frozen=True):
    """Meters that are not accounts: added to, never set."""

    meters: dict[str, int]


class Keep(Effect, frozen=True):
    """A ticket in or out as the seat knows it, for the last-tickets lists. The newest state replaces."""

    direction: str
    number: str
    cents: int
    state: str
    body: bytes = b""


class Acknowledge(Effect, frozen=True):
    """Staff of that name have taken note of a significant event."""

    event: int
    by: str


class EndPeriod(Effect, frozen=True):
    """Keep the meters as they stand now; what is counted from here on belongs to the next period."""

    kind: str
    by: str
    detail: dict[str, str | int] = {}


class Seal(Effect, frozen=True):
    """Book a checkpoint: the journal was looked through, and the next start need not add up what stands before it."""


# --- told to the player, never stored -------------------------------------------------------------------------


class Notice(Effect, frozen=True, tag="Tell"):
    """A short notice on the screen: a key of the message catalogue and its values."""

    key: str
    values: dict[str, str | int] = {}


# --- performed from the outbox, each idempotent, each ending in an event --------------------------------------


class Send(Effect, frozen=True):
    """Append the slip to the table log, or the choice."""

    slip: OfSeat


class Report(Effect, frozen=True):
    """Append a report of this seat to the table log."""

    record: CloseShown | Settled | OpenItem | AmountBooked


class LookUp(Effect, frozen=True):
    """Look up what is kept of a round that was decided anew; the answer is RoundFound."""

    round: int
    decision: int


class Audit(Effect, frozen=True):
    """Audit the books; the answer is :class:`~kiosk.seat.events.AuditDone`."""

    purpose: str


class PreparePayout(Effect, frozen=True):
    """Audit the books and draw a ticket number; the answer is PayoutReady or AuditDone with findings."""


class StackNote(Effect, frozen=True):
    """Take the note from the acceptor's escrow into the stacker."""

    device: str
    serial: str


class ReturnNote(Effect, frozen=True):
    """Give the note in the acceptor's escrow back."""

    device: str
    serial: str


class ReserveTicket(Effect, frozen=True):
    """Ask the registry for the ticket; ``serial`` names the insertion that asks."""

    serial: str
    number: str


class StackTicket(Effect, frozen=True):
    """Take the ticket from the acceptor's escrow into the stacker."""

    device: str
    serial: str
    number: str


class ReturnTicket(Effect, frozen=True):
    """Give the ticket in the acceptor's escrow back."""

    device: str
    serial: str
    number: str


class TicketOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket that this seat issues. Times are UTC in ISO 8601."""

    number: str
    cents: int
    sequence: int
    at: str
    expires: str
    language: str


class RegistryPending(Effect, frozen=True):
    """Make the ticket known to the registry, not redeemable yet."""

    ticket: TicketOut


class RegistryConfirm(Effect, frozen=True):
    """The ticket is in the player's hand: redeemable."""

    number: str


class RegistryVoid(Effect, frozen=True):
    """The ticket never reached the player: its number is worth nothing."""

    number: str


class RegistryRelease(Effect, frozen=True):
    """The ticket was not stacked: give the reservation back."""

    serial: str
    number: str


class RegistryRedeem(Effect, frozen=True):
    """The ticket is credited: it has paid."""

    serial: str
    number: str


class Print(Effect, frozen=True):
    """Print the ticket, once: after a crash the printer's own state decides."""

    ticket: TicketOut


class PrintReceipt(Effect, frozen=True):
    """Print the receipt of a payment by hand. Times are UTC in ISO 8601; ``by`` has confirmed it."""

    kind: str
    number: int
    cents: int
    at: str
    by: str
    language: str


# Not in the outbox: a receipt is worth nothing, and whatever is in the acceptor's escrow comes back by itself after a
# power cut.
AtOnce = ReturnNote | ReturnTicket | PrintReceipt
Written = Post | SignificantEvent | Remember | Outcome | Count | Keep | Acknowledge | EndPeriod | Seal
Queued = (
    Report
    | LookUp
    | Audit
    | PreparePayout
    | StackNote
    | ReserveTicket
    | StackTicket
    | RegistryPending
    | RegistryConfirm
    | RegistryVoid
    | RegistryRelease
    | RegistryRedeem
    | Print
)
# What is sent needs no outbox: the flight in the state is the same, and a start asks again for it. Files of before
# that hold slips there as well.
Begun = Queued | Send
Performed = Queued | Send | AtOnce
AnyEffect = Written | Notice | Performed


def sent_key(number: int, rev: int, n: int = 0) -> str:
    """The name of what was sent: a slip of the round, or a choice of its ``n``-th decision."""
    return f"choose:{number}:{n}:{rev}" if n else f"send:{number}:{rev}"


def outbox_key(effect: Begun) -> str:
    """The name under which the outbox holds the effect, or an older one did, until an event ends it."""
    match effect:
        case Send(slip=slip):
            return sent_key(slip.round, slip.rev, slip.n if isinstance(slip, Choice) else 0)
        case Report(record=record):
            return f"report:{record.round}:{what(record)}"
        case LookUp():
            return f"look-up:{effect.round}:{effect.decision}"
        case Audit(purpose=purpose):
            return f"audit:{purpose}"
        case PreparePayout():
            return "payout"
        case StackNote(serial=serial):
            return f"note:{serial}"
        case StackTicket(serial=serial):
            return f"ticket-item:{serial}"
        case ReserveTicket(serial=serial, number=number):
            return f"reserve:{number}:{serial}"  # the same ticket may be put in again before the first is answered
        case RegistryPending(ticket=ticket):
            return f"pending:{ticket.number}"
        case RegistryConfirm(number=number):
            return f"confirm:{number}"
        case RegistryVoid(number=number):
            return f"void:{number}"
        case RegistryRelease(serial=serial, number=number):
            return f"release:{number}:{serial}"
        case RegistryRedeem(number=number):
            return f"redeem:{number}"
        case Print(ticket=ticket):
            return f"print:{ticket.number}"
