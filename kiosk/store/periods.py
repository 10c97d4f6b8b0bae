"""Periods: the meters as they stood when a day was closed, the meters were cleared out or the cash box was taken.

Nothing is ever set back. "Since clear-out" is the difference between now and the last reading, and every reading is
chained to the one before it, so that none can be changed or left out unseen.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping

import msgspec

from kiosk.seat.effects import EndPeriod
from kiosk.store.chain import START

DAY, CLEAR_OUT, DROP = "day", "clear-out", "drop"

_SELECT = "SELECT id, kind, at, by, detail, meters FROM period"
_json = msgspec.json.Encoder(order="sorted").encode


class Period(msgspec.Struct, frozen=True):
    """A reading of all meters when a period ended. ``at`` is UTC in ISO 8601, meters in their own units."""

    id: int
    kind: str
    at: str
    by: str
    detail: dict[str, str | int]
    meters: dict[str, int]


def all_meters(db: sqlite3.Connection) -> dict[str, int]:
    """Accounts (in cents, as ``account.credit``) and counters by their name, for life."""
    found = {f"account.{name}": cents for name, cents in db.execute("SELECT name, cents FROM meter")}
    found |= dict(db.execute("SELECT name, value FROM counter"))
    return found


def since(meters: Mapping[str, int], before: Mapping[str, int]) -> dict[str, int]:
    """What every meter has moved by since a reading."""
    return {name: value - before.get(name, 0) for name, value in meters.items()}


def add(db: sqlite3.Connection, effect: EndPeriod, at: str) -> None:
    """Read the meters now, in the caller's transaction."""
    row = db.execute("SELECT id, hash FROM period ORDER BY id DESC LIMIT 1").fetchone()
    number, prev = (row[0] + 1, row[1]) if row is not None else (1, START)
    now = all_meters(db)
    detail = _json(_counted(db, effect, now)).decode()
    meters = _json(now).decode()
    found = _hash(prev, number, effect.kind, at, effect.by, detail, meters)
    db.execute(
        "INSERT INTO period VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (number, effect.kind, at, effect.by, detail, meters, prev, found),
    )


def _counted(db: sqlite3.Connection, effect: EndPeriod, now: Mapping[str, int]) -> dict[str, str | int]:
    """The detail; of a drop with what the meters expect in the box at this very moment, and the difference."""
    counted = effect.detail.get("counted")
    if effect.kind != DROP or not isinstance(counted, int):
        return effect.detail
    before = last(db, DROP)
    notes = since(now, before.meters if before is not None else {})["account.notes"]
    return effect.detail | {"expected": -notes, "variance": counted + notes}


def last(db: sqlite3.Connection, kind: str) -> Period | None:
    """The newest reading of that kind."""
    row = db.execute(f"{_SELECT} WHERE kind = ? ORDER BY id DESC LIMIT 1", (kind,)).fetchone()
    return _period(row) if row is not None else None


def newest(db: sqlite3.Connection, limit: int = 400) -> list[Period]:
    """The newest readings, newest first."""
    return [_period(row) for row in db.execute(f"{_SELECT} ORDER BY id DESC LIMIT ?", (limit,))]


def findings(db: sqlite3.Connection) -> list[str]:
    """What is wrong with the readings: a changed, missing or forged one. Raises sqlite3.Error."""
    found: list[str] = []
    prev, expected = START, 1
    rows = db.execute("SELECT id, kind, at, by, detail, meters, prev, hash FROM period ORDER BY id")
    for number, kind, at, by, detail, meters, before, own in rows:
        if number != expected or before != prev:
            found.append(f"period {number} does not follow its predecessor: one is missing or was changed")
        if _hash(before, number, kind, at, by, detail, meters) != own:
            found.append(f"period {number} ({kind}, {at}) was changed: its hash does not fit")
        try:
            msgspec.json.decode(meters, type=dict[str, int])
            msgspec.json.decode(detail, type=dict[str, str | int])
        except (msgspec.DecodeError, UnicodeError) as error:
            found.append(f"period {number} ({kind}, {at}) does not decode: {error}")
        prev, expected = own, number + 1
    return found


def _period(row: tuple[int, str, str, str, str, str]) -> Period:
    number, kind, at, by, detail, meters = row
    return Period(
        number,
        kind,
        at,
        by,
        msgspec.json.decode(detail, type=dict[str, str | int]),
        msgspec.json.decode(meters, type=dict[str, int]),
    )


def _hash(prev: bytes, number: int, *parts: str) -> bytes:
    return hashlib.sha256(_json((prev.hex(), number, *parts))).digest()
