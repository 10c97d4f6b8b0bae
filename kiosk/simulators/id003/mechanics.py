"""The far side of an ID-003 line: where an item is, what each command does to it, what a power cut leaves."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Callable, Mapping
from enum import StrEnum

from msgspec.structs import replace

from kiosk.devices.files import Memory, Volatile
from kiosk.devices.notes.id003.codes import (
    INVALID_COMMAND,
    TICKET,
    Command,
    Status,
    write_currency,
)
from kiosk.devices.notes.id003.framing import Frame
from kiosk.simulators.notes import Item, Remembered

COUNTRY = 0x01
NOTE_CODES = (0x62, 0x63, 0x64, 0x65, 0x66)  # in the order of the notes


class Fault(StrEnum):
    """What can be wrong with the acceptor until it is mended."""

    STACKER_FULL = "stacker-full"
    STACKER_OPEN = "stacker-open"
    JAM_IN_ACCEPTOR = "jam-in-acceptor"
    JAM_IN_STACKER = "jam-in-stacker"
    CHEATED = "cheated"
    FAILURE = "failure"
    PAUSE = "pause"
    UNKNOWN = "unknown"  # a status that is in no book


_STATUS_OF: Mapping[Fault, int] = {
    Fault.STACKER_FULL: Status.STACKER_FULL,
    Fault.STACKER_OPEN: Status.STACKER_OPEN,
    Fault.JAM_IN_ACCEPTOR: Status.JAM_IN_ACCEPTOR,
    Fault.JAM_IN_STACKER: Status.JAM_IN_STACKER,
    Fault.CHEATED: Status.CHEATED,
    Fault.FAILURE: Status.FAILURE,
    Fault.PAUSE: Status.PAUSE,
    Fault.UNKNOWN: 0x2F,
}
# How long each stretch of the way takes on a real one, in ms.
WAY_MS: Mapping[Status, int] = {
    Status.ACCEPTING: 250,
    Status.STACKING: 150,
    Status.STACKED: 60,
    Status.RETURNING: 200,
    Status.REJECTING: 200,
    Status.INITIALIZE: 100,
}
AT_ONCE: Mapping[Status, int] = {}


class Mechanics:
    """One acceptor. ``insert`` and ``insert_ticket`` are the hand; ``answer`` is one command of the line.

    Every status lasts at least one answer, and on its way as long as ``way_ms`` says by ``clock_ms``. ``memory``
    knows where an item is through a power cut; it is written when an item passes a place for good. Any thread.
    """

    def __init__(
        self,
        notes: tuple[int, ...],
        memory: Memory[Remembered] | None = None,
        way_ms: Mapping[Status, int] = AT_ONCE,
        clock_ms: Callable[[], int] = lambda: 0,
        serials: Callable[[], str] = lambda: uuid.uuid4().hex,
    ) -> None:
        self._codes = dict(zip(NOTE_CODES, notes, strict=False))
        self._memory = memory or Volatile(Remembered())
        self._way_ms = way_ms
        self._clock_ms = clock_ms
        self._serials = serials
        self._lock = threading.RLock()
        self.fault: Fault | None = None
        self.returned: list[Item] = []  # what the hand has got back
        self.power_cycle()

    # --- the power ----------------------------------------------------------------------------------------------

    def power_cycle(self) -> None:
        """The power was away: all is forgotten but where the item is."""
        with self._lock:
            self._remembered = self._memory.load()
            self._set: dict[int, bytes] = {}
            self._inhibited = True
            self._seen = False
            if self._remembered.escrow is not None:
                self._go(Status.POWER_UP_IN_ACCEPTOR)
            elif self._remembered.falling:
                self._go(Status.POWER_UP_IN_STACKER)
            else:
                self._go(Status.POWER_UP)

    # --- the hand -----------------------------------------------------------------------------------------------

    def insert(self, cents: int) -> str:
        """Put a note of ``cents`` into the slot. Answers the name of this item in the box."""
        return self._insert(Item(self._serials(), cents=cents))

    def insert_ticket(self, number: str) -> str:
        """Put a ticket into the slot."""
        return self._insert(Item(self._serials(), number=number))

    def _insert(self, item: Item) -> str:
        with self._lock:
            if self.status is not Status.IDLING or self.fault is not None or not self._takes(item):
                self.returned.append(item)
            elif self._kept(replace(self._remembered, escrow=item)):
                self._go(Status.ACCEPTING)
            else:
                self.returned.append(item)
        return item.serial

    def _takes(self, item: Item) -> bool:
        if item.number:
            return self._set.get(Command.BARCODE_INHIBIT, b"\x02") != b"\x02"
        bits = self._set.get(Command.DENOMINATIONS, b"\xff\x00")[0]
        codes = [code for code, cents in self._codes.items() if cents == item.cents]
        return bool(codes) and not bits >> (codes[0] - 0x61) & 1

    # --- the line -----------------------------------------------------------------------------------------------

    def answer(self, command: Frame) -> Frame | None:
        """What it answers; None for what is not answered."""
        with self._lock:
            match command.code:
                case Command.STATUS:
                    return self._tell_status()
                case Command.ACK:
                    self._acknowledged()
                    return None
                case Command.RESET:
                    return self._reset()
                case Command.STACK | Command.RETURN | Command.HOLD:
                    return self._order(command)
                case Command.CURRENCY:
                    return Frame(command.code, write_currency(self._codes, COUNTRY))
                case Command.INHIBIT:
                    return self._inhibit(command)
                case Command.VERSION:
                    return Frame(command.code, b"SIMULATED ID003")
                case _ if Command.DENOMINATIONS <= command.code <= Command.BARCODE_INHIBIT:
                    self._set[command.code] = command.data
                    return Frame(command.code, command.data)
                case _:
                    return Frame(INVALID_COMMAND)

    @property
    def status(self) -> Status:
        """What it would tell now, faults aside."""
        return self._status

    @property
    def is_open(self) -> bool:
        """Whether the slot would draw something in now."""
        return self._status is Status.IDLING and self.fault is None

    def _tell_status(self) -> Frame:
        self._move_on()
        self._seen = True
        if self.fault is not None:
            return Frame(_STATUS_OF[self.fault])
        if self._status is Status.ESCROW and self._remembered.escrow is not None:
            return Frame(Status.ESCROW, self._escrow_data(self._remembered.escrow))
        return Frame(self._status)

    def _escrow_data(self, item: Item) -> bytes:
        if item.number:
            return bytes((TICKET,)) + item.number.encode()
        return bytes(code for code, cents in self._codes.items() if cents == item.cents)

    def _inhibit(self, command: Frame) -> Frame:
        self._inhibited = command.data != b"\x00"
        if self._status in (Status.IDLING, Status.DISABLED):
            self._go(self._at_rest())
        return Frame(command.code, command.data)

    def _order(self, command: Frame) -> Frame:
        if self._status is not Status.ESCROW or self.fault is not None:
            return Frame(INVALID_COMMAND)
        if command.code == Command.STACK:
            self._go(Status.STACKING)
        elif command.code == Command.RETURN:
            self._go(Status.RETURNING)
        return Frame(Command.ACK)

    def _acknowledged(self) -> None:
        if self._status is Status.VEND_VALID and self._kept(replace(self._remembered, falling=False)):
            self._go(Status.STACKED)

    def _reset(self) -> Frame:
        if self.fault is not None:
            return Frame(Command.ACK)  # it tries, and finds the same
        if self._remembered.escrow is not None:
            self._go(Status.RETURNING)
        elif not self._remembered.falling or self._kept(replace(self._remembered, falling=False)):
            self._go(Status.INITIALIZE)
        return Frame(Command.ACK)

    # --- the way ------------------------------------------------------------------------------------------------

    def _move_on(self) -> None:
        """Go on from a status that was told and has lasted long enough."""
        if (
            not self._seen
            or self.fault is not None
            or self._clock_ms() - self._since < self._way_ms.get(self._status, 0)
        ):
            return
        match self._status:
            case Status.ACCEPTING:
                self._go(Status.ESCROW)
            case Status.STACKING:
                # From here on no hand can have it back.
                item = self._remembered.escrow
                if self._kept(Remembered(escrow=None, stacked=item, falling=True)):
                    self._go(Status.VEND_VALID)
            case Status.RETURNING | Status.REJECTING:
                item = self._remembered.escrow
                if self._kept(replace(self._remembered, escrow=None)):
                    if item is not None:
                        self.returned.append(item)
                    self._go(Status.INITIALIZE if not self._set else self._at_rest())
            case Status.STACKED:
                self._go(self._at_rest())
            case Status.INITIALIZE if self._set:
                self._go(self._at_rest())
            case _:
                pass

    def _at_rest(self) -> Status:
        return Status.DISABLED if self._inhibited else Status.IDLING

    def _go(self, status: Status) -> None:
        self._status, self._since, self._seen = status, self._clock_ms(), False

    def _kept(self, wanted: Remembered) -> bool:
        """Whether the item's place is remembered; else it has not moved. On a full disk nothing moves."""
        try:
            self._memory.save(wanted)
        except OSError:
            if self._memory.load() != wanted:  # it may have failed after it was done
                return False
        self._remembered = wanted
        return True


__all__ = ["AT_ONCE", "WAY_MS", "Fault", "Mechanics"]
