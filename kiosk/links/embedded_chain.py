"""Each record of the machine's own table log is bound to the one before: a changed value is seen at the next start.

The table `chain` stands beside the records, so that a program of before reads and writes the file as it did; what it
has appended without is bound at the next start. Whoever rewrites the chain as well is found by the audit alone, which
holds the log against the journal.
"""

from __future__ import annotations

import sqlite3
from hashlib import sha256
from typing import Final

from kiosk.faults import NEWEST_COPY, EnvironmentFault

START: Final = bytes(32)
_TABLE = "CREATE TABLE IF NOT EXISTS chain(id INTEGER PRIMARY KEY, hash BLOB NOT NULL) STRICT"
# As bytes, whatever type a damaged file gives them.
_ALL = """
SELECT entry.id, entry.seq, CAST(entry.key AS BLOB), CAST(entry.value AS BLOB), CAST(chain.hash AS BLOB)
FROM entry LEFT JOIN chain USING (id) ORDER BY entry.id
"""


def link(before: bytes, seq: int, key: bytes, value: bytes) -> bytes:
    """The hash of a record: SHA-256 over the hash before, its place, the length of its key, key and value."""
    return sha256(b"%b%d:%d:%b%b" % (before, seq, len(key), key, value)).digest()


def check_chain(db: sqlite3.Connection) -> bytes:
    """Look through all records, and bind those at the end that are not bound yet; the hash of the newest.

    Raises :class:`EnvironmentFault` for a record that is not as it was written, and sqlite3.Error. 100,000 records
    take a fifth of a second.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute(_TABLE)
        found, unbound = _look(db)
        db.executemany("INSERT INTO chain(id, hash) VALUES (?, ?)", unbound)
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return found


def _look(db: sqlite3.Connection) -> tuple[bytes, list[tuple[int, bytes]]]:
    """The hash of the newest record, and of those that are not bound yet."""
    newest = int(db.execute("SELECT coalesce(max(id), 0) FROM chain").fetchone()[0])
    found, last = START, 0
    unbound: list[tuple[int, bytes]] = []
    for number, seq, key, value, stands in db.execute(_ALL):
        found, last = link(found, int(seq), key, value), number
        if number > newest:
            unbound.append((number, found))
        elif stands != found:
            raise _damaged(number)
    if last < newest:
        raise _damaged(newest)
    return found, unbound


def bind(db: sqlite3.Connection, number: int, found: bytes) -> None:
    """Within the transaction that appends the record with that ``id``."""
    db.execute("INSERT INTO chain(id, hash) VALUES (?, ?)", (number, found))


def _damaged(number: int) -> EnvironmentFault:
    return EnvironmentFault(
        f"table.db is damaged: record {number} is not as it was written",
        f"Call a technician. {NEWEST_COPY}",
    )
