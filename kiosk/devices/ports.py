"""The ports between a seat or the console and its devices. A simulated device and a real one look the same from here.

Everything is asynchronous. A device is told something and answers later, from a thread of its own choosing,
by calling the `deliver(event)` that it was built with; it never calls it from inside the call that told it.
A fault of the device becomes an event or a status, never an exception in the caller.
Commands may be repeated after a crash: a repeat does nothing twice and is answered again.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

import msgspec

from kiosk.games.game import Fact
from kiosk.tickets.ticket import Language, Receipt, ReceiptKind, Ticket, TicketKind, utc_time

__all__ = [
    "AcceptorChanged",
    "AcceptorEvent",
    "AcceptorStatus",
    "AcceptorUp",
    "Deliver",
    "DeviceEvent",
    "Language",
    "Later",
    "NoteAcceptor",
    "NoteInEscrow",
    "NoteReturned",
    "NoteStacked",
    "Presented",
    "PrintFailed",
    "PrintFault",
    "PrintUnknown",
    "Printer",
    "PrinterChanged",
    "PrinterEvent",
    "PrinterStatus",
    "Receipt",
    "ReceiptFailed",
    "ReceiptKind",
    "ReceiptPrinted",
    "Ticket",
    "TicketInEscrow",
    "TicketKind",
    "TicketPresented",
    "TicketReturned",
    "TicketStacked",
    "Tumbled",
    "Tumbler",
    "TumblerBack",
    "TumblerEvent",
    "TumblerFault",
    "TumblerRested",
    "TumblerStarted",
    "TumblerStatus",
    "utc_time",
]


class NoteInEscrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="note-in-escrow"):
    """A valid note is held: stack it or give it back. `serial` names this one insertion for ever."""

    device: str
    serial: str
    cents: int


class NoteStacked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="note-stacked"):
    """The note is in the box, stacked and valid: the only event that earns credit. May be told again."""

    device: str
    serial: str
    cents: int


class NoteReturned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="note-returned"):
    """The note is back in the player's hand, whether it was in escrow or never taken."""

    device: str
    serial: str


class TicketInEscrow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ticket-in-escrow"):
    """A ticket with a well-formed number is held: only the registry knows its worth."""

    device: str
    serial: str
    number: str


class TicketStacked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ticket-stacked"):
    """The ticket is in the box. May be told again."""

    device: str
    serial: str
    number: str


class TicketReturned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ticket-returned"):
    """The ticket is back in the player's hand."""

    device: str
    serial: str


class AcceptorStatus(StrEnum):
    """What an acceptor can say of itself. Everything but READY refuses every item until it is READY again."""

    READY = "ready"
    STACKER_FULL = "stacker-full"
    STACKER_OPEN = "stacker-open"  # the cash box is out
    JAM = "jam"  # in the acceptor or in the stacker
    CHEAT = "cheat"  # it believes that somebody pulls at an item
    FAILURE = "failure"  # it reports a fault of its own, or says what it cannot mean
    DISCONNECTED = "disconnected"  # it does not answer


class AcceptorChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="acceptor-changed"):
    """The acceptor is in another status than it told last; `detail` says it in words. It begins as READY."""

    device: str
    status: AcceptorStatus
    detail: str = ""


class AcceptorUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="acceptor-up"):
    """All that a power cut may have swallowed is told: an item that was not named was never stacked.

    Told once after `power_up`, as soon as the device has answered, however long that takes.
    """

    device: str


class PrintFault(StrEnum):
    """Why a ticket was not presented."""

    PAPER_OUT = "paper-out"  # for a printer of files: the disk is full
    JAM = "jam"
    COVER_OPEN = "cover-open"
    OFFLINE = "offline"  # for a printer of files: its folder is missing, read-only or broken
    UNPRINTABLE = "unprintable"  # a font or a sign of the text is missing
    NAME_TAKEN = "name-taken"  # another ticket has this sequence already


class TicketPresented(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="ticket-presented"):
    """The ticket of this number is in the player's reach, for good. May be told again."""

    number: str


class PrintFailed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="print-failed"):
    """The ticket of this number was not presented: its number must be voided, the money goes back.

    `detail` says it in words: what was found and what to do.
    """

    number: str
    reason: PrintFault
    detail: str = ""


class PrintUnknown(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="print-unknown"):
    """Nobody can tell whether the ticket of this number came out whole: a person must look.

    `detail` says in words what happened.
    """

    number: str
    detail: str = ""


class PrinterChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="printer-changed"):
    """The printer is in another status than it told last; `detail` says it in words. It begins as READY."""

    status: "PrinterStatus"
    detail: str = ""


class ReceiptPrinted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="receipt-printed"):
    """The receipt of this kind and number came out."""

    kind: ReceiptKind
    number: int


class ReceiptFailed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="receipt-failed"):
    """The receipt did not come out, or nobody can tell. No money hangs on it."""

    kind: ReceiptKind
    number: int
    detail: str = ""


class Presented(StrEnum):
    """What a printer remembers of a ticket."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class PrinterStatus(StrEnum):
    READY = "ready"
    PAPER_LOW = "paper-low"
    PAPER_OUT = "paper-out"
    JAM = "jam"
    COVER_OPEN = "cover-open"
    OFFLINE = "offline"  # it does not answer


class TumblerStarted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tumbler-started"):
    """The dice tumbler turns, whoever set it going: rule 5.3.3 asks when."""


class Tumbled(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tumbled"):
    """It has tumbled so many times since it started (rule 3.6)."""

    count: int


class TumblerRested(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tumbler-rested"):
    """It rests after `tumbles` tumbles. `recognised` is what it reads on the dice, empty when it reads none.

    What it reads is a proposal: the dealer confirms or enters what the dice show (rule 3.7).
    """

    tumbles: int
    recognised: tuple[Fact, ...] = ()


class TumblerFault(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tumbler-fault"):
    """It does not answer or does not work; `reason` says it in words. The dealer tumbles and counts by hand."""

    reason: str


class TumblerBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="tumbler-back"):
    """It answers again and rests. What it did meanwhile is not known."""


class TumblerStatus(StrEnum):
    READY = "ready"
    TUMBLING = "tumbling"
    GONE = "gone"


TumblerEvent = TumblerStarted | Tumbled | TumblerRested | TumblerFault | TumblerBack

AcceptorEvent = (
    NoteInEscrow
    | NoteStacked
    | NoteReturned
    | TicketInEscrow
    | TicketStacked
    | TicketReturned
    | AcceptorChanged
    | AcceptorUp
)
PrinterEvent = TicketPresented | PrintFailed | PrintUnknown | PrinterChanged | ReceiptPrinted | ReceiptFailed
DeviceEvent = AcceptorEvent | PrinterEvent

Deliver = Callable[[DeviceEvent], None]


class Later(Protocol):
    """Runs a device's job soon, in order, outside the call that asked for it."""

    def __call__(self, job: Callable[[], None], /) -> None: ...


class NoteAcceptor(Protocol):
    """Takes notes and tickets through one slot, one item in escrow at a time."""

    def power_up(self) -> None:
        """Call once, before anything else. Tells again what a power cut may have swallowed: an item that was
        in escrow has come back (`…Returned`), the item stacked last was stacked (`…Stacked`); then `AcceptorUp`."""

    def enable(self, enabled: bool, /) -> None:
        """Disabled (as after power-up), every item comes back. An item already in escrow stays there."""

    def stack(self, item_id: str, /) -> None:
        """Takes the item in escrow with this serial. An item that is not there is not answered."""

    def give_back(self, item_id: str, /) -> None:
        """Returns the item in escrow with this serial. An item that is not there is not answered."""


class Printer(Protocol):
    """Prints tickets, each original at most once."""

    def print(self, ticket: Ticket, /) -> None:
        """Answers with `TicketPresented`, `PrintFailed` or `PrintUnknown`, once.

        An original already presented is not printed again.
        """

    def print_receipt(self, receipt: Receipt, /) -> None:
        """Answers with `ReceiptPrinted` or `ReceiptFailed`. A receipt is worth nothing; a repeat prints another."""

    def presented(self, number: str, /) -> Presented:
        """The printer's own memory of an original, asked after a crash before anything is printed again."""

    @property
    def status(self) -> PrinterStatus:
        """Whether a ticket could be printed now."""


class Tumbler(Protocol):
    """Tumbles the three dice. Its events go to the table's console, not to a seat."""

    def start(self) -> None:
        """Sets it going; answers with `TumblerStarted`, then `Tumbled` for each tumble, then `TumblerRested`.

        One that turns already is not started again. One that is gone answers with `TumblerFault`.
        """

    @property
    def status(self) -> TumblerStatus:
        """What it does now."""
