"""The ports between a seat or the console and its devices. A simulated device and a real one look the same from here.

Everything is asynchronous. A device is told something and answers later, from a thread of its own choosing,
by calling the `deliver(event)` that it was built with; it never calls it from inside the call that told it.
A fault of the device becomes an event or a status, never an exception in the caller.
What they tell a seat is an event of the seat (`kiosk.seat.events`).
Commands may be repeated after a crash: a repeat does nothing twice and is answered again.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

import msgspec

from kiosk.games.game import Fact
from kiosk.seat.conditions import PrinterCondition
from kiosk.seat.events import (
    AcceptorIs,
    AcceptorReady,
    NoteBack,
    NoteIn,
    NoteOffered,
    PrinterIs,
    ReceiptNotOut,
    ReceiptOut,
    TicketBack,
    TicketIn,
    TicketNotPrinted,
    TicketOffered,
    TicketPrinted,
    TicketUnknown,
)
from kiosk.tickets.ticket import Receipt, Ticket


class PrintFault(StrEnum):
    """Why a ticket was not presented."""

    PAPER_OUT = "paper-out"  # for a printer of files: the disk is full
    JAM = "jam"
    COVER_OPEN = "cover-open"
    OFFLINE = "offline"  # for a printer of files: its folder is missing, read-only or broken
    UNPRINTABLE = "unprintable"  # a font or a sign of the text is missing
    NAME_TAKEN = "name-taken"  # another ticket has this sequence already


def not_printed(number: str, fault: PrintFault, detail: str = "") -> TicketNotPrinted:
    """That the ticket was not presented: its number must be voided, the money goes back.

    ``detail`` says in words what was found and what to do.
    """
    return TicketNotPrinted(number, f"{fault.value}: {detail}" if detail else fault.value)


class Presented(StrEnum):
    """What a printer remembers of a ticket."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class DealingStarted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="dealing-started"):
    """The dealing device runs, whoever set it going: Sic Bo 5.3.3 asks when."""


class DealingCounted(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="dealing-counted"):
    """It has done its act so many times since it started (Sic Bo 3.6)."""

    count: int


class DealingDone(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="dealing-done"):
    """It rests after it has done its act `times` times. `recognised` is what it reads, empty when it reads nothing.

    What it reads is a proposal: the dealer confirms it or enters what shows (Sic Bo 3.7).
    """

    times: int
    recognised: tuple[Fact, ...] = ()


class DealingFault(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="dealing-fault"):
    """It does not answer or does not work; `reason` says it in words. The dealer does the act and counts by hand."""

    reason: str


class DealingBack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="dealing-back"):
    """It answers again and rests. What it did meanwhile is not known."""


class DealingStatus(StrEnum):
    READY = "ready"
    RUNNING = "running"
    GONE = "gone"


DealingEvent = DealingStarted | DealingCounted | DealingDone | DealingFault | DealingBack

AcceptorEvent = (
    NoteOffered | NoteIn | NoteBack | TicketOffered | TicketIn | TicketBack | AcceptorIs | AcceptorReady
)
PrinterEvent = TicketPrinted | TicketNotPrinted | TicketUnknown | PrinterIs | ReceiptOut | ReceiptNotOut
DeviceEvent = AcceptorEvent | PrinterEvent

Deliver = Callable[[DeviceEvent], None]


class Later(Protocol):
    """Runs a device's job soon, in order, outside the call that asked for it."""

    def __call__(self, job: Callable[[], None], /) -> None: ...


class NoteAcceptor(Protocol):
    """Takes notes and tickets through one slot, one item in escrow at a time."""

    def power_up(self) -> None:
        """Call once, before anything else. Tells again what a power cut may have swallowed: an item that was
        in escrow has come back (`…Returned`), the item stacked last was stacked (`…Stacked`); then `AcceptorReady`."""

    def enable(self, enabled: bool, /) -> None:
        """Disabled (as after power-up), every item comes back. An item already in escrow stays there."""

    def stack(self, item_id: str, /) -> None:
        """Takes the item in escrow with this serial. An item that is not there is not answered."""

    def give_back(self, item_id: str, /) -> None:
        """Returns the item in escrow with this serial. An item that is not there is not answered."""


class Printer(Protocol):
    """Prints tickets, each original at most once."""

    def print(self, ticket: Ticket, /) -> None:
        """Answers with `TicketPrinted`, `TicketNotPrinted` or `TicketUnknown`, once.

        An original already presented is not printed again.
        """

    def print_receipt(self, receipt: Receipt, /) -> None:
        """Answers with `ReceiptOut` or `ReceiptNotOut`. A receipt is worth nothing; a repeat prints another."""

    def presented(self, number: str, /) -> Presented:
        """The printer's own memory of an original, asked after a crash before anything is printed again."""

    @property
    def status(self) -> PrinterCondition:
        """Whether a ticket could be printed now."""


class DealingDevice(Protocol):
    """What deals at the table: Sic Bo's tumbler. Its events go to the table's console, not to a seat."""

    def start(self) -> None:
        """Sets it going; answers with `DealingStarted`, then `DealingCounted` for each time, then `DealingDone`.

        One that runs already is not started again. One that is gone answers with `DealingFault`.
        """

    @property
    def status(self) -> DealingStatus:
        """What it does now."""
