"""The tables of seat.db and how an older file becomes a newer one. An auditor reads it with the sqlite3 shell."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from kiosk.faults import EnvironmentFault
from kiosk.seat.accounts import Account
from kiosk.sqlite_file import kind_of
from kiosk.store import seal

VERSION = 2
_SEALED = 2  # the first version with seals
APPLICATION_ID = 0x53656174  # "Seat"

_VERSION_1 = """
CREATE TABLE txn(
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL UNIQUE, round INTEGER NOT NULL,
    at TEXT NOT NULL, prev BLOB NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE TABLE posting(
    txn INTEGER NOT NULL REFERENCES txn, account TEXT NOT NULL, cents INTEGER NOT NULL) STRICT;
CREATE TABLE meter(name TEXT PRIMARY KEY, cents INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE counter(name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE snapshot(
    id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, body TEXT NOT NULL, sha BLOB NOT NULL) STRICT;
CREATE TABLE outbox(id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, effect TEXT NOT NULL) STRICT;
CREATE TABLE recall(round INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
CREATE TABLE outcome(round INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
CREATE TABLE ticket(
    direction TEXT NOT NULL, number TEXT NOT NULL, cents INTEGER NOT NULL, state TEXT NOT NULL,
    at TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (direction, number)) STRICT;
CREATE TABLE event(
    id INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL, severity TEXT NOT NULL, detail TEXT NOT NULL) STRICT;
CREATE TRIGGER txn_stays BEFORE UPDATE ON txn BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER txn_remains BEFORE DELETE ON txn BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER posting_stays BEFORE UPDATE ON posting BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER posting_remains BEFORE DELETE ON posting BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""

# `hourly` is what the meters moved by in an hour (kiosk/store/hours.py), `period` the meters when a period ended.
_VERSION_2 = """
CREATE TABLE hourly(
    hour TEXT NOT NULL, name TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (hour, name)) STRICT, WITHOUT ROWID;
CREATE TABLE acknowledged(event INTEGER PRIMARY KEY, by TEXT NOT NULL, at TEXT NOT NULL) STRICT;
CREATE TABLE period(
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, at TEXT NOT NULL, by TEXT NOT NULL, detail TEXT NOT NULL,
    meters TEXT NOT NULL, prev BLOB NOT NULL, hash BLOB NOT NULL) STRICT;
CREATE TABLE seal(name TEXT PRIMARY KEY, rows INTEGER NOT NULL, digest BLOB NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX event_by_time ON event(at);
CREATE TRIGGER period_stays BEFORE UPDATE ON period BEGIN SELECT RAISE(ABORT, 'periods are append-only'); END;
CREATE TRIGGER period_remains BEFORE DELETE ON period BEGIN SELECT RAISE(ABORT, 'periods are append-only'); END;
"""

_MIGRATIONS: tuple[str, ...] = (_VERSION_1, _VERSION_2)  # entry n brings version n to n + 1


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the file: 0 for an empty one. Raises :class:`EnvironmentFault` for a foreign file."""
    kind = kind_of(connection)
    if kind.is_empty:
        return 0
    version, application, _ = kind
    if application != APPLICATION_ID:
        raise EnvironmentFault(
            f"seat.db is not a seat's journal: application id {application:#x}, expected {APPLICATION_ID:#x}",
            "Check the state directory",
        )
    if not 0 <= version <= VERSION:
        raise EnvironmentFault(
            f"seat.db has version {version}, this program knows versions up to {VERSION}",
            "Install the program that wrote it; nothing was changed",
        )
    return version


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to this program's version, in one transaction. Raises :class:`EnvironmentFault`."""
    version = version_of(connection)
    if version == VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for script in _MIGRATIONS[version:]:
            for statement in _statements(script):
                connection.execute(statement)
        if version < _SEALED:
            seal.make(connection)
        if version == 0:
            rows = [(account.value,) for account in Account]
            connection.executemany("INSERT INTO meter(name, cents) VALUES (?, 0)", rows)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def strange_parts(connection: sqlite3.Connection) -> list[str]:
    """What differs from the tables and triggers that this program makes; empty when nothing does.

    SQLite itself finds no fault in a schema whose words were changed: a renamed column or a lost trigger.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh)
        wanted, found = _parts(fresh), _parts(connection)
    names = sorted(str(name) for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))
    return [f"seat.db: part '{name}' of the schema is not as this program makes it" for name in names]


def _parts(connection: sqlite3.Connection) -> dict[object, tuple[object, ...]]:
    rows = connection.execute("SELECT name, type, tbl_name, sql FROM sqlite_schema ORDER BY name")
    return {row[0]: row for row in rows}


def _statements(script: str) -> list[str]:
    found: list[str] = []
    pending = ""
    for line in script.strip().splitlines():
        pending += line + "\n"
        if sqlite3.complete_statement(pending):
            found.append(pending.strip())
            pending = ""
    return found
