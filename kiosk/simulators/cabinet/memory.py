"""What the simulated board's battery keeps, and where its doors and keys stand."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Protocol

import msgspec

from kiosk.devices.cabinet.memory import Count
from kiosk.devices.cabinet.messages import SERIAL_LENGTH
from kiosk.devices.cabinet.port import Door, Key
from kiosk.devices.files import replace_durably
from kiosk.faults import NOT_JSON, EnvironmentFault

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


class BoardMemory(Protocol):
    """Where it is kept. ``save`` returns only when it is durable, and may raise OSError."""

    def load(self) -> Remembered: ...

    def save(self, remembered: Remembered, /) -> None: ...


class VolatileBoardMemory:
    """Forgets with the process: for tests and simulation."""

    def __init__(self, remembered: Remembered | None = None) -> None:
        self._remembered = remembered or Remembered()

    def load(self) -> Remembered:
        """See :class:`BoardMemory`."""
        return self._remembered

    def save(self, remembered: Remembered, /) -> None:
        """See :class:`BoardMemory`."""
        self._remembered = remembered


class FileBoardMemory:
    """One small JSON file, replaced atomically: for a demonstration that is ended and begun again."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> Remembered:
        """Raises :class:`EnvironmentFault` naming the file when it is not what ``save`` wrote or cannot be read."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Remembered)
        except FileNotFoundError:
            return Remembered()
        except (*NOT_JSON, OSError) as error:
            raise EnvironmentFault(
                f"simulated cabinet board's memory {self._path}: {error}; expected what the simulator wrote",
                "Put back the newest copy, an older one has lost openings; or remove it; nothing was changed",
            ) from error

    def save(self, remembered: Remembered, /) -> None:
        """See :class:`BoardMemory`."""
        replace_durably(self._path, msgspec.json.encode(remembered))
