"""The serial ports of the machine, and what answers at the other end of each."""

from __future__ import annotations

import termios
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from kiosk.devices.cabinet import framing as board
from kiosk.devices.cabinet.messages import POLL, STATE, NotUnderstood, Order, read_state, write_order
from kiosk.devices.cabinet.wire import BAUD as BOARD_BAUD
from kiosk.devices.notes.id003 import framing as id003
from kiosk.devices.notes.id003.codes import Command, Status, Worth, read_currency
from kiosk.devices.notes.id003.wire import BAUD as ID003_BAUD
from kiosk.devices.notes.id003.wire import SerialWire, Wire
from kiosk.devices.printer.escpos.status import QUESTIONS, is_answer, question, read_status
from kiosk.faults import why
from kiosk.seat.conditions import PrinterCondition

ANSWER_S: Final = 0.3
TRIES: Final = 2  # the first frame after a line was opened may be cut
PRINTER_BAUDS: Final = (115_200, 9_600, 38_400, 19_200)
MOST_NOTES: Final = 8
_NAMES: Final = (
    "etg",
    "serial/by-path",
    "serial/by-id",
)  # in /dev; the first that has the device is its name
_WRITE_S: Final = 0.3
_SEQUENCE: Final = 1
_F = TypeVar("_F")


class What(StrEnum):
    """What hangs on a port."""

    ACCEPTOR = "acceptor"
    CABINET = "cabinet"
    PRINTER = "printer"
    NOTHING = "nothing"  # that we know
    CLOSED = "closed"  # the port cannot be opened


class Port(msgspec.Struct, frozen=True):
    """A serial port: the name that stays, the device behind it now, and what the system says of it."""

    name: str
    device: str
    words: str = ""

    @property
    def stays(self) -> bool:
        """Whether the name is still this port's after something was plugged in first."""
        return self.name != self.device or not self.device.startswith(("/dev/ttyUSB", "/dev/ttyACM"))


class Found(msgspec.Struct, frozen=True):
    """A port and what answered there. ``baud``: of a printer.

    Of an acceptor: ``notes`` that it knows, in cents, and their ``country``, as the maker numbers countries; None where
    it names several or none.
    """

    port: Port
    what: What
    words: str = ""
    notes: tuple[int, ...] = ()
    baud: int = 0
    country: int | None = None


OpenPort = Callable[[str, int, bool], Wire]
"""Opens a port by name and baud, with even parity or none. Raises OSError."""


class _PortWire(SerialWire):
    """A serial port at any speed. A far end that takes nothing is a fault of the line."""

    def __init__(self, port: str, baud: int, *, even: bool) -> None:
        import serial

        parity = serial.PARITY_EVEN if even else serial.PARITY_NONE
        try:
            self._port = serial.Serial(
                port, baud, parity=parity, timeout=0, write_timeout=_WRITE_S, exclusive=True
            )
        except termios.error as error:
            raise OSError(*error.args) from error


def open_port(port: str, baud: int, even: bool) -> Wire:
    """See :data:`OpenPort`."""
    return _PortWire(port, baud, even=even)


def serial_ports(dev: Path = Path("/dev")) -> tuple[Port, ...]:
    """The ports that the machine has, each once, under the name that stays where there is one."""
    from serial.tools.list_ports import comports

    named = _stable_names(dev)
    found = []
    for info in sorted(comports(), key=lambda info: str(info.device)):
        device = str(info.device)
        said = info.description if info.description not in (None, "n/a") else ""
        found.append(Port(named.get(device, device), device, str(said or "")))
    return tuple(found)


def _stable_names(dev: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in _NAMES:
        for link in sorted((dev / folder).glob("*")):
            if link.is_symlink():
                found.setdefault(str(link.resolve()), str(link))
    return found


def identify_all(ports: Sequence[Port], opener: OpenPort = open_port) -> tuple[Found, ...]:
    """What hangs on each of the ports, one after the other. Takes up to about four seconds for a silent one."""
    return tuple(identify(port, opener) for port in ports)


def identify(port: Port, opener: OpenPort = open_port) -> Found:
    """What hangs on a port.

    Printers are asked first, in real time, which prints nothing; frames for another device would be printed as text.
    Neither of the other two takes a byte for its own that is in no frame of its own with its own check sum.
    """
    try:
        for ask in (_printer, _board, _acceptor):
            found = ask(port, opener)
            if found is not None:
                return found
    except OSError as error:
        return Found(port, What.CLOSED, why(error))
    return Found(port, What.NOTHING)


def _printer(port: Port, opener: OpenPort) -> Found | None:
    for baud in PRINTER_BAUDS:
        wire = opener(port.name, baud, False)
        try:
            answers: dict[int, int] = {}
            for kind in QUESTIONS:
                wire.send(question(kind))
                come = wire.receive(ANSWER_S)
                if len(come) != 1 or not is_answer(come[0]):
                    break
                answers[kind] = come[0]
        finally:
            wire.close()
        if len(answers) == len(QUESTIONS):
            status, words = read_status(answers)
            return Found(
                port, What.PRINTER, words if status is not PrinterCondition.READY else "ready", baud=baud
            )
    return None


def _board(port: Port, opener: OpenPort) -> Found | None:
    wire = opener(port.name, BOARD_BAUD, False)
    try:
        for _ in range(TRIES):
            reader = board.Reader()
            wire.send(board.encode(board.Frame(POLL, _SEQUENCE, write_order(Order()))))
            for frame in _frames(wire, reader.feed):
                if frame.code != STATE or frame.sequence != _SEQUENCE:
                    continue
                try:
                    state = read_state(frame.data)
                except NotUnderstood:  # an answer of another version is none of a board that we know
                    continue
                return Found(port, What.CABINET, f"{state.serial}, {state.firmware}")
    finally:
        wire.close()
    return None


def _acceptor(port: Port, opener: OpenPort) -> Found | None:
    wire = opener(port.name, ID003_BAUD, True)
    try:
        status = _ask(wire, Command.STATUS)
        if status is None or status.code not in set(Status):
            return None
        version = _ask(wire, Command.VERSION)
        # A line that echoes says "idling" as well: the same byte asks for the status. It has no version to tell.
        if version is None or version.code != Command.VERSION or not version.data:
            return None
        words = version.data.decode("ascii", "replace").strip("\0 ")
        words = words if words.isprintable() else Status(status.code).name.lower()
        table = _notes(wire)
        countries = {worth.country for worth in table.values()}
        return Found(
            port,
            What.ACCEPTOR,
            words,
            notes=tuple(sorted({worth.cents for worth in table.values()}))[:MOST_NOTES],
            country=countries.pop() if len(countries) == 1 else None,
        )
    finally:
        wire.close()


def _notes(wire: Wire) -> dict[int, Worth]:
    """The notes that an acceptor knows; none when it does not say."""
    told = _ask(wire, Command.CURRENCY)
    if told is None or told.code != Command.CURRENCY:
        return {}
    try:
        return read_currency(told.data)
    except ValueError:
        return {}


def _ask(wire: Wire, command: Command) -> id003.Frame | None:
    for _ in range(TRIES):
        reader = id003.Reader()
        wire.send(id003.encode(id003.Frame(command)))
        for frame in _frames(wire, reader.feed):
            return frame
    return None


def _frames(wire: Wire, feed: Callable[[bytes], list[_F]]) -> list[_F]:
    """The frames that come within the time for an answer."""
    end = time.monotonic() + ANSWER_S
    while (left := end - time.monotonic()) > 0:
        found = feed(wire.receive(left))
        if found:
            return found
    return []
