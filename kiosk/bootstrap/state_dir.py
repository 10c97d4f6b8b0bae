"""The state directory: one folder that holds everything a seat keeps, held by one process at a time."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import BinaryIO

from kiosk.faults import EnvironmentFault


class StateDir:
    """The folder and the names in it. Raises :class:`EnvironmentFault` when it cannot be used."""

    def __init__(self, path: Path) -> None:
        self.path = path.absolute()
        self.seat = self.path / "seat.db"
        self.table = self.path / "table.db"
        self.registry = self.path / "registry.db"
        self.tickets = self.path / "tickets"
        self.acceptor = self.path / "acceptor.json"
        self.cash_box = self.path / "cash-box.jsonl"
        self._held: BinaryIO | None = None

    def hold(self) -> None:
        """Make the folder when it is not there, and hold it until the process ends."""
        try:
            self.tickets.mkdir(parents=True, exist_ok=True)
            held = (self.path / "lock").open("ab")
        except OSError as error:
            raise EnvironmentFault(
                f"state directory {self.path} cannot be used: {error.strerror}",
                "Check its permissions and the disk",
            ) from error
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            held.close()
            raise EnvironmentFault(
                f"state directory {self.path} is in use by another running seat",
                "Close it, or name another directory",
            ) from error
        self._held = held

    def in_use(self) -> bool:
        """Whether a running seat holds the folder. Touches nothing."""
        try:
            with (self.path / "lock").open("rb") as probe:
                fcntl.flock(probe, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except OSError:
            return True
        return False

    def release(self) -> None:
        """Let the folder go."""
        if self._held is not None:
            self._held.close()
            self._held = None


def append_durably(path: Path, line: bytes) -> None:
    """Append a line and make it durable. Raises OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    try:
        os.write(handle, line)
        os.fsync(handle)
    finally:
        os.close(handle)
