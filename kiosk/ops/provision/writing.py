"""New files of a provided folder: durable, and secret from the first moment where they must be."""

from __future__ import annotations

import os
from pathlib import Path

from kiosk.ops.provision.ca import Pair


def write_pair(folder: Path, name: str, pair: Pair) -> None:
    """A certificate and its key, NAME.crt and NAME.key."""
    write(folder / f"{name}.crt", pair.certificate)
    write(folder / f"{name}.key", pair.key, secret=True)


def write(path: Path, content: bytes, *, secret: bool = False) -> None:
    """Write a new file durably; a secret one never had another mode."""
    for folder in (path.parent.parent, path.parent):  # `parents` of mkdir would not heed the mode
        folder.mkdir(mode=0o700, exist_ok=True)
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600 if secret else 0o644)
    with os.fdopen(opened, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
