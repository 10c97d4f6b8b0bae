"""A test print on the printer that was chosen, by the driver that the seat will use."""

from __future__ import annotations

import queue
import tempfile
import time
from pathlib import Path

from kiosk import local_time
from kiosk.app.config import SeatFile
from kiosk.app.machine import utc_now
from kiosk.app.printers import PrinterFile, open_press
from kiosk.app.state_dir import StateDir
from kiosk.devices.worker import Worker
from kiosk.faults import EnvironmentFault
from kiosk.seat.events import ReceiptNotOut, ReceiptOut
from kiosk.tickets.ticket import Language, Receipt, ReceiptKind

WITHIN_S = 45.0  # a queue has 30 s for a job


def print_test(file: SeatFile, printer: PrinterFile, by: str, within_s: float = WITHIN_S) -> str:
    """Print a page with this seat's names that is plainly no ticket. An empty text, or why it did not come out.

    Waits for the printer. Nothing of it is kept: the driver's memory is the seat's own later.
    """
    told: queue.Queue[object] = queue.Queue()
    receipt = Receipt(
        kind=ReceiptKind.TEST,
        number=1,
        cents=0,
        casino=file.casino,
        terminal=file.seat,
        table=file.table,
        at_utc=utc_now(),
        by=by,
        language=Language(file.language),
    )
    zone = local_time.zone()
    with tempfile.TemporaryDirectory(prefix="kiosk-setup-") as made:
        later = Worker("printer", told.put)
        try:
            press = open_press(printer, StateDir(Path(made)), told.put, later, told.put, zone)
        except (EnvironmentFault, OSError) as fault:
            later.close()
            return str(fault)
        try:
            press.printer.print_receipt(receipt)
            return _end(told, within_s)
        finally:
            press.close()
            later.close()


def _end(told: queue.Queue[object], within_s: float) -> str:
    until = time.monotonic() + within_s
    while (left := until - time.monotonic()) > 0:
        try:
            found = told.get(timeout=left)
        except queue.Empty:
            break
        match found:
            case ReceiptOut():
                return ""
            case ReceiptNotOut():
                return found.reason or "it did not come out"
            case BaseException():
                return f"{type(found).__name__}: {found}"
            case _:  # the printer's status on the way
                continue
    return f"no word of the printer within {within_s:.0f} s"
