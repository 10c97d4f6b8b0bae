"""The tables of registry.db, and how a file of an older version becomes one of today."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

from kiosk.faults import NEWEST_COPY
from kiosk.tickets.registry import RegistryFault

VERSION: Final = 3
_TICKET: Final = """
    CREATE TABLE ticket(
        id INTEGER PRIMARY KEY,
        number TEXT NOT NULL UNIQUE CHECK(length(number) = 18),
        cents INTEGER NOT NULL CHECK(cents > 0),
        terminal TEXT NOT NULL,
        body TEXT NOT NULL,
        state TEXT NOT NULL CHECK(state IN ('pending', 'issued', 'reserved', 'redeemed', 'void')),
        held_by TEXT NOT NULL DEFAULT '',
        held_at TEXT NOT NULL DEFAULT '',
        why TEXT NOT NULL DEFAULT '',
        did TEXT NOT NULL DEFAULT 'issue',
        issued_at TEXT NOT NULL DEFAULT '',
        steps INTEGER NOT NULL DEFAULT 1 CHECK(steps > 0),
        CHECK((held_by <> '') = (state IN ('reserved', 'redeemed') OR did = 'void-issued'))
    ) STRICT
"""
_ACTION: Final = """
    CREATE TABLE action(
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        what TEXT NOT NULL,
        who TEXT NOT NULL,
        number TEXT NOT NULL REFERENCES ticket(number),
        step INTEGER NOT NULL,
        cents INTEGER NOT NULL,
        why TEXT NOT NULL DEFAULT '',
        UNIQUE(number, step)
    ) STRICT
"""
# The newest time that the registry has seen, and every time that staff have declared wrong: seen up to `was`, at `at`.
_CLOCK: Final = """
    CREATE TABLE clock(id INTEGER PRIMARY KEY CHECK(id = 1), newest TEXT NOT NULL) STRICT
"""
_CLOCK_SET: Final = """
    CREATE TABLE clock_set(
        id INTEGER PRIMARY KEY,
        at TEXT NOT NULL,
        was TEXT NOT NULL,
        who TEXT NOT NULL CHECK(who <> ''),
        why TEXT NOT NULL CHECK(why <> '')
    ) STRICT
"""
_SEEN: Final = "INSERT INTO clock(id, newest) SELECT 1, coalesce(max(at), '') FROM action"
_KEPT: Final = """
    CREATE TRIGGER action_kept BEFORE UPDATE ON action BEGIN SELECT RAISE(ABORT, 'an action is never changed'); END
"""
_NEVER_REMOVED: Final = """
    CREATE TRIGGER action_stays BEFORE DELETE ON action BEGIN SELECT RAISE(ABORT, 'an action is never removed'); END
"""

# Version 1 named a party without its table, and kept no steps: they follow from the state that each ticket reached.
# Its own table is the only one that such a file can have met, and the times are those that it had noted.
_FROM_1: Final = (
    "ALTER TABLE ticket RENAME TO ticket_1",
    _TICKET,
    """
    INSERT INTO ticket(id, number, cents, terminal, body, state, held_by, held_at, why, did, issued_at, steps)
    SELECT id, number, cents, terminal, body, state,
        CASE held_by WHEN '' THEN '' ELSE json_extract(body, '$.table') || '/' || held_by END, held_at, why,
        CASE state WHEN 'pending' THEN 'issue' WHEN 'issued' THEN 'confirm' WHEN 'reserved' THEN 'reserve'
            WHEN 'redeemed' THEN 'redeem' ELSE 'void' END,
        CASE WHEN state IN ('pending', 'void') THEN '' ELSE json_extract(body, '$.at_utc') END,
        CASE state WHEN 'pending' THEN 1 WHEN 'reserved' THEN 3 WHEN 'redeemed' THEN 4 ELSE 2 END
    FROM ticket_1
    """,
    "DROP TABLE ticket_1",
    _ACTION,
)
_STEPS_OF_1: Final = (  # the step, its name, the states that took it, who, and when
    (1, "issue", "1", False),
    (2, "confirm", "state NOT IN ('pending', 'void')", False),
    (2, "void", "state = 'void'", False),
    (3, "reserve", "state IN ('reserved', 'redeemed')", True),
    (4, "redeem", "state = 'redeemed'", True),
)


def open_schema(db: sqlite3.Connection, path: Path) -> None:
    """Make a new file a registry, or one of an older version a registry of today. Within the caller's transaction.

    Raises RegistryFault for another version, and for what is not SQLite's idea of a sound file.
    """
    version = db.execute("PRAGMA user_version").fetchone()[0]
    tables = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
    if not (version == 0 and tables == 0) and not 1 <= version <= VERSION:
        raise RegistryFault(f"registry {path}: version {version}, expected {VERSION}")
    found = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise RegistryFault(f"registry {path}: damaged ({found})", NEWEST_COPY)
    if version == VERSION:
        return
    if version == 1:
        for statement in _FROM_1:
            db.execute(statement)
        for step, what, where, by_party in _STEPS_OF_1:
            db.execute(_step_of_1(where, by_party=by_party), (what, step))
    elif version == 0:
        db.execute(_TICKET)
        db.execute(_ACTION)
    if version < 2:
        db.execute(_KEPT)
        db.execute(_NEVER_REMOVED)
    for statement in (_CLOCK, _CLOCK_SET, _SEEN):
        db.execute(statement)
    db.execute(f"PRAGMA user_version = {VERSION}")


def _step_of_1(where: str, *, by_party: bool) -> str:
    who = "held_by" if by_party else "json_extract(body, '$.table') || '/' || terminal"
    at = "held_at" if by_party else "json_extract(body, '$.at_utc')"
    why = "CASE ?1 WHEN 'void' THEN why ELSE '' END"
    return (
        "INSERT INTO action(at, what, who, number, step, cents, why) "  # noqa: S608 - of the words above
        f"SELECT {at}, ?1, {who}, number, ?2, cents, {why} FROM ticket WHERE {where} ORDER BY id"
    )
