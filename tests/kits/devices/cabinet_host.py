"""A seat's process with nothing but its cabinet: `PORT MEMORY`. What is told is written at once."""

import os
import sys
import threading
from pathlib import Path

import msgspec

from kiosk.devices.cabinet.driver import BoardCabinet, Polls
from kiosk.devices.cabinet.memory import FileCabinetMemory
from kiosk.devices.cabinet.wire import BoardWire


def main():
    port, memory = sys.argv[1:]
    polls = Polls(
        lambda: BoardWire(port),
        FileCabinetMemory(Path(memory)),
        lambda told: os.write(1, msgspec.json.encode(told) + b"\n"),
        adopt_first=True,
        poll_ms=1,
    )
    BoardCabinet(polls, lambda _: os.abort()).power_up()
    threading.Event().wait()


if __name__ == "__main__":
    main()
