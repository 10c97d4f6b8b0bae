"""The notes that people have, and what a simulated acceptor remembers through a power cut."""

from pathlib import Path

import msgspec

from kiosk.devices.files import KeptFile
from kiosk.faults import NEWEST_MEMORY

NOTES = (500, 1_000, 2_000, 5_000, 10_000)
"""The notes that people have, in cents."""


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was put into the slot: a note (`cents`) or a ticket (`number`)."""

    serial: str
    cents: int = 0
    number: str = ""


class Remembered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the device keeps through a power cut. ``falling``: nobody was told yet that ``stacked`` lies in the box."""

    escrow: Item | None = None
    stacked: Item | None = None
    falling: bool = False


class FileMemory(KeptFile[Remembered]):
    """One small file."""

    def __init__(self, path: Path) -> None:
        name = "acceptor memory"
        super().__init__(path, Remembered(), name=name, writer="the acceptor", remedy=NEWEST_MEMORY)
