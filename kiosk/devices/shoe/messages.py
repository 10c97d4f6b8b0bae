"""What request and answer hold: one kind of each, as of the door board. Every answer says everything.

The frames are those of the door board, with codes of their own: see kiosk/devices/cabinet/framing.py.
"""

from __future__ import annotations

import struct
from enum import Enum
from typing import Final

import msgspec

from kiosk.cards import WITH_JOKER
from kiosk.devices.cabinet.messages import NotUnderstood, read_name, write_name
from kiosk.devices.shoe.port import ShoeCondition

VERSION: Final = 1
POLL: Final = 0x02
STATE: Final = 0x82
SERIAL_LENGTH: Final = 12
FIRMWARE_LENGTH: Final = 8
MOST_READS: Final = 10  # in one answer
DEALS: Final = 0x1_0000
MOST_WANTED: Final = 0xFF

UNREAD: Final = 0xFF
TOGETHER: Final = 0xFE
COVER: Final = 0xFD

_POLL: Final = struct.Struct(">BIHB")
_STATE: Final = struct.Struct(f">B{SERIAL_LENGTH}s{FIRMWARE_LENGTH}sIBIB")
_FAULTS: Final = (ShoeCondition.LID_OPEN, ShoeCondition.JAM, ShoeCondition.EMPTY)


class Place(Enum):
    """Where a card stands in what left the shoe together."""

    ALONE = 0
    GOES_ON = 1  # one of a hand, and more of it follow
    ENDS = 2  # the last of a hand


class Read(msgspec.Struct, frozen=True):
    """One thing that has left the shoe: `code` is a place in the deck with its Joker, or UNREAD, TOGETHER or COVER."""

    code: int
    place: Place = Place.ALONE

    @property
    def card(self) -> str:
        """The card, or "" for one that could not be read."""
        return WITH_JOKER[self.code] if self.code < len(WITH_JOKER) else ""


class Order(msgspec.Struct, frozen=True):
    """What a poll tells the shoe: all up to `taken` it may forget; `deal` is another one with each deal."""

    taken: int = 0
    deal: int = 0
    wanted: int = 0


class ShoeState(msgspec.Struct, frozen=True):
    """All that the shoe says. `boots`: how often it has got power; `first` is the number of the first of its `reads`.

    A shoe counts from 1 each time it gets power.
    """

    serial: str
    firmware: str
    boots: int
    faults: frozenset[ShoeCondition] = frozenset()
    first: int = 1
    reads: tuple[Read, ...] = ()


def write_order(order: Order) -> bytes:
    """The data of a poll."""
    return _POLL.pack(VERSION, order.taken, order.deal, order.wanted)


def read_order(data: bytes) -> Order:
    """The same as the shoe reads it. Raises :class:`NotUnderstood`."""
    _check_version(data)
    if len(data) != _POLL.size:
        raise NotUnderstood(f"a request of {len(data)} bytes: expected {_POLL.size}")
    _, taken, deal, wanted = _POLL.unpack(data)
    return Order(taken, deal, wanted)


def write_state(state: ShoeState) -> bytes:
    """The data of an answer. Raises ValueError for names that are too long or numbers out of range."""
    flags = sum(1 << n for n, fault in enumerate(_FAULTS) if fault in state.faults)
    if len(state.reads) > MOST_READS:
        raise ValueError(f"{len(state.reads)} cards in one answer: expected at most {MOST_READS}")
    try:
        head = _STATE.pack(
            VERSION,
            write_name(state.serial, SERIAL_LENGTH),
            write_name(state.firmware, FIRMWARE_LENGTH),
            state.boots,
            flags,
            state.first,
            len(state.reads),
        )
    except struct.error as error:
        raise ValueError(f"state of shoe {state.serial}: {error}") from error
    return head + b"".join(bytes((read.code, read.place.value)) for read in state.reads)


def read_state(data: bytes) -> ShoeState:
    """What an answer says. Raises :class:`NotUnderstood`."""
    _check_version(data)
    if len(data) < _STATE.size:
        raise NotUnderstood(f"an answer of {len(data)} bytes: expected {_STATE.size} or more")
    _, serial, firmware, boots, flags, first, count = _STATE.unpack(data[: _STATE.size])
    if flags >> len(_FAULTS):
        raise NotUnderstood(f"flags {flags:#04x}: expected no bit above {(1 << len(_FAULTS)) - 1:#04x}")
    if count > MOST_READS or len(data) != _STATE.size + 2 * count:
        raise NotUnderstood(f"an answer of {len(data)} bytes with {count} cards: expected two bytes for each")
    if first < 1:
        raise NotUnderstood("number 0 of the first card: expected 1 or more")
    pairs = data[_STATE.size :]
    return ShoeState(
        serial=read_name("serial", serial),
        firmware=read_name("firmware", firmware),
        boots=boots,
        faults=frozenset(fault for n, fault in enumerate(_FAULTS) if flags >> n & 1),
        first=first,
        reads=tuple(_read(pairs[at], pairs[at + 1]) for at in range(0, len(pairs), 2)),
    )


def _read(code: int, place: int) -> Read:
    if not (code < len(WITH_JOKER) or code >= COVER):
        raise NotUnderstood(f"card {code:#04x}: expected 0x00 to 0x34, or 0xfd to 0xff")
    if place > Place.ENDS.value:
        raise NotUnderstood(f"place {place:#04x} of a card: expected 0x00 to 0x02")
    return Read(code, Place(place))


def _check_version(data: bytes) -> None:
    if not data or data[0] != VERSION:
        raise NotUnderstood(f"protocol version {data[0] if data else 'missing'}: expected {VERSION}")
