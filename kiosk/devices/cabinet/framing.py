"""Frames of the door board: sync A5, length of the whole frame, code, sequence number, data, CRC-16.

Numbers have the high byte first. The CRC has the polynomial 1021 and starts at FFFF ("CCITT-FALSE"), over everything
before it.
"""

from __future__ import annotations

import binascii
from typing import Final

import msgspec

from kiosk.devices.framing import FrameReader

SYNC: Final = 0xA5
OVERHEAD: Final = 7  # sync, length, code, two bytes of sequence number, two of CRC
LONGEST: Final = 64
SEQUENCES: Final = 0x1_0000


class Frame(msgspec.Struct, frozen=True):
    """A whole frame: a request to the board, or its answer, which bears the number of its request."""

    code: int
    sequence: int
    data: bytes = b""


def crc(data: bytes) -> int:
    """The CRC-16 of ``data``."""
    return binascii.crc_hqx(data, 0xFFFF)


def encode(frame: Frame) -> bytes:
    """The bytes of a frame. Raises ValueError for what no frame holds."""
    length = OVERHEAD + len(frame.data)
    if length > LONGEST or not 0 <= frame.code <= 0xFF or not 0 <= frame.sequence < SEQUENCES:
        raise ValueError(
            f"frame of code {frame.code:#x}, number {frame.sequence} and {len(frame.data)} bytes: "
            f"expected at most FF, FFFF and {LONGEST - OVERHEAD} bytes"
        )
    body = bytes((SYNC, length, frame.code)) + frame.sequence.to_bytes(2, "big") + frame.data
    return body + crc(body).to_bytes(2, "big")


def _decoded(whole: bytes) -> Frame | None:
    if crc(whole[:-2]) != int.from_bytes(whole[-2:], "big"):
        return None
    return Frame(whole[2], int.from_bytes(whole[3:5], "big"), whole[5:-2])


class Reader(FrameReader[Frame]):
    """Finds the frames of this protocol; see :class:`FrameReader`."""

    def __init__(self) -> None:
        super().__init__(SYNC, range(OVERHEAD, LONGEST + 1), _decoded)
