"""Reads a seat.db that may belong to a running seat: nothing beside it is made or written, all is of one moment."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar
from urllib.parse import quote

from kiosk.faults import EnvironmentFault
from kiosk.sqlite_file import DAMAGE
from kiosk.store.schema import VERSION, version_of

TRIES = 5
Found = TypeVar("Found")


def read(path: Path, what: Callable[[sqlite3.Connection], Found]) -> Found:
    """Answer ``what`` for the file, in one read transaction; it is asked again when the file changed under it.

    Raises :class:`EnvironmentFault` for a file that is not there, is none of a seat, of another version or damaged.
    """
    for _ in range(TRIES):
        before = looks(path)
        alone = not beside(path)
        try:
            with closing(open_file(path, alone=alone)) as db:
                db.execute("BEGIN")
                version = version_of(db)
                if version != VERSION:
                    raise _other_version(path, version)
                found = what(db)
        except DAMAGE as error:
            if alone and looks(path) != before:
                continue
            raise EnvironmentFault(
                f"{path} cannot be read: {error}", "See kiosk verify; nothing was changed"
            ) from error
        if not alone or looks(path) == before:
            return found
    raise EnvironmentFault(f"{path} changed {TRIES} times while it was read", "Try again")


def need(path: Path) -> None:
    """Raises :class:`EnvironmentFault` when there is no journal at ``path``: the folder is no seat's."""
    if not path.is_file():
        raise EnvironmentFault(
            f"no journal at {path.parent}: expected the file {path.name}",
            "Name the state directory of a seat",
        )


def open_file(path: Path, *, alone: bool) -> sqlite3.Connection:
    """A connection that writes nothing. Raises sqlite3.Error, and :class:`EnvironmentFault` when there is no file.

    ``alone``: nobody has the file open. SQLite would then make the files beside it, under the name of whoever asks,
    and leave them there: a seat that starts later might not be allowed to open them.
    """
    need(path)
    how = "immutable=1" if alone else "mode=ro"
    address = f"file:{quote(str(path.absolute()))}?{how}"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=10.0)
    connection.execute("PRAGMA query_only = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def beside(path: Path) -> bool:
    """Whether there are the files that SQLite keeps beside one that is open, or that a power cut has left."""
    return any(Path(f"{path}{end}").exists() for end in ("-wal", "-journal"))


def looks(path: Path) -> tuple[int, int, int] | None:
    """What tells whether the file itself is another one or was written; None when it is not there."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise EnvironmentFault(
            f"{path} cannot be looked at: {error.strerror}", "Check permissions"
        ) from error
    return status.st_ino, status.st_size, status.st_mtime_ns


def _other_version(path: Path, version: int) -> EnvironmentFault:
    if version == 0:
        return EnvironmentFault(f"{path} is empty: expected the journal of a seat", "Start the seat once")
    return EnvironmentFault(
        f"{path} has version {version}, expected {VERSION}", "Start the seat once, which brings the file up"
    )
