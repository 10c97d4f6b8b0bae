"""The ways to an ESC/POS printer: network, serial port (pyserial) and USB (pyusb with libusb)."""

from __future__ import annotations

import errno
import select
import socket
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Protocol

from kiosk.faults import why

MOST = 4_096
CONNECT_S = 3.0
WRITE_S = 10.0
_PRINTERS = 7  # the class of a printer's interface, in USB's list of classes


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
    """Whatever is raised for a line that is gone, as OSError that names the line."""
    try:
        yield
    except (OSError, termios.error) as error:
        raise OSError(f"{where}: {why(error)}") from error


class NetworkLine:
    """A printer on the network, as most with Ethernet listen at port 9100."""

    def __init__(self, host: str, port: int = 9_100) -> None:
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
        from serial import Serial  # with the first line of its kind

        self._name = port
        try:
            with _faults_of_the_line(port):
                self._port = Serial(port, baud, timeout=0, write_timeout=WRITE_S, dsrdtr=flow)
        except ValueError as error:  # a speed that the port does not have
            raise OSError(f"{port}: {error}") from error

    def send(self, data: bytes, /) -> None:
        """See :class:`Line`."""
        with _faults_of_the_line(self._name):
            self._port.write(data)

    def receive(self, within_s: float, /) -> bytes:
        """See :class:`Line`."""
        with _faults_of_the_line(self._name):
            ready, _, _ = select.select([self._port.fileno()], [], [], within_s)
            return bytes(self._port.read(MOST)) if ready else b""

    def close(self) -> None:
        """See :class:`Line`."""
        self._port.close()


class UsbLine:
    """A printer on USB, by its vendor and product: the first of its interfaces that speaks both ways."""

    def __init__(self, vendor: int, product: int) -> None:
        import usb.core  # type: ignore[import-untyped]  # ships no types
        import usb.util  # type: ignore[import-untyped]  # ships no types

        self._where = f"usb {vendor:04x}:{product:04x}"
        try:
            with _faults_of_the_line(self._where):
                device = usb.core.find(idVendor=vendor, idProduct=product)
        except usb.core.NoBackendError as error:  # a ValueError, of all things
            raise OSError(
                f"{self._where}: libusb was not found; expected Debian's package libusb-1.0-0"
            ) from error
        if device is None:
            raise OSError(f"{self._where}: not found; expected a printer that is switched on and plugged in")
        self._device: Any = device
        self._release: Callable[[Any], None] = usb.util.dispose_resources
        try:
            with _faults_of_the_line(self._where):
                self._out, self._in = _ends(device, usb.util)
        except OSError:
            self.close()
            raise

    def send(self, data: bytes, /) -> None:
        """See :class:`Line`."""
        with _faults_of_the_line(self._where):
            sent = self._device.write(self._out, data, int(WRITE_S * 1000))
            if sent != len(data):
                raise OSError(f"{sent} of {len(data)} bytes were taken")

    def receive(self, within_s: float, /) -> bytes:
        """See :class:`Line`."""
        with _faults_of_the_line(self._where):
            try:
                return bytes(self._device.read(self._in, MOST, int(within_s * 1000) or 1))
            except TimeoutError:
                return b""
            except OSError as error:
                if error.errno == errno.ETIMEDOUT:  # how libusb says that nothing came
                    return b""
                raise

    def close(self) -> None:
        """See :class:`Line`."""
        self._release(self._device)


def _ends(device: Any, util: Any) -> tuple[int, int]:  # noqa: ANN401 - pyusb ships no types
    """The addresses to write to and to read from, of an interface that is ours from here on. Raises OSError."""
    try:
        configuration = device.get_active_configuration()
    except OSError:
        device.set_configuration()
        configuration = device.get_active_configuration()
    for interface in configuration:
        ends: dict[int, int] = {}
        for end in interface:
            if util.endpoint_type(end.bmAttributes) == util.ENDPOINT_TYPE_BULK:
                ends.setdefault(util.endpoint_direction(end.bEndpointAddress), end.bEndpointAddress)
        if interface.bInterfaceClass != _PRINTERS or len(ends) != 2:
            continue
        with suppress(NotImplementedError):  # a backend without drivers of a kernel
            if device.is_kernel_driver_active(interface.bInterfaceNumber):
                device.detach_kernel_driver(interface.bInterfaceNumber)
        util.claim_interface(device, interface.bInterfaceNumber)
        return ends[util.ENDPOINT_OUT], ends[util.ENDPOINT_IN]
    raise OSError("no interface of a printer that is written to and read from")
