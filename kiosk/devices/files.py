"""Files that survive a power cut: written whole under another name, synced, then renamed."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Generic, Protocol, TypeVar

import msgspec

from kiosk.faults import NOT_JSON, EnvironmentFault, why

T = TypeVar("T")


class Memory(Protocol[T]):
    """Where something is kept through a power cut. ``save`` returns only when it is durable, and may raise OSError."""

    def load(self) -> T: ...

    def save(self, kept: T, /) -> None: ...


class Volatile(Generic[T]):
    """Forgets with the process: for tests and simulation."""

    def __init__(self, kept: T) -> None:
        self.kept = kept

    def load(self) -> T:
        """See :class:`Memory`."""
        return self.kept

    def save(self, kept: T, /) -> None:
        """See :class:`Memory`."""
        self.kept = kept


class KeptFile(Generic[T]):
    """One small JSON file, replaced atomically. ``empty`` is what a missing one holds.

    For what is not as it was written: ``name`` is what it is called, ``writer`` who wrote it, ``remedy`` what to do.
    """

    def __init__(self, path: Path, empty: T, *, name: str, writer: str, remedy: str) -> None:
        self._path = path
        self._empty = empty
        self._name, self._writer, self._remedy = name, writer, remedy

    def load(self) -> T:
        """Raises :class:`EnvironmentFault` naming the file when it is not what ``save`` wrote or cannot be read."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=type(self._empty))
        except FileNotFoundError:
            return self._empty
        except (*NOT_JSON, OSError) as error:
            raise EnvironmentFault(
                f"{self._name} {self._path}: {why(error)}; expected what {self._writer} wrote",
                f"{self._remedy}; nothing was changed",
            ) from error

    def save(self, kept: T, /) -> None:
        """See :class:`Memory`."""
        replace_durably(self._path, msgspec.json.encode(kept))


def made_folder(folder: Path) -> Path:
    """The folder, made with those above it where it is not there. Raises :class:`EnvironmentFault`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EnvironmentFault(
            f"folder {folder} cannot be made: {why(error)}", "Check its permissions and the disk"
        ) from error
    return folder


def sync_folder(folder: Path) -> None:
    """Makes the names in `folder` durable. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def write_synced(path: Path, data: bytes, half_way: Callable[[], None] | None = None) -> None:
    """Writes the bytes of a new file through to the disk. `half_way` is called in the middle. Raises OSError."""
    with path.open("wb") as file:
        file.write(data[: len(data) // 2])
        if half_way is not None:
            half_way()
        file.write(data[len(data) // 2 :])
        file.flush()
        os.fsync(file.fileno())


def replace_durably(path: Path, data: bytes) -> None:
    """Puts `data` in place of `path`: after a power cut it is the old file or the new one. Raises OSError."""
    part = path.with_name(path.name + ".part")
    write_synced(part, data)
    part.replace(path)
    sync_folder(path.parent)
