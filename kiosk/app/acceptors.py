"""The note and ticket acceptor of a seat: a real one on its serial port, or a simulated one behind the same driver."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from typing import Annotated, Literal, Protocol

import msgspec

from kiosk.app.cash_box import BoxedMemory
from kiosk.app.state_dir import StateDir
from kiosk.devices.notes.id003.codes import Status
from kiosk.devices.notes.id003.driver import ANSWER_MS, POLL_MS, Id003Acceptor, Polls
from kiosk.devices.notes.id003.machine import Settings
from kiosk.devices.notes.id003.memory import FileDriverMemory, Kept
from kiosk.devices.notes.id003.wire import DirectWire, SerialWire, Wire
from kiosk.devices.ports import Deliver, NoteAcceptor
from kiosk.faults import NEWEST_MEMORY, EnvironmentFault
from kiosk.simulators.id003.line import Line, Terminal
from kiosk.simulators.id003.mechanics import AT_ONCE, WAY_MS, Mechanics
from kiosk.simulators.notes import NOTES, FileMemory

ACCEPTOR = "acceptor-1"
WHOLE_UNITS = 100  # an acceptor speaks of whole units of money

Cents = Annotated[int, msgspec.Meta(ge=1)]


class AcceptorFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The acceptor in a seat's configuration. ``port`` is its serial port, for an ``id003`` alone.

    ``notes`` are the ones that the seat takes, in cents; ``tickets``: whether it takes tickets. ``country``: whose
    notes, as the maker numbers countries; None for those of the one country that the acceptor names.
    """

    kind: Literal["simulated", "id003"] = "simulated"
    port: str = ""
    notes: Annotated[tuple[Cents, ...], msgspec.Meta(min_length=1, max_length=8)] = NOTES
    country: Annotated[int, msgspec.Meta(ge=0, le=255)] | None = None
    tickets: bool = True
    poll_ms: Annotated[int, msgspec.Meta(ge=20, le=1_000)] = POLL_MS

    def why_not(self) -> str | None:
        """What contradicts itself, naming key, value and what is expected; None when all is well."""
        if self.kind == "id003" and not self.port:
            return "acceptor.port is missing: expected the serial port of the acceptor, as /dev/ttyS0"
        if self.kind != "id003" and self.port:
            return f"acceptor.port of {self.port!r}: expected none for an acceptor that is simulated"
        if list(self.notes) != sorted(set(self.notes)):
            return f"acceptor.notes of {list(self.notes)}: expected each note once, the smallest first"
        broken = [cents for cents in self.notes if cents % WHOLE_UNITS]
        if broken:
            return f"acceptor.notes names {broken[0]} cents: expected whole units, multiples of {WHOLE_UNITS} cents"
        return None

    @property
    def settings(self) -> Settings:
        """The same as the driver wants it."""
        return Settings(ACCEPTOR, frozenset(self.notes), self.tickets, self.country)


class Hand(Protocol):
    """A person's hand at the slot of a simulated acceptor."""

    @property
    def is_open(self) -> bool:
        """Whether the slot would draw something in now."""

    def insert(self, cents: int) -> str:
        """Put a note in. Answers the name of this item in the box."""

    def insert_ticket(self, number: str) -> str:
        """Put a ticket in."""


class Slot:
    """An acceptor, the hand at it where it is simulated, and how both end."""

    def __init__(self, acceptor: NoteAcceptor, hand: Hand | None, close: Callable[[], object]) -> None:
        self.acceptor = acceptor
        self.hand = hand
        self.close = close


def open_slot(
    file: AcceptorFile,
    folder: StateDir,
    deliver: Deliver,
    on_bug: Callable[[BaseException], None],
    *,
    pending: bool = False,
) -> Slot:
    """The acceptor in a thread of its own. ``pending``: the seat has not heard what became of an item.

    Raises :class:`EnvironmentFault` for memories that are damaged or missing.
    """
    with ExitStack() as opened:
        hand: Mechanics | None = None
        line: Line | None = None
        terminal: Terminal | None = None
        if file.kind == "simulated":
            hand = _mechanics(file, folder, WAY_MS)
            line = Line(hand)
            with suppress(
                OSError
            ):  # a machine may have no pseudo-terminals to give: then the bytes go straight over
                terminal = Terminal(line)
                opened.callback(terminal.close)

        def open_wire() -> Wire:
            if line is None:
                return SerialWire(file.port)
            return DirectWire(line.answers) if terminal is None else SerialWire(terminal.port, parity=False)

        polls = Polls(file.settings, open_wire, _memory(file, folder, pending=pending), deliver)
        acceptor = Id003Acceptor(polls, on_bug, file.poll_ms, ANSWER_MS)
        opened.callback(acceptor.close)
        return Slot(acceptor, hand, opened.pop_all().close)


class AtOnce:
    """A simulated acceptor in the caller's thread: whatever is asked of it is done when the call returns.

    The same frames, driver and mechanics as with threads; only time and the wire are left out. As with threads nothing
    is asked of the device before `power_up`: what was stacked last must be told before the device says that it is up.
    """

    def __init__(
        self, file: AcceptorFile, folder: StateDir, deliver: Deliver, *, pending: bool = False
    ) -> None:
        self._mechanics = _mechanics(file, folder, AT_ONCE)
        line = Line(self._mechanics)
        memory = _memory(file, folder, pending=pending)
        self._polls = Polls(file.settings, lambda: DirectWire(line.answers), memory, deliver)
        self._has_power = False

    def power_up(self) -> None:
        """See `NoteAcceptor`."""
        self._has_power = True
        self._polls.power_up()
        self._settle()

    def enable(self, enabled: bool, /) -> None:
        """See `NoteAcceptor`."""
        self._polls.enable(enabled)
        self._settle()

    def stack(self, item_id: str, /) -> None:
        """See `NoteAcceptor`."""
        self._polls.stack(item_id)
        self._settle()

    def give_back(self, item_id: str, /) -> None:
        """See `NoteAcceptor`."""
        self._polls.give_back(item_id)
        self._settle()

    def insert(self, cents: int) -> str:
        """See :class:`Hand`."""
        name = self._mechanics.insert(cents)
        self._settle()
        return name

    def insert_ticket(self, number: str) -> str:
        """See :class:`Hand`."""
        name = self._mechanics.insert_ticket(number)
        self._settle()
        return name

    def _settle(self) -> None:
        if self._has_power:
            self._polls.settle()


def _mechanics(file: AcceptorFile, folder: StateDir, way_ms: Mapping[Status, int]) -> Mechanics:
    memory = BoxedMemory(folder.acceptor, folder.cash_box)
    return Mechanics(file.notes, memory, way_ms, lambda: time.monotonic_ns() // 1_000_000)


def _memory(file: AcceptorFile, folder: StateDir, *, pending: bool) -> FileDriverMemory:
    """The driver's memory. One that has gone is not begun anew while it alone knew what became of an item.

    It is there from the first start on: a power cut as the first item is drawn in must find it.
    """
    path = folder.acceptor_driver
    memory = FileDriverMemory(path)
    if path.exists():
        return memory
    if pending or (file.kind == "simulated" and _on_the_way(folder)):
        raise EnvironmentFault(
            f"acceptor driver's memory {path} is not there although an item was on its way",
            f"Call a technician. {NEWEST_MEMORY}; nothing was changed",
        )
    try:
        memory.save(Kept())
    except OSError as error:
        raise EnvironmentFault(
            f"acceptor driver's memory {path} cannot be written: {error.strerror}",
            "Check the permissions of its folder and the disk",
        ) from error
    return memory


def _on_the_way(folder: StateDir) -> bool:
    remembered = FileMemory(folder.acceptor).load()
    return remembered.escrow is not None or remembered.falling
