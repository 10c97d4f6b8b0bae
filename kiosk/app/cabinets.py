"""The cabinet of a seat: a real board on its serial port, a simulated one behind the same driver, or none."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Literal

import msgspec

from kiosk.app.state_dir import StateDir
from kiosk.devices.cabinet import port
from kiosk.devices.cabinet.driver import BoardCabinet, Polls
from kiosk.devices.cabinet.memory import FileCabinetMemory
from kiosk.devices.cabinet.port import Cabinet, CabinetTold, Lamp, Light
from kiosk.devices.cabinet.wire import BoardWire
from kiosk.seat import events as e
from kiosk.seat.conditions import CabinetCondition, Door
from kiosk.seat.state import LockKind, SeatState
from kiosk.simulators.cabinet.line import simulated_wire
from kiosk.simulators.cabinet.mechanics import BoardMechanics
from kiosk.simulators.cabinet.memory import FileBoardMemory

OnKey = Callable[[port.Key, bool], None]


class CabinetFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The cabinet in a seat's configuration. ``port`` is the serial port of a ``board`` alone."""

    kind: Literal["none", "simulated", "board"] = "none"
    port: str = ""

    def why_not(self) -> str | None:
        """What contradicts itself, naming key, value and what is expected; None when all is well."""
        if self.kind == "board" and not self.port:
            return "cabinet.port is missing: expected the serial port of the board, as /dev/ttyUSB0"
        if self.kind != "board" and self.port:
            return f"cabinet.port of {self.port!r}: expected none for a cabinet of the kind {self.kind!r}"
        return None


class Case:
    """A cabinet, the hand at its doors where it is simulated, and how both end."""

    def __init__(self, cabinet: Cabinet, hand: BoardMechanics | None, close: Callable[[], object]) -> None:
        self.cabinet = cabinet
        self.hand = hand
        self.close = close


def open_case(
    file: CabinetFile,
    folder: StateDir,
    deliver: Callable[[e.AnyEvent], None],
    on_key: OnKey,
    on_bug: Callable[[BaseException], None],
    *,
    first: bool,
) -> Case | None:
    """The cabinet with its board in a thread of its own; None where the seat has none.

    ``first``: the seat has met no board yet, and accepts the one that it meets. Raises :class:`EnvironmentFault` for
    a memory that is damaged.
    """
    if file.kind == "none":
        return None
    with ExitStack() as opened:
        hand: BoardMechanics | None = None
        if file.kind == "simulated":
            hand = BoardMechanics(FileBoardMemory(folder.cabinet_board))
        open_wire = partial(BoardWire, file.port) if hand is None else simulated_wire(hand, opened)

        def tell(told: CabinetTold) -> None:
            if isinstance(told, port.KeyIs):
                on_key(told.key, told.turned)
            else:
                deliver(event_of_cabinet(told))

        polls = Polls(open_wire, FileCabinetMemory(folder.cabinet_driver), tell, adopt_first=first)
        cabinet = BoardCabinet(polls, on_bug)
        opened.callback(cabinet.close)
        return Case(cabinet, hand, opened.pop_all().close)


def event_of_cabinet(told: port.DoorIs | port.OpenedWhileOff | port.BoardIs) -> e.AnyEvent:
    """The seat's event for what the board tells."""
    match told:
        case port.DoorIs():
            return e.DoorIs(Door(told.door.value), told.open, told.count)
        case port.OpenedWhileOff():
            return e.OpenedWhileOff(Door(told.door.value), told.times, told.count)
        case port.BoardIs():
            return e.CabinetIs(CabinetCondition(told.condition.value), told.detail)


_FAULTS = frozenset(LockKind) - {LockKind.HANDPAY, LockKind.DOOR, LockKind.SERVICE, LockKind.VELOCITY}


def lamp_of(state: SeatState) -> Lamp:
    """What the tower lamp shows: white for the attendant, amber for door and service, red for a fault."""
    kinds = {lock.kind for lock in state.locks}
    service = Light.SLOW_BLINK if LockKind.SERVICE in kinds else Light.OFF
    return Lamp(
        white=Light.FAST_BLINK if LockKind.HANDPAY in kinds else Light.ON if state.calling else Light.OFF,
        amber=Light.ON if LockKind.DOOR in kinds else service,
        red=Light.FAST_BLINK if kinds & _FAULTS else Light.OFF,
        # Whoever services the seat knows of the door; otherwise it is heard until it is closed.
        alarm=LockKind.DOOR in kinds and state.service is None,
    )
