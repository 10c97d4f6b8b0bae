"""The tables of the console's archive file. An auditor reads it with the sqlite3 shell."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import msgspec

from kiosk.faults import NEWEST_ARCHIVE, EnvironmentFault
from kiosk.sqlite_file import kind_of

APPLICATION_ID = 0x41726368  # "Arch"
VERSION = 1
NO_ROUND, OF_MANAGERS, OF_CONSOLES, OF_DESK = 0, -1, -2, -3  # where `record.round` names no round

START = bytes(32)

# `id` is the order of keeping, `hash` binds each record to the one before. `round` is taken from the key.
_TABLES = """
CREATE TABLE record(
    id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL,
    round INTEGER NOT NULL, hash BLOB NOT NULL, UNIQUE (seq, key)) STRICT;
CREATE INDEX record_round ON record(round, seq);
CREATE TRIGGER record_stays BEFORE UPDATE ON record BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TRIGGER record_remains BEFORE DELETE ON record BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
CREATE TABLE round(
    number INTEGER PRIMARY KEY, left_seq INTEGER NOT NULL DEFAULT 0, whole INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX round_stays ON round(number) WHERE left_seq = 0;
CREATE INDEX round_events_stay ON round(number) WHERE left_seq > 0 AND whole = 0;
CREATE TABLE state(id INTEGER PRIMARY KEY CHECK (id = 1), "table" TEXT NOT NULL, kept TEXT NOT NULL) STRICT;
"""
_FIT_FOR_A_LOOK = 64 * 2**20  # bytes: a larger file is not looked through at every start

_encode = msgspec.json.Encoder().encode


def link(prev: bytes, seq: int, key: str, value: bytes) -> bytes:
    """The hash of a record: SHA-256 over the hash before and the JSON array of place, key and value (base64)."""
    return hashlib.sha256(prev + _encode((seq, key, value))).digest()


def is_new(connection: sqlite3.Connection) -> bool:
    """Whether the file is empty. Raises :class:`EnvironmentFault` for one that is not ours; it is not touched."""
    kind = kind_of(connection)
    if kind[:2] == (VERSION, APPLICATION_ID):
        return False
    if not kind.is_empty:
        raise EnvironmentFault(
            f"the archive is no console's archive of version {VERSION}: application id {kind.application:#x}, "
            f"version {kind.version}",
            "Check the state directory, or install the program that wrote it; nothing was changed",
        )
    return True


def prepare(connection: sqlite3.Connection, table: str) -> None:
    """Make an empty file the archive of this table, in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    pending = ""
    for line in _TABLES.strip().splitlines():
        pending += line + "\n"
        if sqlite3.complete_statement(pending):
            connection.execute(pending)
            pending = ""
    connection.execute("INSERT INTO state VALUES (1, ?, '')", (table,))
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


def check(connection: sqlite3.Connection, path: Path, table: str) -> None:
    """The self-test at the start. Raises :class:`EnvironmentFault` for a damaged file or another table's.

    A small file is looked through whole. Of a large one the newest records are checked alone, by their hashes
    (:func:`check_chain`): a year of rounds must not keep a table waiting.
    """
    if path.stat().st_size <= _FIT_FOR_A_LOOK:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise _damaged(str(found))
    check_owner(connection, table)
    newest = int(connection.execute("SELECT coalesce(max(id), 0) FROM record").fetchone()[0])
    check_chain(connection, max(0, newest - 2_000))


def check_owner(connection: sqlite3.Connection, table: str) -> None:
    """The archive is of this table. Raises :class:`EnvironmentFault`."""
    owner = connection.execute('SELECT "table" FROM state').fetchone()
    if owner is None or owner[0] != table:
        found = "no table" if owner is None else f"table {owner[0]}"
        raise EnvironmentFault(
            f"the archive is of {found}, this console serves table {table}", "Check the configuration"
        )


def check_chain(connection: sqlite3.Connection, after: int = 0) -> None:
    """Every record above ``after`` (its ``id``) fits the one before. Raises :class:`EnvironmentFault`."""
    before = connection.execute("SELECT hash FROM record WHERE id = ?", (after,)).fetchone()
    prev, expected = (START if before is None else bytes(before[0])), after + 1
    rows = connection.execute(
        "SELECT id, seq, key, value, hash FROM record WHERE id > ? ORDER BY id", (after,)
    )
    for number, seq, key, value, stands in rows:
        prev = link(prev, seq, key, value)
        if number != expected or stands != prev:
            raise _damaged(f"record {expected}: the chain of hashes does not fit")
        expected += 1


def _damaged(what: str) -> EnvironmentFault:
    return EnvironmentFault(f"the archive is damaged: {what}", f"Call a technician. {NEWEST_ARCHIVE}")
