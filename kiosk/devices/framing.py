"""Frames in a stream of bytes, as serial devices send them: a sync, the length of the frame, a check at its end."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import Generic, TypeVar

_Frame = TypeVar("_Frame")


class FrameReader(Generic[_Frame]):
    """Finds whole frames in a stream of bytes. What is garbled is skipped to the next sync, and counted.

    ``lengths``: what a whole frame may have, in bytes. ``decoded``: the frame in so many bytes, or None when its check
    does not fit.
    guarantee: a frame is told only when its check fits, whatever came before it.
    """

    def __init__(self, sync: int, lengths: Container[int], decoded: Callable[[bytes], _Frame | None]) -> None:
        self._sync = sync
        self._lengths = lengths
        self._decoded = decoded
        self._pending = b""
        self.skipped = 0  # bytes that belonged to no whole frame

    def feed(self, data: bytes) -> list[_Frame]:
        """The frames that ``data`` completes, in their order."""
        self._pending += data
        found: list[_Frame] = []
        while (frame := self._next()) is not None:
            found.append(frame)
        return found

    def clear(self) -> None:
        """Forget a frame that has begun and not ended."""
        self._skip(len(self._pending))

    def _next(self) -> _Frame | None:
        while True:
            start = self._pending.find(self._sync)
            self._skip(len(self._pending) if start < 0 else start)
            if len(self._pending) < 2:
                return None
            length = self._pending[1]
            if length in self._lengths:
                if len(self._pending) < length:
                    return None
                frame = self._decoded(self._pending[:length])
                if frame is not None:
                    self._pending = self._pending[length:]
                    return frame
            self._skip(1)  # no frame begins here

    def _skip(self, count: int) -> None:
        self.skipped += count
        self._pending = self._pending[count:]
