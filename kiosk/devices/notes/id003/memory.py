"""What the driver keeps through a power cut: the item in the acceptor, and the one that was stacked last."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Protocol

import msgspec

from kiosk.devices.files import replace_durably
from kiosk.faults import NEWEST_MEMORY, NOT_JSON, EnvironmentFault


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


class DriverMemory(Protocol):
    """Where the driver keeps it. ``save`` returns only when it is durable, and may raise OSError."""

    def load(self) -> Kept: ...

    def save(self, kept: Kept, /) -> None: ...


class VolatileDriverMemory:
    """Forgets with the process: for tests."""

    def __init__(self, kept: Kept | None = None) -> None:
        self.kept = kept or Kept()

    def load(self) -> Kept:
        """See :class:`DriverMemory`."""
        return self.kept

    def save(self, kept: Kept, /) -> None:
        """See :class:`DriverMemory`."""
        self.kept = kept


class FileDriverMemory:
    """One small file, replaced atomically."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> Kept:
        """Raises :class:`EnvironmentFault` naming the file when it is not what ``save`` wrote."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Kept)
        except FileNotFoundError:
            return Kept()
        except (*NOT_JSON, OSError) as error:
            raise EnvironmentFault(
                f"acceptor driver's memory {self._path}: {error}; expected what the driver wrote",
                f"{NEWEST_MEMORY}; nothing was changed",
            ) from error

    def save(self, kept: Kept, /) -> None:
        """See :class:`DriverMemory`."""
        replace_durably(self._path, msgspec.json.encode(kept))
