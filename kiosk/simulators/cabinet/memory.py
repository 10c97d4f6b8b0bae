"""What the simulated board's battery keeps, and where its doors and keys stand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from kiosk.devices.cabinet.memory import Count
from kiosk.devices.cabinet.messages import SERIAL_LENGTH
from kiosk.devices.cabinet.port import Door, Key
from kiosk.devices.files import KeptFile

SERIAL = "SIM-000001"


class Remembered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``counts`` in the order of Door. ``open`` and ``turned`` are no memory of the board: a door stays where it is."""

    serial: Annotated[str, msgspec.Meta(min_length=1, max_length=SERIAL_LENGTH, pattern="^[!-~]+$")] = SERIAL
    boots: Count = 0
    counts: tuple[Count, Count, Count] = (0, 0, 0)
    tampered: bool = False
    battery_low: bool = False
    open: frozenset[Door] = frozenset()
    turned: frozenset[Key] = frozenset()


class FileBoardMemory(KeptFile[Remembered]):
    """One small file: for a demonstration that is ended and begun again."""

    def __init__(self, path: Path) -> None:
        remedy = "Put back the newest copy, an older one has lost openings; or remove it"
        name = "simulated door board's memory"
        super().__init__(path, Remembered(), name=name, writer="the simulator", remedy=remedy)
