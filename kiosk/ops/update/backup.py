"""A copy of the whole state, proven before anything is changed, and put back whole."""

from __future__ import annotations

import hashlib
import sqlite3
import stat
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Literal, get_args

import msgspec

from kiosk.app.state_dir import StateDir
from kiosk.devices.files import replace_durably, sync_folder
from kiosk.faults import EnvironmentFault, why
from kiosk.integrity.files import contents_of, read_all
from kiosk.ops.update.files import copy_durably, copy_tree, like, remove, spoken, sync_file
from kiosk.ops.update.places import LOCK, SEAT
from kiosk.reports.findings import findings_of
from kiosk.seat.accounts import Kind
from kiosk.seat.recalled import Recalled
from kiosk.store import read_only
from kiosk.store.archive import FOLDER
from kiosk.store.kinds import FORMS
from kiosk.store.schema import VERSION
from kiosk.table.records import AnyRecord

NAME = "backup.json"
FORMAT = 1
_LARGEST = 64 << 20  # bytes of backup.json
_SQLITE = b"SQLite format 3\x00"
_BESIDE = ("-wal", "-shm", "-journal")
_FIRST_SAID = "own"  # the field that came to rounds kept for recall when backups began to say which are known
# No field: a shoe's cards that were dealt to each place in turn at Casino Stud.
IN_TURN = "FactsEntered.in-turn"
_FIRST_RECORDS = ("HandsMoved.", "RoundOpened.owes", IN_TURN)  # likewise of the table's records
RESTORED, REPLACED = ".restored", ".replaced"

Money = dict[str, int]


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of a backup: its path below the backup, and for a database the version of its tables."""

    path: str
    kind: Literal["file", "database"]
    size: int
    sha256: str
    schema: int = 0


class Backup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a backup holds: the state of the software ``version`` at a time (UTC), and the meters in it (cents).

    ``kinds`` are those of the journal's transactions that the software knew; empty where it did not say so, and then
    it knew no checkpoint. ``recalled`` are the fields of a round kept for recall that it knew; empty where it did not
    say so, and then it knew no facts for the seat's eyes alone. ``records`` are the table's records with their fields,
    as in :func:`record_fields`; empty where it did not say so, and then it knew none of the newest.
    """

    version: str
    at: str
    states: tuple[str, ...]
    files: tuple[Kept, ...]
    money: Money
    format: int = FORMAT
    kinds: tuple[str, ...] = ()
    recalled: tuple[str, ...] = ()
    records: tuple[str, ...] = ()

    def knows(self, kind: str) -> bool:
        """Whether the software before finds a transaction of that kind right."""
        return kind in self.kinds if self.kinds else kind != Kind.SEALED

    def reads(self, field: str) -> bool:
        """Whether the software before reads a round kept for recall that has this field."""
        return field in self.recalled if self.recalled else field != _FIRST_SAID

    def tells(self, field: str) -> bool:
        """Whether the software before reads a record of the table that has this field, named with its record."""
        return field in self.records if self.records else not field.startswith(_FIRST_RECORDS)

    def schemas(self) -> dict[str, int]:
        """The version of each database's tables."""
        return {file.path: file.schema for file in self.files if file.kind == "database"}


def record_fields() -> frozenset[str]:
    """Every field of the table's records that this software reads, named with its record: ``RoundOpened.limits``.

    So is what no field shows: a deal in another order, which a program of before takes for none.
    """
    fields = {
        f"{kind.__name__}.{field}" for kind in get_args(AnyRecord) for field in kind.__struct_encode_fields__
    }
    return frozenset({*fields, IN_TURN})


def back_up(states: Mapping[str, Path], folder: Path, version: str, at: str) -> Backup:
    """Copy the state, databases by SQLite's backup, then prove the copy. ``folder`` is there whole, or not at all.

    The caller holds the state. Raises :class:`EnvironmentFault`: also for books that do not agree, which are no state
    to begin an update from.
    """
    part = folder.with_name(f"{folder.name}.part")
    with spoken(f"the state cannot be backed up into {folder}"):
        remove(part)
        part.mkdir(parents=True, mode=0o700)
        for name, path in states.items():
            _copy(path, part / name)
        found = Backup(
            version,
            at,
            tuple(states),
            tuple(_listed(part)),
            money_of(part),
            kinds=tuple(FORMS),
            recalled=Recalled.__struct_fields__,
            records=tuple(sorted(record_fields())),
        )
        replace_durably(part / NAME, msgspec.json.format(msgspec.json.encode(found), indent=1))
        if findings := _findings(part, found):
            raise EnvironmentFault(
                f"the state does not pass its own check: {findings[0]} ({len(findings)} findings)",
                "See kiosk verify and call a technician; nothing was changed",
            )
        part.rename(folder)
        sync_folder(folder.parent)
    return found


def read_backup(folder: Path) -> Backup:
    """A backup, when all of it is as it was written. Raises :class:`EnvironmentFault`."""
    try:
        found = msgspec.json.decode(read_all(folder / NAME, _LARGEST), type=Backup)
    except OSError as error:
        raise EnvironmentFault(f"backup {folder} cannot be read: {why(error)}", "Check the folder") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise EnvironmentFault(f"backup {folder}: {NAME} does not decode: {error}") from error
    if found.format != FORMAT:
        raise EnvironmentFault(f"backup {folder} has format {found.format}, expected {FORMAT}")
    if findings := _findings(folder, found):
        raise EnvironmentFault(f"backup {folder}: {findings[0]}", "Take another backup")
    return found


def place(source: Path, states: Mapping[str, Path]) -> None:
    """Put the folders of state below ``source`` in place of those that are there; may be done again at any time.

    Files that the backup has not go with the old folder. Raises :class:`EnvironmentFault`.
    """
    for name, path in states.items():
        new, old = path.with_name(f"{name}{RESTORED}"), path.with_name(f"{name}{REPLACED}")
        with spoken(f"the state {path} cannot be put back"):
            remove(new)
            copy_tree(source / name, new)
            if path.exists():  # else a power cut came between the two names
                remove(old)
                path.rename(old)
            new.rename(path)
            sync_folder(path.parent)


def clear_replaced(states: Path) -> None:
    """Remove what :func:`place` has left, when the change is over. Raises OSError."""
    for found in [*states.glob(f"*{RESTORED}"), *states.glob(f"*{REPLACED}")]:
        remove(found)


def money_of(folder: Path) -> Money:
    """Every meter and counter of the seat below ``folder``; empty when there is none."""
    path = StateDir(folder / SEAT).seat
    if not path.exists():
        return {}
    with closing(read_only.open_file(path, alone=not read_only.beside(path))) as db:
        found = {f"account.{name}": cents for name, cents in db.execute("SELECT name, cents FROM meter")}
        return found | dict(db.execute("SELECT name, value FROM counter"))


def differences(before: Money, after: Money, prefix: str = "") -> list[str]:
    """Where the meters that begin with ``prefix`` differ; a meter that is new must show nothing."""
    names = sorted(name for name in before.keys() | after.keys() if before.get(name, 0) != after.get(name, 0))
    return [
        f"meter '{name}' showed {before.get(name, 0)}, now {after.get(name, 0)}"
        for name in names
        if name.startswith(prefix)
    ]


def last_booked(folder: Path, number: int | None = None) -> tuple[int, bytes]:
    """The last transaction of the seat's journal below ``folder``, or the one of that number, with its hash.

    (0, b"") when there is none. Reads files of any version. Raises :class:`EnvironmentFault`.
    """
    path = StateDir(folder / SEAT).seat
    if not path.exists():
        return 0, b""
    where, values = ("WHERE id = ?", (number,)) if number is not None else ("", ())
    try:
        with closing(read_only.open_file(path, alone=not read_only.beside(path))) as db:
            sql = f"SELECT id, hash FROM txn {where} ORDER BY id DESC LIMIT 1"  # noqa: S608 - words of our own
            row = db.execute(sql, values).fetchone()
    except sqlite3.Error as error:
        raise EnvironmentFault(f"{path} cannot be read: {error}", "See kiosk verify") from error
    return (int(row[0]), bytes(row[1])) if row is not None else (0, b"")


def changed_since(backup: Path, state: Path) -> list[str]:
    """The files below ``state`` that are not what ``backup`` holds of them, or of which either has none.

    Databases are compared by what stands in the tables that both know: a newer schema alone is no change. Every row
    counts, money or not: an archive, a registry of tickets, staff. Raises :class:`EnvironmentFault`.
    """
    found = []
    ours, theirs = _files(backup), _files(state)
    for name in sorted(ours | theirs):
        copy, live = backup / name, state / name
        if not (copy.is_file() and live.is_file()):
            found.append(name)
        elif _is_database(copy) and _is_database(live):
            if _rows(copy, live) != _rows(live, copy):
                found.append(name)
        elif copy.read_bytes() != live.read_bytes():
            found.append(name)
    return found


def _files(folder: Path) -> set[str]:
    """Everything of the states in it but what is the machine's own: locks, logs, and what stands beside databases."""
    return {
        str(path.relative_to(folder))
        for role in folder.iterdir()
        if role.is_dir() and role.name in ("seat", "console", "host")
        for path in role.rglob("*")
        if path.is_file() and path.name != LOCK and not _is_beside(path) and "log" not in path.parts
    }


def _rows(path: Path, other: Path) -> dict[str, str]:
    """A hash of the rows of each table of ``path`` that ``other`` has too."""
    hashes = {}
    with closing(_opened(path)) as db, closing(_opened(other)) as beside:
        known = {name for (name,) in beside.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        for (name,) in db.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
        ).fetchall():
            if name in known:
                hashed = hashlib.sha256()
                for row in db.execute(f'SELECT * FROM "{name}" ORDER BY 1'):  # noqa: S608 - a name of the schema
                    hashed.update(repr(row).encode())
                hashes[name] = hashed.hexdigest()
    return hashes


def _opened(path: Path) -> sqlite3.Connection:
    try:
        return read_only.open_file(path, alone=not read_only.beside(path))
    except sqlite3.Error as error:
        raise EnvironmentFault(f"{path} cannot be read: {error}", "See kiosk verify") from error


def _copy(source: Path, target: Path) -> None:
    target.mkdir()
    # SQLite takes the files beside a database away when the copy is done: they are sorted out beforehand.
    for path in [path for path in sorted(source.iterdir()) if path.name != LOCK and not _is_beside(path)]:
        found = path.lstat()
        if stat.S_ISDIR(found.st_mode):
            _copy(path, target / path.name)
        elif stat.S_ISLNK(found.st_mode):
            if path.is_file():
                raise EnvironmentFault(
                    f"{path} is a link to a file: expected the file itself, or it is in no backup",
                    "Move the file to its place",
                )
            copy_durably(path, target / path.name)
        elif stat.S_ISREG(found.st_mode):
            (_copy_database if _is_database(path) else copy_durably)(path, target / path.name)
    like(target, source.stat())
    sync_folder(target)


def _copy_database(source: Path, target: Path) -> None:
    """With what its write-ahead log still holds. A journal that a power cut left is played back first."""
    try:
        with (
            closing(sqlite3.connect(source, isolation_level=None)) as one,
            closing(sqlite3.connect(target, isolation_level=None)) as other,
        ):
            one.backup(other)
    except sqlite3.Error as error:
        raise EnvironmentFault(f"{source} cannot be backed up: {error}", "See kiosk verify") from error
    like(target, source.stat())
    sync_file(target)


def _listed(folder: Path) -> list[Kept]:
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        contents, name = contents_of(path), str(path.relative_to(folder))
        if _is_database(path):
            found.append(Kept(name, "database", contents.size, contents.sha256, schema_of(path)))
        else:
            found.append(Kept(name, "file", contents.size, contents.sha256))
    return found


def schema_of(path: Path) -> int:
    """The version that a database says of its tables. Raises :class:`EnvironmentFault`."""
    try:
        with closing(read_only.open_file(path, alone=not read_only.beside(path))) as db:
            return int(db.execute("PRAGMA user_version").fetchone()[0])
    except sqlite3.Error as error:
        raise EnvironmentFault(f"{path} cannot be read: {error}", "See kiosk verify") from error


def _findings(folder: Path, backup: Backup) -> list[str]:
    found = []
    for file in backup.files:
        path = folder / file.path
        try:
            now = contents_of(path)
        except OSError as error:
            found.append(f"{file.path} cannot be read: {why(error)}")
            continue
        if (now.size, now.sha256) != (file.size, file.sha256):
            found.append(f"{file.path} was changed")
        elif file.kind == "database":
            found += _database_findings(path, file.path)
    seat = StateDir(folder.absolute() / SEAT)
    known = backup.schemas().get(str(seat.seat.relative_to(folder))) == VERSION
    if not found and known:  # an older one was audited by its own program when the backup was made
        found += read_only.read(seat.seat, lambda db: findings_of(db, seat.path / FOLDER))
    return found


def _database_findings(path: Path, name: str) -> list[str]:
    try:
        with closing(read_only.open_file(path, alone=True)) as db:
            return [
                f"{name} is damaged: {row[0]}"
                for row in db.execute("PRAGMA integrity_check(3)")
                if row[0] != "ok"
            ]
    except sqlite3.Error as error:
        return [f"{name} is damaged: {error}"]


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


def _is_beside(path: Path) -> bool:
    return any(
        path.name.endswith(end) and path.with_name(path.name.removesuffix(end)).is_file() for end in _BESIDE
    )
