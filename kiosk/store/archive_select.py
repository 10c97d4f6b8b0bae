"""Chooses which rows of seat.db are old enough for the archive. Whatever a screen shows or a seat may need stays.

A clock that was wrong for a while makes nothing old: a row counts as old only when nothing that was written before it
is younger. Times in the future, which such a clock leaves behind, hold nothing back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import msgspec

from kiosk.faults import EnvironmentFault
from kiosk.seat.state import SeatState, decode_state
from kiosk.store import seal
from kiosk.store.archive_files import Row
from kiosk.table.round import EARLIER_ROUNDS

KEPT = {"event": 200, "outcome": 500, "recall": 100, "ticket": 35}
"""How many of the newest rows stay whatever their age; of tickets so many each way."""

MOST = 20_000  # rows of a list in one file: so long is the one transaction, and so much is in memory
_NONE = -1


def place_of(db: sqlite3.Connection) -> str:
    """Table and seat, as 12/07; empty for a seat that was never started."""
    state = _state(db)
    return state.place if state is not None else ""


def select(db: sqlite3.Connection, before: str, now: str) -> dict[str, list[Row]]:
    """The rows of each list that are older than ``before``, oldest first, at most so many that one file takes them."""
    state = _state(db)
    if state is None:
        return {}
    events = list(_events(db, before, now))
    found = {"event": events, "acknowledged": _acknowledged(db, events)}
    found["ticket"] = list(_tickets(db, before))
    last = min(_last_old_round(db, before, now), state.table.number - EARLIER_ROUNDS - 1)
    found["outcome"] = _rounds(db, "outcome", last)
    needed = {task.round for task in state.later} | {waiting.round for waiting in state.unconfirmed}
    table = state.place.partition("/")[0]
    found["recall"] = [
        row
        for row in _rounds(db, "recall", last)
        if row[0] not in needed and _is_settled(db, table, row[0], before)
    ]
    return found


def _state(db: sqlite3.Connection) -> SeatState | None:
    row = db.execute("SELECT body FROM snapshot").fetchone()
    try:
        return decode_state(row[0]) if row is not None else None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise EnvironmentFault(
            f"seat.db: the snapshot does not decode: {error}", "See kiosk verify"
        ) from error


def _events(db: sqlite3.Connection, before: str, now: str) -> Iterator[Row]:
    """Those before the first that is younger. What tells of archives counts for nothing: each would make one old.

    The newest of these binds the archive to seat.db and stays.
    """
    sql = f"""
    SELECT {seal.COLUMNS["event"]} FROM event WHERE at < ?
    AND id < (SELECT id FROM event WHERE kind <> 'archived' ORDER BY id DESC LIMIT 1 OFFSET ?)
    AND id < ifnull((SELECT min(id) FROM event WHERE at >= ? AND at <= ?), 9223372036854775807)
    AND id IS NOT (SELECT max(id) FROM event WHERE kind = 'archived')
    ORDER BY id LIMIT ?"""  # noqa: S608 - names of our own
    return _tuples(db.execute(sql, (before, KEPT["event"] - 1, before, now, MOST)))


def _acknowledged(db: sqlite3.Connection, events: list[Row]) -> list[Row]:
    """Whatever was noted about these events, and about those that are in the archive already."""
    here = {row[0] for row in db.execute("SELECT id FROM event")} - {row[0] for row in events}
    sql = f"SELECT {seal.COLUMNS['acknowledged']} FROM acknowledged ORDER BY event LIMIT ?"  # noqa: S608 - ours
    return [row for row in _tuples(db.execute(sql, (MOST,))) if row[0] not in here]


def _tickets(db: sqlite3.Connection, before: str) -> Iterator[Row]:
    """Those that are no longer on their way. What waits in snapshot or outbox is not done with."""
    sql = f"""
    SELECT {seal.COLUMNS["ticket"]} FROM ticket AS old
    WHERE at < ? AND state IN ('issued', 'redeemed', 'void') AND rowid < ifnull(
        (SELECT rowid FROM ticket WHERE direction = old.direction ORDER BY rowid DESC LIMIT 1 OFFSET ?), 0)
    AND NOT EXISTS (SELECT 1 FROM snapshot WHERE instr(body, number))
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE instr(effect, number))
    ORDER BY rowid LIMIT ?"""  # noqa: S608 - names of our own
    return _tuples(db.execute(sql, (before, KEPT["ticket"] - 1, MOST)))


def _last_old_round(db: sqlite3.Connection, before: str, now: str) -> int:
    """The last round that was over before ``before``. Rounds have no time; what was booked meanwhile has."""
    young, old = db.execute(
        "SELECT min(CASE WHEN at BETWEEN ?1 AND ?2 THEN round END), max(CASE WHEN at < ?1 THEN round END) FROM txn",
        (before, now),
    ).fetchone()
    return _NONE if old is None else min(old, old if young is None else young) - 1


def _rounds(db: sqlite3.Connection, name: str, last: int) -> list[Row]:
    sql = f"""
    SELECT {seal.COLUMNS[name]} FROM {name} WHERE round <= ? AND round < (
        SELECT round FROM {name} ORDER BY round DESC LIMIT 1 OFFSET ?) ORDER BY round LIMIT ?"""  # noqa: S608
    return list(_tuples(db.execute(sql, (last, KEPT[name] - 1, MOST))))


def _is_settled(db: sqlite3.Connection, table: str, number: object, before: str) -> bool:
    keys = (f"settle:{table}:{number}", f"void:{table}:{number}")
    row = db.execute("SELECT at FROM txn WHERE key IN (?, ?)", keys).fetchone()
    return row is not None and row[0] < before


def _tuples(rows: sqlite3.Cursor) -> Iterator[Row]:
    for row in rows:
        yield tuple(row)
