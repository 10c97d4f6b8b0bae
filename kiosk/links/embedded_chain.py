"""Each record of the machine's own table log is bound to the one before: a changed value is seen at the next start.

The table `chain` stands beside the records, so that a program of before reads and writes the file as it did; what it
has appended without is bound at the next start. Whoever rewrites the chain as well is found by the audit alone, which
holds the log against the journal.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import quote

from kiosk.faults import NEWEST_COPY, EnvironmentFault
from kiosk.sqlite_file import ends_with

START: Final = bytes(32)
_TABLE = "CREATE TABLE IF NOT EXISTS chain(id INTEGER PRIMARY KEY, hash BLOB NOT NULL) STRICT"
# As bytes, whatever type a damaged file gives them.
_ALL = """
SELECT entry.id, entry.seq, CAST(entry.key AS BLOB), CAST(entry.value AS BLOB), CAST(chain.hash AS BLOB)
FROM entry LEFT JOIN chain USING (id) WHERE entry.id > ? ORDER BY entry.id
"""
_LOOK_UP_EVERY = 5_000  # records


def link(before: bytes, seq: int, key: bytes, value: bytes) -> bytes:
    """The hash of a record: SHA-256 over the hash before, its place, the length of its key, key and value."""
    return sha256(b"%b%d:%d:%b%b" % (before, seq, len(key), key, value)).digest()


def check_chain(db: sqlite3.Connection, newest: int | None = None) -> bytes:
    """Look through all records, and bind those at the end that are not bound yet; the hash of the newest.

    ``newest``: of a longer log only so many are looked through, see :func:`wrong_records`. Raises
    :class:`EnvironmentFault` for a record that is not as it was written, and sqlite3.Error. 100,000 records take a
    fifth of a second.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(_TABLE)
        found, unbound = _look(db, newest)
        db.executemany("INSERT INTO chain(id, hash) VALUES (?, ?)", unbound)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return found


def _look(db: sqlite3.Connection, most: int | None) -> tuple[bytes, list[tuple[int, bytes]]]:
    """The hash of the newest record, and of those that are not bound yet."""
    newest = _newest(db)
    last = 0 if most is None else max(0, newest - most)
    row = db.execute("SELECT CAST(hash AS BLOB) FROM chain WHERE id = ?", (last,)).fetchone()
    found, last = (row[0], last) if row is not None else (START, 0)
    unbound: list[tuple[int, bytes]] = []
    for number, seq, key, value, stands in db.execute(_ALL, (last,)):
        found, last = link(found, int(seq), key, value), number
        if number > newest:
            unbound.append((number, found))
        elif stands != found:
            raise _damaged(number)
    if last < newest:
        raise _damaged(newest)
    return found, unbound


def _newest(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT coalesce(max(id), 0) FROM chain").fetchone()[0])


def wrong_records(path: Path, ends: Callable[[], bool]) -> Iterator[str]:
    """What is wrong with a log that is in use, beside whoever writes it: all pages, and the chain from its start.

    Now and then it yields "": it goes on. Raises sqlite3.Error, also soon after ``ends`` says that nobody waits for it.
    """
    address = f"file:{quote(str(path.absolute()))}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as db:
        ends_with(db, ends)  # looking at all pages of a long log takes seconds, in one go
        db.execute("BEGIN")
        if (damage := db.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
            yield f"table.db is damaged: {damage}"
            return
        newest, found, last = _newest(db), START, 0
        for last, seq, key, value, stands in db.execute(_ALL, (0,)):
            found = link(found, int(seq), key, value)
            if stands != found:
                yield _damaged(last).what
                return
            if last % _LOOK_UP_EVERY == 0:
                yield ""
        if last < newest:
            yield _damaged(newest).what


def bind(db: sqlite3.Connection, number: int, found: bytes) -> None:
    """Within the transaction that appends the record with that ``id``."""
    db.execute("INSERT INTO chain(id, hash) VALUES (?, ?)", (number, found))


def _damaged(number: int) -> EnvironmentFault:
    return EnvironmentFault(
        f"table.db is damaged: record {number} is not as it was written",
        f"Call a technician. {NEWEST_COPY}",
    )
