"""The line to the door board: a serial port."""

from __future__ import annotations

import termios
from typing import Final

from kiosk.devices.notes.id003.wire import DirectWire, OpenWire, SerialWire, Wire

BAUD: Final = 115_200  # eight bits, no parity, one stop bit
WRITE_S: Final = 0.2  # a far end that takes nothing for so long is no board

__all__ = ["BAUD", "BoardWire", "DirectWire", "OpenWire", "Wire"]


class BoardWire(SerialWire):
    """A serial port by its name, also a pseudo-terminal. Raises OSError when it cannot be opened or is gone."""

    def __init__(self, port: str) -> None:
        import serial  # with the first board: a seat without one starts without it

        try:
            self._port = serial.Serial(port, BAUD, timeout=0, write_timeout=WRITE_S, exclusive=True)
        except termios.error as error:
            raise OSError(*error.args) from error
