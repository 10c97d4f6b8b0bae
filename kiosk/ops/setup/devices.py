"""The devices of the machine as a seat may use them: what was found, and the part of seat.toml that names it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from kiosk.app.acceptors import WHOLE_UNITS, AcceptorFile
from kiosk.app.cabinets import CabinetFile
from kiosk.app.printers import PrinterFile
from kiosk.faults import EnvironmentFault
from kiosk.ops.setup.serial_ports import Found, What
from kiosk.simulators.notes import NOTES

CUPS: Final = "ipp://127.0.0.1:631/"
_PRINTER_CLASS: Final = "07"  # of a USB interface
_DIRECT: Final = 1  # the bit of an input device whose touches lie where they are seen
_MULTI_TOUCH: Final = 0x35  # the bit of its axis across
_QUEUE_NAME = re.compile(r"[^\s/?#]{1,127}")
_D = TypeVar("_D")
_MOST: Final = 64  # of each kind that are listed


class UsbPrinter(msgspec.Struct, frozen=True):
    """A printer on USB, by its vendor and product."""

    vendor: int
    product: int
    words: str = ""


class Queue(msgspec.Struct, frozen=True):
    """A queue of CUPS on this machine."""

    name: str
    uri: str


class Devices(msgspec.Struct, frozen=True):
    """All that was found. ``touch``: the names of the touch screens."""

    ports: tuple[Found, ...] = ()
    usb: tuple[UsbPrinter, ...] = ()
    queues: tuple[Queue, ...] = ()
    touch: tuple[str, ...] = ()

    def acceptors(self) -> tuple[AcceptorFile, ...]:
        """The acceptors that were found, with those of their notes that a seat may take."""
        return tuple(
            AcceptorFile(kind="id003", port=one.port.name, notes=_usable(one.notes), country=one.country)
            for one in self._at(What.ACCEPTOR)
        )

    def cabinets(self) -> tuple[CabinetFile, ...]:
        """The door boards that were found."""
        return tuple(CabinetFile(kind="board", port=one.port.name) for one in self._at(What.CABINET))

    def printers(self) -> tuple[PrinterFile, ...]:
        """The printers that were found: those that answered on a line first, then USB, then queues."""
        lines = [
            PrinterFile(kind="escpos", serial=one.port.name, baud=one.baud) for one in self._at(What.PRINTER)
        ]
        usb = [PrinterFile(kind="escpos", usb_vendor=one.vendor, usb_product=one.product) for one in self.usb]
        queues = [PrinterFile(kind="cups", queue=queue.uri) for queue in self.queues]
        return (*lines, *usb, *queues)

    def _at(self, what: What) -> list[Found]:
        return [one for one in self.ports if one.what is what]


def only(kind: str, found: Sequence[_D], without: str, ports: Sequence[Found]) -> _D:
    """The one device that was found. Raises :class:`EnvironmentFault` for none and for several."""
    if len(found) == 1:
        return found[0]
    looked = ", ".join(f"{one.port.name} ({one.what}{': ' if one.words else ''}{one.words})" for one in ports)
    several = "; ".join(place_of(one) for one in found)
    what = (
        f"{len(found)} found: {several}" if found else f"none found; looked at {looked or 'no serial port'}"
    )
    raise EnvironmentFault(
        f"{kind} of 'find': {what}; expected exactly one",
        f"Plug it in and start again, name it with [{kind}], or write kind = {without!r} for a seat without one",
    )


def place_of(device: Any) -> str:  # noqa: ANN401 - one of the three parts of seat.toml
    """Where a device is, in a few words: its port, queue or name on USB; else its kind."""
    match device:
        case PrinterFile(kind="escpos", usb_vendor=int(vendor), usb_product=int(product)):
            return f"USB {vendor:04x}:{product:04x}"
        case PrinterFile(kind="escpos", serial=str(serial), baud=baud):
            return f"{serial}, {baud} baud" if baud else serial
        case PrinterFile(kind="escpos", host=str(host), port=port):
            return f"{host}:{port}" if port else host
        case PrinterFile(kind="cups", queue=str(queue)):
            return queue
        case AcceptorFile(port=str(port)) | CabinetFile(port=str(port)) if port:
            return port
        case _:
            return str(device.kind)


def _usable(notes: Sequence[int]) -> tuple[int, ...]:
    """Notes of whole units; what a seat takes by itself when the acceptor does not say."""
    found = tuple(cents for cents in notes if cents % WHOLE_UNITS == 0)
    return found or NOTES


# --- what the system knows ------------------------------------------------------------------------------------------


def usb_printers(sysfs: Path = Path("/sys")) -> tuple[UsbPrinter, ...]:
    """The printers on USB, from what the kernel says of every device."""
    found = []
    for interface in sorted(sysfs.glob("bus/usb/devices/*/bInterfaceClass")):
        if _line(interface) != _PRINTER_CLASS:
            continue
        device = interface.parent.resolve().parent
        try:
            vendor, product = int(_line(device / "idVendor"), 16), int(_line(device / "idProduct"), 16)
        except ValueError:
            continue
        words = " ".join(filter(None, (_line(device / "manufacturer"), _line(device / "product"))))
        found.append(UsbPrinter(vendor, product, words))
    return tuple(dict.fromkeys(found))[:_MOST]


def touch_screens(sysfs: Path = Path("/sys")) -> tuple[str, ...]:
    """The names of the input devices that are touched where they are seen."""
    events = [
        event
        for event in sorted(sysfs.glob("class/input/event*/device"))
        if _bit(_line(event / "properties"), _DIRECT)
        and _bit(_line(event / "capabilities/abs"), _MULTI_TOUCH)
    ]
    return tuple(_line(event / "name") or event.parent.name for event in events[:_MOST])


def queues(server: str = CUPS, within_s: int = 3) -> tuple[Queue, ...]:
    """The queues of CUPS on this machine; none when it does not run. Raises nothing for a server that is away."""
    from pyipp import IPP
    from pyipp.enums import IppOperation
    from pyipp.exceptions import IPPError

    async def ask() -> dict[str, Any]:
        async with IPP(server, request_timeout=within_s) as ipp:
            wanted = {"requested-attributes": ["printer-name"]}
            found: dict[str, Any] = await ipp.execute(
                IppOperation.CUPS_GET_PRINTERS, {"operation-attributes-tag": wanted}
            )
            return found

    try:
        told = asyncio.run(ask()).get("printers", [])
    except (IPPError, TimeoutError, OSError):
        return ()
    names = [str(one.get("printer-name", "")) for one in told if isinstance(one, dict)]
    return tuple(
        Queue(name, f"{server.rstrip('/')}/printers/{name}") for name in names if _QUEUE_NAME.fullmatch(name)
    )[:_MOST]


def _line(path: Path) -> str:
    try:
        text = path.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
    return text if text.isprintable() else ""


def _bit(words: str, bit: int) -> bool:
    """Whether a bit is set in a bitmap as sysfs writes it: words of 64 bits, the highest first."""
    try:
        parts = [int(word, 16) for word in words.split()]
    except ValueError:
        return False
    at = bit // 64
    return at < len(parts) and bool(parts[-1 - at] >> bit % 64 & 1)
