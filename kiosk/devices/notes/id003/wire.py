"""The line to an acceptor: a serial port, or a simulator in the same thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

BAUD = 9_600  # eight bits, even parity, one stop bit


class Wire(Protocol):
    """Carries bytes both ways. Raises OSError when the line is gone."""

    def send(self, data: bytes, /) -> None:
        """Forget what has come before, then send."""

    def receive(self, within_s: float, /) -> bytes:
        """What has come, as soon as there is something; empty when nothing came within that time."""

    def close(self) -> None:
        """Give the line back."""


OpenWire = Callable[[], Wire]


class SerialWire:
    """A serial port by its name. Raises OSError when it cannot be opened or is gone."""

    def __init__(self, port: str) -> None:
        import serial  # with the first acceptor: a seat without one starts without it

        self._port: Any = serial.Serial(port, BAUD, parity=serial.PARITY_EVEN, timeout=0, exclusive=True)

    def send(self, data: bytes, /) -> None:
        """See :class:`Wire`."""
        self._port.reset_input_buffer()
        self._port.write(data)

    def receive(self, within_s: float, /) -> bytes:
        """See :class:`Wire`."""
        self._port.timeout = within_s
        first = bytes(self._port.read(1))
        return first + bytes(self._port.read(self._port.in_waiting)) if first else first

    def close(self) -> None:
        """See :class:`Wire`."""
        self._port.close()


class DirectWire:
    """The far end is a function of the bytes it is sent, in the caller's thread: for a seat without threads."""

    def __init__(self, answers: Callable[[bytes], bytes]) -> None:
        self._answers = answers
        self._come = b""

    def send(self, data: bytes, /) -> None:
        """See :class:`Wire`."""
        self._come = self._answers(data)

    def receive(self, _within_s: float, /) -> bytes:
        """See :class:`Wire`."""
        come, self._come = self._come, b""
        return come

    def close(self) -> None:
        """See :class:`Wire`."""
