"""Files that survive a power cut: written whole under another name, synced, then renamed."""

import os
from collections.abc import Callable
from pathlib import Path


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
