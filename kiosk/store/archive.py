"""Moves old rows of the lists beside the books from seat.db into an archive. The books themselves are never touched.

Every row is at any moment in seat.db, in the archive, or in both alike, wherever a power cut comes:

1. the rows are written into a file, made durable and read back;
2. the index names the file with its hash;
3. ONE transaction deletes these rows, moves the seals and keeps a significant event `archived` with the index's hash.

A run that ended before its transaction is finished by the next one. The event is what binds the archive to seat.db:
an archive that ends elsewhere is refused.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from kiosk.faults import EnvironmentFault
from kiosk.store import seal
from kiosk.store.archive_files import (
    START,
    Entry,
    Row,
    chained,
    file_name,
    read_file,
    read_index,
    write_file,
    write_index,
)
from kiosk.store.archive_select import place_of, select
from kiosk.store.seal import Seals

FOLDER = "archive"  # in the state directory
ARCHIVED = "archived"  # the kind of the significant event
_json = msgspec.json.Encoder().encode


class Anchor(msgspec.Struct, frozen=True):
    """What seat.db says of its archive: the number of files, and the index's newest hash."""

    number: int = 0
    hash: str = START


def _nowhere(_: str) -> None:
    pass


def archive_old(
    db: sqlite3.Connection,
    folder: Path,
    before: str,
    *,
    seals: Seals,
    at: str,
    reached: Callable[[str], None] = _nowhere,
) -> Entry | None:
    """Archive rows older than ``before`` into ONE new file; None when there are none (any more).

    ``before`` and ``at``, the time now, are UTC as 2026-01-31T12:00:00Z. ``db`` is the owner's own connection without
    a transaction under way, ``seals`` are the owner's: of a running seat those that its store moves. ``reached`` is
    told every step. An interrupted run is finished first, and answered. Raises :class:`EnvironmentFault` for an
    archive that does not fit or cannot be written, and :class:`sqlite3.Error`; no row has left seat.db then.
    """
    entries = check_chain(db, folder)
    if len(entries) > anchor_of(db).number:
        entry = entries[-1]
        _move(db, read_file(folder, entry), entry, seals, at, reached)
        return entry
    lists = select(db, before, at)
    if not any(lists.values()):
        return None
    number = len(entries) + 1
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        sha256 = write_file(folder, number, lists, reached)
        rows = {name: len(found) for name, found in lists.items() if found}
        prev = entries[-1].hash if entries else START
        entry = Entry(number, file_name(number), place_of(db), sha256, rows, before, at, prev, "")
        entry = msgspec.structs.replace(entry, hash=chained(entry))
        write_index(folder, (*entries, entry), reached)
    except OSError as error:
        raise EnvironmentFault(
            f"archive {folder} cannot be written: {error.strerror}", "Check the disk; nothing was deleted"
        ) from error
    _move(db, lists, entry, seals, at, reached)
    return entry


def check_chain(db: sqlite3.Connection, folder: Path) -> tuple[Entry, ...]:
    """The index of this seat's archive. It may be one file ahead of seat.db: of a run that was interrupted.

    Raises :class:`EnvironmentFault` for another seat's, a lost or an exchanged one.
    """
    entries, anchor = read_index(folder), anchor_of(db)
    place = place_of(db)
    for entry in entries:
        if entry.seat != place:
            raise EnvironmentFault(
                f"archive {folder} is of seat {entry.seat}, expected one of seat {place}",
                "Name another folder",
            )
    if not anchor.number <= len(entries) <= anchor.number + 1:
        raise EnvironmentFault(
            f"archive {folder} has {len(entries)} files, seat.db says {anchor.number}",
            "Name the folder in which this seat's archive lies",
        )
    hashes = (START, *(entry.hash for entry in entries))
    if hashes[anchor.number] != anchor.hash:
        raise EnvironmentFault(
            f"archive {folder} is not the one that seat.db was archived into: file {anchor.number} has another hash",
            "Name the folder in which this seat's archive lies",
        )
    return entries


def anchor_of(db: sqlite3.Connection) -> Anchor:
    """The newest event of an archiving. Raises :class:`EnvironmentFault` when it does not decode."""
    row = db.execute(
        "SELECT detail FROM event WHERE kind = ? ORDER BY id DESC LIMIT 1", (ARCHIVED,)
    ).fetchone()
    if row is None:
        return Anchor()
    try:
        return msgspec.json.decode(row[0], type=Anchor)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise EnvironmentFault(
            f"seat.db: the event '{ARCHIVED}' does not decode: {error}", "See kiosk verify"
        ) from error


def archived_rows(db: sqlite3.Connection, folder: Path, name: str, since: str = "") -> Iterator[Row]:
    """The archived rows of a list, of files that may hold some from ``since`` (UTC) on.

    The newest file comes first: of rows with the same key the first one counts, and one that is still in ``db`` before
    all. Raises :class:`EnvironmentFault`.
    """
    for entry in reversed(check_chain(db, folder)):
        if entry.before > since and entry.rows.get(name):
            yield from read_file(folder, entry)[name]


def moved(db: sqlite3.Connection, folder: Path) -> Iterator[dict[str, list[Row]]]:
    """What ``db`` has given to its archive, the newest file first: of rows with the same key the first one counts.

    ``db`` may show a moment that is over: files that the seat has begun since are left out. Raises
    :class:`EnvironmentFault`.
    """
    anchor, entries = anchor_of(db), read_index(folder)
    hashes = (START, *(entry.hash for entry in entries))
    if anchor.number > len(entries) or hashes[anchor.number] != anchor.hash:
        raise EnvironmentFault(
            f"archive {folder} is not the one that seat.db was archived into",
            "Name the folder in which this seat's archive lies",
        )
    for entry in reversed(entries[: anchor.number]):
        yield read_file(folder, entry)


def put_back(copy: sqlite3.Connection, folder: Path) -> list[str]:
    """Put all archived rows into a COPY of seat.db, for an audit of the whole; what is there stays. The findings."""
    copy.execute("BEGIN")
    try:
        for entry in reversed(check_chain(copy, folder)):
            for name, rows in read_file(folder, entry).items():
                places = ", ".join("?" * len(seal.COLUMNS[name].split(",")))
                copy.executemany(
                    f"INSERT OR IGNORE INTO {name}({seal.COLUMNS[name]}) VALUES ({places})",  # noqa: S608 - our names
                    rows,
                )
    except EnvironmentFault as fault:
        return [str(fault)]
    except sqlite3.Error as error:
        return [f"archive {folder} does not fit seat.db: {error}"]
    finally:
        copy.execute("COMMIT")
    return []


def _move(
    db: sqlite3.Connection,
    lists: dict[str, list[Row]],
    entry: Entry,
    seals: Seals,
    at: str,
    reached: Callable[[str], None],
) -> None:
    """Delete what is in the file, and keep that it is there. A row that was changed meanwhile stays."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for name, rows in lists.items():
            _delete(db, name, rows, seals)
            reached(f"{name} deleted")
        detail = {
            "number": entry.number,
            "hash": entry.hash,
            "file": entry.file,
            "rows": entry.total,
            "before": entry.before,
        }
        event = (at, ARCHIVED, "info", _json(detail).decode())
        added = db.execute(
            "INSERT INTO event(at, kind, severity, detail) VALUES (?, ?, ?, ?)", event
        ).lastrowid
        seals.add("event", (added, *event))
        seals.write(db)
        reached("before the commit")
        db.execute("COMMIT")
    except BaseException:
        seals.undo()
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    seals.keep()
    reached("committed")


def _delete(db: sqlite3.Connection, name: str, rows: Iterable[Row], seals: Seals) -> None:
    same = " AND ".join(f"{column.strip()} IS ?" for column in seal.COLUMNS[name].split(","))
    sql = f"DELETE FROM {name} WHERE {same}"  # noqa: S608 - names of our own
    for row in rows:
        if db.execute(sql, row).rowcount:
            seals.remove(name, row)
