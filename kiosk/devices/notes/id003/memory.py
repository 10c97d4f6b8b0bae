"""What the driver keeps through a power cut: the item in the acceptor, and the one that was stacked last."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import msgspec

from kiosk.devices.files import KeptFile
from kiosk.faults import NEWEST_MEMORY


class Stage(StrEnum):
    """How far an item has come with our leave."""

    HELD = "held"  # in escrow; nobody has decided
    STACKING = "stacking"  # the acceptor was or will be told to take it


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A note (``cents``) or a ticket (``number``). ``serial`` names this insertion for ever."""

    serial: str
    cents: int = 0
    number: str = ""


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``vend_open``: the acceptor may ask once more to be answered for ``stacked``, which is told already."""

    item: Item | None = None
    stage: Stage = Stage.HELD
    stacked: Item | None = None
    vend_open: bool = False


class FileDriverMemory(KeptFile[Kept]):
    """One small file."""

    def __init__(self, path: Path) -> None:
        super().__init__(
            path, Kept(), name="acceptor driver's memory", writer="the driver", remedy=NEWEST_MEMORY
        )
