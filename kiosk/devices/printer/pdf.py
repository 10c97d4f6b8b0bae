"""The default printer: every ticket is a one-page PDF in a folder.

The renamed file is the ticket in the player's reach; a half-written one never has that name. The file name
carries the sequence and the last four digits, never the whole number.
"""

import errno
import os
import shutil
from collections.abc import Callable
from datetime import UTC, tzinfo
from enum import StrEnum
from pathlib import Path
from typing import Final

from kiosk.devices.files import sync_folder, write_synced
from kiosk.devices.ports import Deliver, Later, Presented, PrinterEvent, PrintFault, not_printed
from kiosk.devices.printer.fonts import FontsMissing, TicketFonts, ticket_fonts
from kiosk.devices.printer.page import metadata_keywords, page_pdf
from kiosk.devices.printer.receipt import receipt_pdf
from kiosk.faults import why
from kiosk.seat.conditions import PrinterCondition
from kiosk.seat.events import ReceiptNotOut, ReceiptOut, TicketNotPrinted, TicketPrinted
from kiosk.tickets.ticket import Receipt, Ticket

_NO_PAPER: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_ROOM_BYTES: Final = 1024 * 1024  # a ticket takes about 25,000
_PART: Final = ".part"


class PrintStep(StrEnum):
    """Where a fault can be put into the printer."""

    BEFORE = "before"
    MIDDLE = "middle"  # half of the ticket is written
    PRESENTED = "presented"  # the file has its name, the folder is not synced


class AnswerLost(Exception):
    """Raised by a faults port: the cable is pulled or the power fails here; no event is ever told."""


Faults = Callable[[PrintStep], None]


def no_faults(_step: PrintStep, /) -> None:
    """The healthy printer."""


class PdfPrinter:
    """Fits `Printer`. One printer owns its folder; times are printed in `zone`.

    `faults` is called at each `PrintStep` and may raise OSError (disk full, read-only) or AnswerLost.
    """

    def __init__(
        self,
        folder: Path,
        deliver: Deliver,
        later: Later,
        *,
        zone: tzinfo = UTC,
        fonts: Callable[[], TicketFonts] = ticket_fonts,
        faults: Faults = no_faults,
    ) -> None:
        self._folder = folder
        self._deliver = deliver
        self._later = later
        self._zone = zone
        self._fonts = fonts
        self._faults = faults

    @property
    def status(self) -> PrinterCondition:
        """OFFLINE without a folder to write to, PAPER_OUT when the disk is nearly full: looked up each time."""
        try:
            if not os.access(self._folder, os.W_OK | os.X_OK, effective_ids=True):
                return PrinterCondition.OFFLINE
            room = shutil.disk_usage(self._folder).free >= _ROOM_BYTES
        except OSError:
            return PrinterCondition.OFFLINE
        return PrinterCondition.READY if room else PrinterCondition.PAPER_OUT

    def print(self, ticket: Ticket, /) -> None:
        self._later(lambda: self._print(ticket))

    def print_receipt(self, receipt: Receipt, /) -> None:
        self._later(lambda: self._deliver(self._receipt(receipt)))

    def presented(self, number: str, /) -> Presented:
        """Looks at the files: YES or NO, or UNKNOWN when the folder or a file in question cannot be read."""
        try:
            paths = sorted(self._folder.iterdir())
            answer = self._among(number, [path for path in paths if path.name.endswith(_ending(number))])
            if answer is Presented.YES:
                sync_folder(self._folder)  # the crash may have come before this
        except OSError:
            return Presented.UNKNOWN
        return answer

    def _among(self, number: str, paths: list[Path]) -> Presented:
        wanted = metadata_keywords(number).encode("ascii")
        answer = Presented.NO
        for path in paths:
            data = path.read_bytes()
            if not data.rstrip().endswith(b"%%EOF"):
                answer = Presented.UNKNOWN
            elif wanted in data:
                return Presented.YES
        return answer

    def _print(self, ticket: Ticket) -> None:
        try:
            event = self._print_once(ticket)
        except AnswerLost:
            return
        self._deliver(event)

    def _print_once(self, ticket: Ticket) -> PrinterEvent:
        if not ticket.duplicate and self.presented(ticket.number) is Presented.YES:
            return TicketPrinted(ticket.number)
        path = None
        try:
            path = self._path(ticket)
            if path.exists():
                detail = f"{path}: this file is there already; expected a new sequence"
                return not_printed(ticket.number, PrintFault.NAME_TAKEN, detail)
            self._write(ticket, path)
        except FontsMissing as missing:
            return not_printed(ticket.number, PrintFault.UNPRINTABLE, str(missing))
        except OSError as error:
            return self._failed(ticket, path, error)
        except AnswerLost:
            raise
        except Exception as bug:  # noqa: BLE001 - whatever keeps a ticket from being printed, its money goes back
            detail = f"ticket {ticket.sequence} cannot be laid out: {bug!r}"
            return not_printed(ticket.number, PrintFault.UNPRINTABLE, detail + self._take_back(path))
        return TicketPrinted(ticket.number)

    def _write(self, ticket: Ticket, path: Path) -> None:
        self._faults(PrintStep.BEFORE)
        data = page_pdf(ticket, self._fonts(), self._zone)
        for left_over in self._folder.glob("*" + _PART):  # of a print that a crash cut short
            left_over.unlink()
        part = _part(path)
        write_synced(part, data, half_way=lambda: self._faults(PrintStep.MIDDLE))
        part.rename(path)
        self._faults(PrintStep.PRESENTED)
        sync_folder(self._folder)

    def _receipt(self, receipt: Receipt) -> PrinterEvent:
        """A receipt is a file of its own each time: nobody takes two for two payments, they bear one number."""
        path, count = self._receipt_path(receipt, 1), 1
        while path.exists():
            count += 1
            path = self._receipt_path(receipt, count)
        try:
            write_synced(_part(path), receipt_pdf(receipt, self._fonts(), self._zone))
            _part(path).rename(path)
            sync_folder(self._folder)
        except (OSError, FontsMissing) as error:
            return ReceiptNotOut(
                receipt.kind, receipt.number, f"{path.name}: {why(error)}{self._take_back(path)}"
            )
        except Exception as bug:  # noqa: BLE001 - whatever keeps a receipt from being printed, the money is paid
            return ReceiptNotOut(receipt.kind, receipt.number, f"it cannot be laid out: {bug!r}")
        return ReceiptOut(receipt.kind, receipt.number)

    def _receipt_path(self, receipt: Receipt, count: int) -> Path:
        again = f"-{count}" if count > 1 else ""
        return self._folder / f"receipt-{receipt.kind}-{receipt.number:06d}{again}.pdf"

    def _failed(self, ticket: Ticket, path: Path | None, error: OSError) -> TicketNotPrinted:
        left = self._take_back(path)
        reason = PrintFault.PAPER_OUT if error.errno in _NO_PAPER else PrintFault.OFFLINE
        detail = (
            f"ticket {ticket.sequence} in {self._folder}: {error.strerror}; expected room and leave to write"
        )
        return not_printed(ticket.number, reason, detail + left)

    def _take_back(self, path: Path | None) -> str:
        """Takes the paper back where it can. Left or not, a failed ticket is worthless: its number is voided."""
        left = ""
        for found in (_part(path), path) if path is not None else ():
            try:
                found.unlink(missing_ok=True)
            except OSError:
                left = f"; {found} could not be removed"
        return left

    def _path(self, ticket: Ticket) -> Path:
        """Of a duplicate, the first name that is free: each is a paper of its own."""
        stem = f"ticket-{ticket.sequence:06d}"
        if not ticket.duplicate:
            return self._folder / (stem + _ending(ticket.number))
        count = 1
        while (path := self._folder / f"{stem}-duplicate-{count}-{ticket.number[-4:]}.pdf").exists():
            count += 1
        return path


def _ending(number: str) -> str:
    return f"-original-{number[-4:]}.pdf"


def _part(path: Path) -> Path:
    return path.with_name(path.name + _PART)
