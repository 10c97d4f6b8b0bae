"""What the seat's books hold that the software before does not know: with any of it there is no way back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from kiosk.app.state_dir import StateDir
from kiosk.faults import EnvironmentFault
from kiosk.ops.update.backup import Backup
from kiosk.ops.update.places import SEAT
from kiosk.store import read_only


def unknown_kinds(before: Backup, state: Path) -> dict[str, int]:
    """The kinds of the seat's transactions that the software before does not know, each with the number of its first.

    Raises :class:`EnvironmentFault`.
    """
    found = _firsts(state, "SELECT kind, min(id) FROM txn GROUP BY kind")
    return {kind: first for kind, first in found.items() if not before.knows(kind)}


def unknown_fields(before: Backup, state: Path) -> dict[str, int]:
    """The fields of rounds kept for recall that the software before does not read, each with its first round.

    Raises :class:`EnvironmentFault`.
    """
    found = _firsts(state, "SELECT key, min(round) FROM recall, json_each(recall.body) GROUP BY key")
    return {field: first for field, first in found.items() if not before.reads(field)}


def _firsts(state: Path, sql: str) -> dict[str, int]:
    """What stands in the seat's books by name, each with the number of its first."""
    path = StateDir(state / SEAT).seat
    if not path.exists():
        return {}
    try:
        with closing(read_only.open_file(path, alone=not read_only.beside(path))) as db:
            return {name: int(first) for name, first in db.execute(sql)}
    except sqlite3.Error as error:
        raise EnvironmentFault(f"{path} cannot be read: {error}", "See kiosk verify") from error
