"""What the printers that work in a thread of their own have in common."""

from __future__ import annotations

from collections.abc import Callable
from datetime import tzinfo
from typing import TypeVar

from kiosk.devices.ports import Deliver, PrinterEvent, PrintFault, not_printed
from kiosk.devices.printer.fonts import FontsMissing, TicketFonts
from kiosk.devices.printer.memory import LastTicket, TicketMemory
from kiosk.devices.printer.page import page_pdf
from kiosk.devices.printer.thread import BUSY, PrinterThread, Style
from kiosk.seat.conditions import PrinterCondition
from kiosk.seat.events import ReceiptNotOut, TicketNotPrinted
from kiosk.tickets.ticket import Receipt, Ticket

T = TypeVar("T")
_FAULT_OF = {
    PrinterCondition.PAPER_OUT: PrintFault.PAPER_OUT,
    PrinterCondition.JAM: PrintFault.JAM,
    PrinterCondition.COVER_OPEN: PrintFault.COVER_OPEN,
}


def fault_of(status: PrinterCondition) -> PrintFault:
    """Why a printer of this status prints nothing."""
    return _FAULT_OF.get(status, PrintFault.OFFLINE)


class NotWritten(Exception):
    """The driver's memory cannot be written."""


class ThreadedPrinter:
    """``deliver`` and ``on_bug`` are called in the printer's thread and must only enqueue; so is ``look``."""

    def __init__(
        self,
        look: Style,
        look_s: float,
        memory: TicketMemory,
        deliver: Deliver,
        on_bug: Callable[[BaseException], None],
        zone: tzinfo,
        fonts: Callable[[], TicketFonts],
    ) -> None:
        self._look = look
        self._memory = memory
        self._last = memory.load()
        self._deliver = deliver
        self._zone = zone
        self._fonts = fonts
        self._thread = PrinterThread(look, look_s, deliver, on_bug)
        self._thread.start()

    @property
    def status(self) -> PrinterCondition:
        """As it was when it was last looked at."""
        return self._thread.status

    def print(self, ticket: Ticket, /) -> None:
        """See `Printer`."""
        if not self._thread.put(lambda: self._print(ticket)):
            self._deliver(not_printed(ticket.number, PrintFault.OFFLINE, BUSY))

    def print_receipt(self, receipt: Receipt, /) -> None:
        """See `Printer`."""
        if not self._thread.put(lambda: self._receipt(receipt)):
            self._deliver(ReceiptNotOut(receipt.kind, receipt.number, BUSY))

    def close(self) -> None:
        """Finish the job at hand."""
        self._thread.close()

    # --- the printer's thread -----------------------------------------------------------------------------------

    def _print(self, ticket: Ticket) -> PrinterEvent:
        raise NotImplementedError

    def _receipt(self, receipt: Receipt) -> PrinterEvent:
        raise NotImplementedError

    def _laid_out(self, ticket: Ticket, make: Callable[[bytes], T]) -> T | TicketNotPrinted:
        """What ``make`` makes of the ticket's page, once the printer could print it; else why it is not printed."""
        number = ticket.number
        try:
            made = make(page_pdf(ticket, self._fonts(), self._zone))
        except FontsMissing as missing:
            return not_printed(number, PrintFault.UNPRINTABLE, str(missing))
        except Exception as bug:  # noqa: BLE001 - whatever keeps a ticket from being printed, its money goes back
            return not_printed(number, PrintFault.UNPRINTABLE, f"it cannot be laid out: {bug!r}")
        status, detail = self._look()
        self._thread.found(status, detail)
        return made if status.can_print else not_printed(number, fault_of(status), detail)

    def _remember(self, last: LastTicket) -> None:
        try:
            self._memory.save(last)
        except OSError as error:
            raise NotWritten(f"the driver's memory cannot be written: {error.strerror}") from error
        self._last = last
