"""The port between a seat and its cabinet: doors, key switches, tower lamp. Real or simulated, it looks the same.

As with every device (kiosk/devices/ports.py): it answers later, through the `tell` that it was built with, and a
fault of the board becomes a value that is told, never an exception in the caller.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

import msgspec


class Door(StrEnum):
    """The doors that have a switch, in the order of the board's bits and counts."""

    MAIN = "main"
    LOGIC = "logic"
    CASH_BOX = "cash-box"


class Key(StrEnum):
    """The key switches, in the order of the board's bits."""

    ATTENDANT = "attendant"
    SERVICE = "service"


class Light(StrEnum):
    """What one section of the tower lamp does."""

    OFF = "off"
    ON = "on"
    SLOW_BLINK = "slow-blink"
    FAST_BLINK = "fast-blink"


class Lamp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tower lamp and the sounder as the seat wants them. It begins dark and silent.

    white: an attendant is called; amber: service, or a door; red: a fault. A door's opening sounds the alarm for
    1,500 ms at least, whatever `alarm` says.
    """

    white: Light = Light.OFF
    amber: Light = Light.OFF
    red: Light = Light.OFF
    alarm: bool = False


class BoardCondition(StrEnum):
    """What can be said of the board itself."""

    READY = "ready"
    SILENT = "silent"  # it does not answer: nothing is known of doors and keys
    WRONG = "wrong"  # it answers, and its doors are not to be believed before a technician has seen to it
    BATTERY_LOW = "battery-low"  # it works, and may forget its counts when the power goes


class DoorIs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="door-is"):
    """The door is open or closed now. `count`: its openings since the board was made, this one among them.

    Told at every change, and for every door when the board comes or comes back. An opening is named by door and
    count for ever: those up to the highest count that a listener has heard are known to it, those above are new,
    also where several come at once (the door moved more often than the board was asked).
    """

    door: Door
    open: bool
    count: int


class OpenedWhileOff(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="opened-while-off"):
    """The door was opened so many times while nobody watched: without power, or while the board was silent.

    The openings are those numbered `count - times + 1` to `count`. Told before `DoorIs` of the same door; may be told
    again after a crash, and then covers what was opened since too: what is known already is known by its number.
    """

    door: Door
    times: int
    count: int


class KeyIs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="key-is"):
    """The key switch is turned or not. Told at every change, and when the board comes or comes back."""

    key: Key
    turned: bool


class BoardIs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="board-is"):
    """The board is in another condition than it was told last; `detail` says it in words.

    READY and BATTERY_LOW come after all that happened while nobody watched and after the states of all doors and keys.
    While it is WRONG no door is told but the opening that showed it; keys are, so that a technician can come in. It is
    WRONG too while the driver cannot keep what it told; doors and keys are told then as ever.
    """

    condition: BoardCondition
    detail: str


CabinetTold = DoorIs | OpenedWhileOff | KeyIs | BoardIs

Notice = Callable[[CabinetTold], None]


class Cabinet(Protocol):
    """The cabinet of one seat. What a listener was told is kept as told when `tell` has returned.

    One that only queues it may lose it in a crash, and finds it again: with the next start every `DoorIs` has a count,
    and what is above the listener's own is what it lost.
    """

    def power_up(self) -> None:
        """Call once: from now on the board is asked, and what it says is told."""

    def show(self, lamp: Lamp, /) -> None:
        """Set the tower lamp and the sounder; the newest order stands. It holds over a silence of the board."""

    def adopt(self) -> None:
        """A technician accepts the board that is WRONG, with its serial and counts as they are. All states follow.

        Does nothing while the board is not WRONG, or while what it says cannot be read.
        """

    def close(self) -> None:
        """End. The board shows its own pattern soon after."""
