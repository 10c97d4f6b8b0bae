"""What the driver keeps through a power cut: which board it is, and how far the seat knows its doors' openings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Protocol

import msgspec

from kiosk.devices.cabinet.messages import MOST_OPENINGS, SERIAL_LENGTH
from kiosk.devices.files import replace_durably
from kiosk.faults import NOT_JSON, EnvironmentFault

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


class CabinetMemory(Protocol):
    """Where the driver keeps it. ``save`` returns only when it is durable, and may raise OSError."""

    def load(self) -> Kept: ...

    def save(self, kept: Kept, /) -> None: ...


class VolatileCabinetMemory:
    """Forgets with the process: for tests and simulation."""

    def __init__(self, kept: Kept | None = None) -> None:
        self.kept = kept or Kept()

    def load(self) -> Kept:
        """See :class:`CabinetMemory`."""
        return self.kept

    def save(self, kept: Kept, /) -> None:
        """See :class:`CabinetMemory`."""
        self.kept = kept


class FileCabinetMemory:
    """One small file, replaced atomically."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> Kept:
        """Raises :class:`EnvironmentFault` naming the file when it is not what ``save`` wrote or cannot be read."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Kept)
        except FileNotFoundError:
            return Kept()
        except (*NOT_JSON, OSError) as error:
            raise EnvironmentFault(
                f"cabinet driver's memory {self._path}: {error}; expected what the driver wrote",
                "Put back the newest copy, an older one tells of openings again; or remove it and have a technician "
                "accept the board anew; nothing was changed",
            ) from error

    def save(self, kept: Kept, /) -> None:
        """See :class:`CabinetMemory`."""
        replace_durably(self._path, msgspec.json.encode(kept))
