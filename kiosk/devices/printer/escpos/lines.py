"""The ways to an ESC/POS printer: network, serial port and USB; the last two are opened by python-escpos."""

from __future__ import annotations

import select
import socket
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

MOST = 4_096
CONNECT_S = 3.0
WRITE_S = 10.0


class Line(Protocol):
    """Carries bytes both ways. Raises OSError when it is gone."""

    def send(self, data: bytes, /) -> None:
        """All of it."""

    def receive(self, within_s: float, /) -> bytes:
        """What has come, as soon as there is something; empty when nothing came within that time."""

    def close(self) -> None:
        """Give the line back."""


OpenLine = Callable[[], Line]


@contextmanager
def _faults_of_the_line(where: str) -> Iterator[None]:
    """Whatever the libraries raise for a line that is gone, as OSError."""
    from escpos.exceptions import Error  # type: ignore[import-untyped]  # ships no types

    try:
        yield
    except (Error, termios.error, AssertionError) as error:
        raise OSError(f"{where}: {error}") from error


class NetworkLine:
    """A printer on the network, as most with Ethernet listen at port 9100."""

    def __init__(self, host: str, port: int = 9_100) -> None:
        # The library's own way leaves the socket of a connection that failed to the collector.
        self._socket = socket.create_connection((host, port), timeout=CONNECT_S)
        self._socket.settimeout(WRITE_S)

    def send(self, data: bytes, /) -> None:
        """See :class:`Line`."""
        self._socket.sendall(data)

    def receive(self, within_s: float, /) -> bytes:
        """See :class:`Line`."""
        ready, _, _ = select.select([self._socket], [], [], within_s)
        if not ready:
            return b""
        data = bytes(self._socket.recv(MOST))
        if not data:
            raise ConnectionResetError("the printer has closed the line")
        return data

    def close(self) -> None:
        """See :class:`Line`."""
        self._socket.close()


class SerialLine:
    """A printer at a serial port. ``flow``: it holds the line by DSR and DTR while its buffer is full, as most do.

    A line that is held for longer than a stretch of paper takes is gone.
    """

    def __init__(self, port: str, baud: int = 115_200, *, flow: bool = True) -> None:
        from escpos.printer import Serial  # type: ignore[import-untyped]  # ships no types

        with _faults_of_the_line(port):
            self._printer: Any = Serial(port, baudrate=baud, timeout=0, dsrdtr=flow)
            self._printer.open()
        self._port: Any = self._printer.device
        self._port.write_timeout = WRITE_S

    def send(self, data: bytes, /) -> None:
        """See :class:`Line`."""
        with _faults_of_the_line(self._port.port):
            self._port.write(data)

    def receive(self, within_s: float, /) -> bytes:
        """See :class:`Line`."""
        with _faults_of_the_line(self._port.port):
            ready, _, _ = select.select([self._port.fileno()], [], [], within_s)
            return bytes(self._port.read(MOST)) if ready else b""

    def close(self) -> None:
        """See :class:`Line`."""
        self._port.close()


class UsbLine:
    """A printer on USB, by its vendor and product."""

    def __init__(self, vendor: int, product: int) -> None:
        from escpos.printer import Usb
        from usb.core import NoBackendError  # type: ignore[import-untyped]  # ships no types

        self._where = f"usb {vendor:04x}:{product:04x}"
        try:
            with _faults_of_the_line(self._where):
                self._printer: Any = Usb(vendor, product)
                self._printer.open()
        except NoBackendError as error:  # a ValueError, of all things
            raise OSError(
                f"{self._where}: libusb was not found; expected Debian's package libusb-1.0-0"
            ) from error

    def send(self, data: bytes, /) -> None:
        """See :class:`Line`."""
        with _faults_of_the_line(self._where):
            self._printer._raw(data)  # noqa: SLF001 - the library's own way for bytes that it does not make

    def receive(self, within_s: float, /) -> bytes:
        """See :class:`Line`."""
        with _faults_of_the_line(self._where):
            device, end = self._printer.device, self._printer.in_ep
            try:
                return bytes(device.read(end, MOST, int(within_s * 1000) or 1))
            except TimeoutError:
                return b""
            except OSError as error:
                if error.errno == 110:  # how libusb says that nothing came
                    return b""
                raise

    def close(self) -> None:
        """See :class:`Line`."""
        self._printer.close()
