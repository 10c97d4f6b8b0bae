"""What the driver keeps through a power cut: which board it is, and how far the seat knows its doors' openings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec

from kiosk.devices.cabinet.messages import MOST_OPENINGS, SERIAL_LENGTH
from kiosk.devices.files import KeptFile

Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_OPENINGS)]


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``serial``: of the board that was accepted, empty for none yet; ``counts``: openings told, in the order of Door.

    ``boots``: starts of the board seen last. ``distrust``: why the board's counts cannot be believed until a technician
    accepts them, in words; empty when they can.
    """

    serial: Annotated[str, msgspec.Meta(max_length=SERIAL_LENGTH)] = ""
    boots: Count = 0
    counts: tuple[Count, Count, Count] = (0, 0, 0)
    distrust: str = ""


class FileCabinetMemory(KeptFile[Kept]):
    """One small file."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path,
            Kept(),
            name="cabinet driver's memory",
            writer="the driver",
            remedy="Put back the newest copy, an older one tells of openings again; or remove it and have a technician "
            "accept the board anew",
        )
