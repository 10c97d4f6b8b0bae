"""Frames of ID-003: sync FC, length of the whole frame, command or status, data, CRC-16 with the low byte first.

The CRC is the reflected CCITT one that starts at 0 (known as Kermit's), over everything before it.
"""

from __future__ import annotations

from typing import Final

import msgspec

from kiosk.devices.framing import FrameReader

SYNC: Final = 0xFC
OVERHEAD: Final = 5  # sync, length, code, two bytes of CRC
LONGEST: Final = 255
_POLYNOMIAL: Final = 0x8408


class Frame(msgspec.Struct, frozen=True):
    """A whole frame: a command to the acceptor, or what it answers."""

    code: int
    data: bytes = b""


def _table() -> tuple[int, ...]:
    found = []
    for byte in range(256):
        rest = byte
        for _ in range(8):
            rest = (rest >> 1) ^ _POLYNOMIAL if rest & 1 else rest >> 1
        found.append(rest)
    return tuple(found)


_TABLE: Final = _table()


def crc(data: bytes) -> int:
    """The CRC-16 of ``data``."""
    rest = 0
    for byte in data:
        rest = (rest >> 8) ^ _TABLE[(rest ^ byte) & 0xFF]
    return rest


def encode(frame: Frame) -> bytes:
    """The bytes of a frame. Raises ValueError for data that no frame holds."""
    length = OVERHEAD + len(frame.data)
    if length > LONGEST or not 0 <= frame.code <= 0xFF:
        raise ValueError(f"frame of code {frame.code:#x} with {len(frame.data)} bytes: expected at most 250")
    body = bytes((SYNC, length, frame.code)) + frame.data
    return body + crc(body).to_bytes(2, "little")


def _decoded(whole: bytes) -> Frame | None:
    if crc(whole[:-2]) != int.from_bytes(whole[-2:], "little"):
        return None
    return Frame(whole[2], whole[3:-2])


class Reader(FrameReader[Frame]):
    """Finds the frames of this protocol; see :class:`FrameReader`."""

    def __init__(self) -> None:
        super().__init__(SYNC, range(OVERHEAD, LONGEST + 1), _decoded)
