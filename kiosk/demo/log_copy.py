"""A copy of what one seat may read of a table's log, in a file: for an audit where no archive is at hand."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from kiosk.seat.context import SeatConfig
from kiosk.table import keys
from kiosk.table.log import TableLog

PAGE = 1_000
_SCHEMA = """
CREATE TABLE entry(id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL) STRICT
"""


def copy_log(log: TableLog, config: SeatConfig, path: Path) -> None:
    """Write rounds, slips and reports as they stand now into a new file. Raises NoAnswer.

    A round that has left the log is not in it: audit a seat that played such rounds against the archive.
    """
    prefixes = [keys.rounds(config.table), keys.seat(config.table, config.seat)]
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as db:
        db.execute(_SCHEMA)
        after = 0
        while entries := log.read(prefixes, after, PAGE):
            rows = [(entry.seq, entry.key, entry.value) for entry in entries]
            db.executemany("INSERT INTO entry(seq, key, value) VALUES (?, ?, ?)", rows)
            after = entries[-1].seq
        db.commit()
