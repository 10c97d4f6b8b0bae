"""The way down: tables of a newer version as an older program knows them, where no money and no journal is lost by it.

It is done in a copy, which the older program itself must then find right to the cent before anything is replaced.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from kiosk.faults import EnvironmentFault
from kiosk.ops.update.backup import schema_of
from kiosk.ops.update.files import sync_file

# Seals, hours and readings are made from the books and stand beside them; the marks on events and the readings of days
# stay in the backup that is taken before. All ten tables of version 1 are left as they are.
_SEAT_2 = (
    "DROP TABLE seal",
    "DROP TABLE hourly",
    "DROP TABLE acknowledged",
    "DROP TABLE period",
    "DROP INDEX event_by_time",
)

# The newest time that was seen is an assurance beside the tickets, which are left as they are.
_REGISTRY_3 = ("DROP TABLE clock", "DROP TABLE clock_set")

DOWN: Mapping[tuple[str, int], tuple[str, ...]] = {
    ("seat/seat.db", 2): _SEAT_2,
    ("seat/registry.db", 3): _REGISTRY_3,
}
"""For a database's path and the version that it leaves: what brings it to the version before."""


def downgrade(folder: Path, wanted: Mapping[str, int]) -> bool:
    """Bring the databases below ``folder`` to these versions; whether anything was changed.

    Raises :class:`EnvironmentFault` where no way down is written: nothing of that file is changed then.
    """
    changed = False
    for name, version in sorted(wanted.items()):
        path = folder / name
        if path.exists() and schema_of(path) > version:
            _downgrade(path, name, version)
            changed = True
    return changed


def _downgrade(path: Path, name: str, wanted: int) -> None:
    found = schema_of(path)
    steps = range(found, wanted, -1)
    if any((name, step) not in DOWN for step in steps):
        raise EnvironmentFault(
            f"{name} has version {found}, the program before knows {wanted}, and there is no way down without a loss"
        )
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            for step in steps:
                for statement in DOWN[name, step]:
                    db.execute(statement)
            db.execute(f"PRAGMA user_version = {wanted}")
            db.execute("COMMIT")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sync_file(path)
    except sqlite3.Error as error:
        raise EnvironmentFault(f"{path} cannot be brought to version {wanted}: {error}") from error
