"""The line to an acceptor: a serial port, or a simulator in the same thread."""

from __future__ import annotations

import select
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

MOST = 4_096  # bytes that are taken at once
BAUD = 9_600  # eight bits, even parity, one stop bit


class Wire(Protocol):
    """Carries bytes both ways. Raises OSError when the line is gone."""

    def send(self, data: bytes, /) -> None:
        """Forget what has come before, then send."""

    def receive(self, within_s: float, /) -> bytes:
        """What has come, as soon as there is something; empty when nothing came within that time."""

    def close(self) -> None:
        """Give the line back."""


@contextmanager
def _faults_of_the_line() -> Iterator[None]:
    """Settings that the line refuses are a fault of the line too."""
    try:
        yield
    except termios.error as error:
        raise OSError(*error.args) from error


OpenWire = Callable[[], Wire]


class SerialWire:
    """A serial port by its name. Raises OSError when it cannot be opened or is gone.

    ``parity``: False for a pseudo-terminal, which carries whole bytes and refuses to be set to what ID-003 has.
    """

    def __init__(self, port: str, *, parity: bool = True) -> None:
        import serial  # with the first acceptor: a seat without one starts without it

        with _faults_of_the_line():
            kind = serial.PARITY_EVEN if parity else serial.PARITY_NONE
            self._port: Any = serial.Serial(port, BAUD, parity=kind, timeout=0, exclusive=True)

    def send(self, data: bytes, /) -> None:
        """See :class:`Wire`."""
        with _faults_of_the_line():
            self._port.reset_input_buffer()
            self._port.write(data)

    def receive(self, within_s: float, /) -> bytes:
        """See :class:`Wire`."""
        with _faults_of_the_line():
            ready, _, _ = select.select([self._port.fileno()], [], [], within_s)
            return bytes(self._port.read(MOST)) if ready else b""

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
