"""The ticket printer of a seat: files, an ESC/POS printer or a CUPS queue, behind one port."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from datetime import tzinfo
from typing import Annotated, Literal

import msgspec

from kiosk.app.state_dir import StateDir
from kiosk.devices.ports import Deliver, Later, Printer
from kiosk.devices.printer.pdf import PdfPrinter

Port = Annotated[int, msgspec.Meta(ge=1, le=65_535)]
UsbId = Annotated[int, msgspec.Meta(ge=0, le=0xFFFF)]
NETWORK_PORT, SERIAL_BAUD = 9_100, 115_200
_NAMES = ("host", "serial", "usb_vendor")
_OF_KIND = {
    "pdf": (),
    "escpos-simulated": (),
    "escpos": ("host", "port", "serial", "baud", "usb_vendor", "usb_product"),
    "cups": ("queue",),
}


class PrinterFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The printer in a seat's configuration.

    ``pdf`` writes every ticket to the state directory. ``escpos`` has one of ``host`` (and ``port``), ``serial``
    (and ``baud``) or ``usb_vendor`` with ``usb_product``. ``cups`` has ``queue``, as ipp://127.0.0.1/printers/till.
    ``escpos-simulated`` is an ESC/POS printer that is not there; its papers are pictures in the state directory.
    """

    kind: Literal["pdf", "escpos", "escpos-simulated", "cups"] = "pdf"
    host: str | None = None
    port: Port | None = None
    serial: str | None = None
    baud: Annotated[int, msgspec.Meta(ge=1_200, le=1_000_000)] | None = None
    usb_vendor: UsbId | None = None
    usb_product: UsbId | None = None
    queue: str | None = None

    def why_not(self) -> str | None:
        """What contradicts itself, naming key, value and what is expected; None when all is well."""
        named = [
            name for name in self.__struct_fields__ if name != "kind" and getattr(self, name) is not None
        ]
        stray = [name for name in named if name not in _OF_KIND[self.kind]]
        if stray:
            value = getattr(self, stray[0])
            return f"printer.{stray[0]} of {value!r}: expected none for a printer of the kind {self.kind!r}"
        if self.kind == "escpos":
            return self._why_no_line(named)
        if self.kind == "cups" and (self.queue is None or not self.queue.startswith(("ipp://", "ipps://"))):
            return f"printer.queue of {self.queue!r}: expected the address of a queue, as ipp://127.0.0.1/printers/till"
        return None

    def _why_no_line(self, named: list[str]) -> str | None:
        lines = [name for name in _NAMES if name in named]
        if len(lines) != 1:
            found = " and ".join(f"printer.{name}" for name in lines) or "none of them"
            return f"printer names {found}: expected exactly one of host, serial and usb_vendor"
        if (self.usb_vendor is None) is not (self.usb_product is None):
            return "printer.usb_vendor and printer.usb_product belong together: expected both"
        if self.port is not None and self.host is None:
            return f"printer.port of {self.port}: expected beside printer.host alone"
        if self.baud is not None and self.serial is None:
            return f"printer.baud of {self.baud}: expected beside printer.serial alone"
        return None


class Press:
    """A printer, and how it ends."""

    def __init__(self, printer: Printer, close: Callable[[], object]) -> None:
        self.printer = printer
        self.close = close


def open_press(
    file: PrinterFile,
    folder: StateDir,
    deliver: Deliver,
    later: Later,
    on_bug: Callable[[BaseException], None],
    zone: tzinfo,
) -> Press:
    """The printer of the file. Raises :class:`EnvironmentFault` for a memory that is damaged.

    One that does not answer is no fault here: it is off line until it does.
    """
    match file.kind:
        case "pdf":
            return Press(PdfPrinter(folder.tickets, deliver, later, zone=zone), lambda: None)
        case "cups":
            return _cups(file, folder, deliver, on_bug, zone)
        case _:
            return _escpos(file, folder, deliver, on_bug, zone)


def _cups(
    file: PrinterFile,
    folder: StateDir,
    deliver: Deliver,
    on_bug: Callable[[BaseException], None],
    zone: tzinfo,
) -> Press:
    from kiosk.devices.printer.cups import CupsPrinter, CupsQueue
    from kiosk.devices.printer.memory import TicketMemory

    queue = CupsQueue(file.queue or "")
    printer = CupsPrinter(queue, TicketMemory(folder.printer), deliver, on_bug, zone=zone)
    return Press(printer, printer.close)


def _escpos(
    file: PrinterFile,
    folder: StateDir,
    deliver: Deliver,
    on_bug: Callable[[BaseException], None],
    zone: tzinfo,
) -> Press:
    from kiosk.devices.printer.escpos.driver import EscposPrinter
    from kiosk.devices.printer.escpos.lines import NetworkLine, OpenLine, SerialLine, UsbLine
    from kiosk.devices.printer.memory import TicketMemory
    from kiosk.simulators.escpos.listening import NetworkPort
    from kiosk.simulators.escpos.paper import Paper

    def line(host: str | None, port: int) -> OpenLine:
        if host is not None:
            return lambda: NetworkLine(host, port)
        if file.serial is not None:
            name, baud = file.serial, file.baud or SERIAL_BAUD
            return lambda: SerialLine(name, baud)
        return lambda: UsbLine(file.usb_vendor or 0, file.usb_product or 0)

    with ExitStack() as opened:
        if file.kind == "escpos-simulated":
            listening = NetworkPort(Paper(folder.tickets))
            opened.callback(listening.close)
            open_line = line("127.0.0.1", listening.port)
        else:
            open_line = line(file.host, file.port or NETWORK_PORT)
        printer = EscposPrinter(open_line, TicketMemory(folder.printer), deliver, on_bug, zone=zone)
        opened.callback(printer.close)
        return Press(printer, opened.pop_all().close)
