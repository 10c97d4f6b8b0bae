"""Frames of the cabinet board: sync A5, length of the whole frame, code, sequence number, data, CRC-16.

Numbers have the high byte first. The CRC has the polynomial 1021 and starts at FFFF ("CCITT-FALSE"), over everything
before it.
"""

from __future__ import annotations

import binascii
from typing import Final

import msgspec

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


class Reader:
    """Finds whole frames in a stream of bytes. What is garbled is skipped to the next sync, and counted.

    guarantee: a frame is told only when its CRC fits, whatever came before it.
    """

    def __init__(self) -> None:
        self._pending = b""
        self.skipped = 0  # bytes that belonged to no whole frame

    def feed(self, data: bytes) -> list[Frame]:
        """The frames that ``data`` completes, in their order."""
        self._pending += data
        found: list[Frame] = []
        while (frame := self._next()) is not None:
            found.append(frame)
        return found

    def clear(self) -> None:
        """Forget a frame that has begun and not ended."""
        self.skipped += len(self._pending)
        self._pending = b""

    def _next(self) -> Frame | None:
        while True:
            start = self._pending.find(SYNC)
            self._skip(len(self._pending) if start < 0 else start)
            if len(self._pending) < 2:
                return None
            length = self._pending[1]
            if OVERHEAD <= length <= LONGEST:
                if len(self._pending) < length:
                    return None
                whole = self._pending[:length]
                if crc(whole[:-2]) == int.from_bytes(whole[-2:], "big"):
                    self._pending = self._pending[length:]
                    return Frame(whole[2], int.from_bytes(whole[3:5], "big"), whole[5:-2])
            self._skip(1)  # no frame begins here

    def _skip(self, count: int) -> None:
        self.skipped += count
        self._pending = self._pending[count:]
