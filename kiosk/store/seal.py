"""Seals on the lists beside the books: whoever changes, adds or removes a row with another program is noticed.

A seal is the number of rows and the sum of their hashes. It moves with every write, in the same transaction, so that
a list of any length costs nothing to keep sealed. The journal itself has its chain instead.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Mapping, Sequence

import msgspec

COLUMNS: Mapping[str, str] = {
    "counter": "name, value",
    "ticket": "direction, number, cents, state, at, body",
    "event": "id, at, kind, severity, detail",
    "acknowledged": "event, by, at",
    "recall": "round, body",
    "outcome": "round, body",
    "outbox": "key, effect",
}
"""The sealed lists and what of a row is sealed: all that counts of it."""

_MODULUS = 1 << 256
_encode = msgspec.json.Encoder().encode


class Seals:
    """The seals of one file, moved in memory and written with the commit.

    note: one owner; ``undo`` after a commit that failed.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._kept = _stored(db)
        self._moved: dict[str, tuple[int, int]] = {}

    def add(self, table: str, row: Sequence[object]) -> None:
        """A row is new."""
        self._move(table, row, 1)

    def remove(self, table: str, row: Sequence[object] | None) -> None:
        """A row is replaced, if there was one."""
        if row is not None:
            self._move(table, row, -1)

    def _move(self, table: str, row: Sequence[object], sign: int) -> None:
        count, digest = self._moved.get(table) or self._kept.get(table, (0, 0))
        self._moved[table] = count + sign, (digest + sign * _hash(table, row)) % _MODULUS

    def write(self, db: sqlite3.Connection) -> None:
        """Write the seals that have moved, in the caller's transaction."""
        if self._moved:
            db.executemany("REPLACE INTO seal VALUES (?, ?, ?)", _rows(self._moved))

    def keep(self) -> None:
        """The commit is on disk."""
        self._kept |= self._moved
        self._moved = {}

    def undo(self) -> None:
        """The commit has failed."""
        self._moved = {}


def make(db: sqlite3.Connection) -> None:
    """Seal the lists as they stand: for a file that had no seals yet."""
    db.executemany("REPLACE INTO seal VALUES (?, ?, ?)", _rows({name: _found(db, name) for name in COLUMNS}))


def broken(db: sqlite3.Connection, names: Iterable[str] = tuple(COLUMNS)) -> list[str]:
    """The lists that are not as they were written; reads all rows of each. Raises sqlite3.Error."""
    kept = _stored(db)
    findings = [f"seal of '{name}' belongs to no list" for name in sorted(kept.keys() - COLUMNS.keys())]
    for name in names:
        if name not in kept:
            findings.append(f"the seal of list '{name}' is missing: another program took it away")
            continue
        count, digest = kept[name]
        rows, found = _found(db, name)
        if rows != count:
            findings.append(
                f"list '{name}' has {rows} rows, {count} were written: another program changed it"
            )
        elif found != digest:
            findings.append(f"list '{name}' was changed by another program: its seal does not fit")
    return findings


def _found(db: sqlite3.Connection, name: str) -> tuple[int, int]:
    count = total = 0
    for row in db.execute(f"SELECT {COLUMNS[name]} FROM {name}"):  # noqa: S608 - names of our own
        count += 1
        total += _hash(name, row)
    return count, total % _MODULUS


def _stored(db: sqlite3.Connection) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {}
    for name, count, digest in db.execute("SELECT name, rows, digest FROM seal"):
        if not isinstance(count, int) or not isinstance(
            digest, bytes
        ):  # pages may be exchanged in a damaged file
            raise sqlite3.DatabaseError(
                f"the seal of {name!r} is {count!r}, {digest!r}: expected a number and bytes"
            )
        found[name] = count, int.from_bytes(digest)
    return found


def _rows(seals: Mapping[str, tuple[int, int]]) -> list[tuple[str, int, bytes]]:
    return [(name, count, digest.to_bytes(32)) for name, (count, digest) in seals.items()]


def _hash(table: str, row: Sequence[object]) -> int:
    return int.from_bytes(hashlib.sha256(_encode((table, *row))).digest())
