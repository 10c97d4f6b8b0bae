"""What request and answer hold: one kind of each. Every request says all outputs, every answer says everything.

So nothing has to be set up, and whatever was lost on the line is made good by the next poll.
"""

from __future__ import annotations

import struct
from typing import Final

import msgspec

from kiosk.devices.cabinet.port import Door, Key, Lamp, Light

VERSION: Final = 1
POLL: Final = 0x01
STATE: Final = 0x81
CLEAR_TAMPER: Final = 0x01
BATTERY_LOW: Final = 0x01
TAMPERED: Final = 0x02
SERIAL_LENGTH: Final = 12
FIRMWARE_LENGTH: Final = 8
MOST_OPENINGS: Final = 0xFFFF_FFFF

_POLL: Final = struct.Struct(">B4BB")
_STATE: Final = struct.Struct(f">B{SERIAL_LENGTH}s{FIRMWARE_LENGTH}sIBB3I4B")
_LIGHTS: Final = tuple(Light)
_DOORS: Final = tuple(Door)
_KEYS: Final = tuple(Key)
_INPUTS: Final = (1 << len(_DOORS) + len(_KEYS)) - 1

Counts = tuple[int, int, int]  # openings, in the order of Door


class Order(msgspec.Struct, frozen=True):
    """What a poll tells the board to do. ``clear``: it shall forget that it was tampered with."""

    lamp: Lamp = Lamp()
    clear: bool = False


class BoardState(msgspec.Struct, frozen=True):
    """All that the board says. ``boots``: how often it has got power; ``shown``: what it shows since this request.

    ``tampered``: since this was cleared last its case was open or its memory failed.
    """

    serial: str
    firmware: str
    boots: int
    open: frozenset[Door] = frozenset()
    turned: frozenset[Key] = frozenset()
    battery_low: bool = False
    tampered: bool = False
    counts: Counts = (0, 0, 0)
    shown: Lamp = Lamp()


class NotUnderstood(ValueError):
    """A whole frame that says what it cannot; the words name what was found and what was expected."""


def write_order(order: Order) -> bytes:
    """The data of a poll."""
    return _POLL.pack(VERSION, *_write_lamp(order.lamp), CLEAR_TAMPER if order.clear else 0)


def read_order(data: bytes) -> Order:
    """The same as the board reads it. Raises :class:`NotUnderstood`."""
    _check_version(data)
    if len(data) != _POLL.size:
        raise NotUnderstood(f"a request of {len(data)} bytes: expected {_POLL.size}")
    _, white, amber, red, alarm, control = _POLL.unpack(data)
    if control & ~CLEAR_TAMPER:
        raise NotUnderstood(f"control byte {control:#04x}: expected 0x00 or 0x01")
    return Order(_read_lamp(white, amber, red, alarm), bool(control))


def write_state(state: BoardState) -> bytes:
    """The data of an answer. Raises ValueError for names that are too long or counts out of range."""
    inputs = sum(1 << n for n, door in enumerate(_DOORS) if door in state.open)
    inputs |= sum(1 << n + len(_DOORS) for n, key in enumerate(_KEYS) if key in state.turned)
    flags = (BATTERY_LOW if state.battery_low else 0) | (TAMPERED if state.tampered else 0)
    try:
        return _STATE.pack(
            VERSION,
            write_name(state.serial, SERIAL_LENGTH),
            write_name(state.firmware, FIRMWARE_LENGTH),
            state.boots,
            inputs,
            flags,
            *state.counts,
            *_write_lamp(state.shown),
        )
    except struct.error as error:
        raise ValueError(f"state of board {state.serial}: {error}") from error


def read_state(data: bytes) -> BoardState:
    """What an answer says. Raises :class:`NotUnderstood`."""
    _check_version(data)
    if len(data) != _STATE.size:
        raise NotUnderstood(f"an answer of {len(data)} bytes: expected {_STATE.size}")
    _, serial, firmware, boots, inputs, flags, main, logic, cash_box, *shown = _STATE.unpack(data)
    if inputs & ~_INPUTS:
        raise NotUnderstood(f"inputs {inputs:#04x}: expected no bit above {_INPUTS:#04x}")
    if flags & ~(BATTERY_LOW | TAMPERED):
        raise NotUnderstood(f"flags {flags:#04x}: expected no bit above {BATTERY_LOW | TAMPERED:#04x}")
    return BoardState(
        serial=read_name("serial", serial),
        firmware=read_name("firmware", firmware),
        boots=boots,
        open=frozenset(door for n, door in enumerate(_DOORS) if inputs >> n & 1),
        turned=frozenset(key for n, key in enumerate(_KEYS) if inputs >> n + len(_DOORS) & 1),
        battery_low=bool(flags & BATTERY_LOW),
        tampered=bool(flags & TAMPERED),
        counts=(main, logic, cash_box),
        shown=_read_lamp(*shown),
    )


def _check_version(data: bytes) -> None:
    if not data or data[0] != VERSION:
        raise NotUnderstood(f"protocol version {data[0] if data else 'missing'}: expected {VERSION}")


def _write_lamp(lamp: Lamp) -> tuple[int, int, int, int]:
    white, amber, red = (_LIGHTS.index(light) for light in (lamp.white, lamp.amber, lamp.red))
    return white, amber, red, int(lamp.alarm)


def _read_lamp(white: int, amber: int, red: int, alarm: int) -> Lamp:
    if max(white, amber, red) >= len(_LIGHTS) or alarm > 1:
        raise NotUnderstood(
            f"outputs {white} {amber} {red} {alarm}: expected 0 to 3, three times, and 0 or 1"
        )
    return Lamp(_LIGHTS[white], _LIGHTS[amber], _LIGHTS[red], bool(alarm))


def write_name(name: str, length: int) -> bytes:
    """The name of a device in a field of that length. Raises ValueError for what does not fit."""
    if not name or len(name) > length or not _is_plain(name):
        raise ValueError(f"name {name!r}: expected 1 to {length} signs of ASCII without spaces")
    return name.encode("ascii").ljust(length)


def read_name(what: str, data: bytes) -> str:
    """The name in the field ``data``. Raises NotUnderstood."""
    name = data.decode("latin-1").rstrip(" ")
    if not name or not _is_plain(name):
        raise NotUnderstood(f"{what} {data.hex(' ')}: expected ASCII signs, filled up with spaces")
    return name


def _is_plain(name: str) -> bool:
    return all("!" <= sign <= "~" for sign in name)
