"""staff.db as a file: its tables, and the seals by which every edit from outside is noticed.

Each part of a user's row carries an HMAC under a secret that lies in a file of its own, ``staff.key``. The record of
the terminal, sealed too, lists the seals that are in force: a row that was put back from earlier, copied or deleted
shows as well. Whoever can read the key can forge; both files are for the terminal's account alone.
"""

from __future__ import annotations

import fcntl
import hashlib
import hmac
import os
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import Any

import msgspec

from kiosk.faults import EnvironmentFault, why
from kiosk.seat.roles import MOST_NAME, Role, Tries, name_key
from kiosk.sqlite_file import DAMAGE, kind_of
from kiosk.store.anchor import Anchor

VERSION = 1
APPLICATION_ID = 0x53746166  # "Staf"
MOST_USERS = 200
MOST_FINDINGS = 100
MOST_STRANGERS = 32  # unknown names whose wrong tries are remembered

_BUSY_S = 10.0
_MOST_VALUE = 1 << 20  # bytes in one value of the file
_MOST_KEY_FILE = 4_096  # bytes
_SECRET_BYTES = 32
_KEY_VERSION = 1

_TABLES = (
    """CREATE TABLE user(
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, key TEXT NOT NULL UNIQUE, role TEXT NOT NULL, active INTEGER NOT NULL,
    pin TEXT NOT NULL, badge BLOB UNIQUE, second_factor INTEGER NOT NULL,
    failures INTEGER NOT NULL, locked_until INTEGER NOT NULL,
    seal_person BLOB NOT NULL, seal_pin BLOB NOT NULL, seal_badge BLOB NOT NULL, seal_tries BLOB NOT NULL) STRICT""",
    "CREATE TABLE terminal(id INTEGER PRIMARY KEY CHECK (id = 1), body TEXT NOT NULL, seal BLOB NOT NULL) STRICT",
)
# What each seal covers, in the order of the seals.
PARTS: dict[str, tuple[str, ...]] = {
    "name and role": ("name", "key", "role", "active"),
    "PIN": ("pin",),
    "badge": ("badge", "second_factor"),
    "tries": ("failures", "locked_until"),
}
_FIELDS = tuple(field for fields in PARTS.values() for field in fields)
_SEALS = ("seal_person", "seal_pin", "seal_badge", "seal_tries")
_COLUMNS = ("id", *_FIELDS, *_SEALS)
_READ = f"SELECT {', '.join(_COLUMNS)} FROM user ORDER BY id LIMIT {2 * MOST_USERS}"  # noqa: S608 - our own names
_INSERT = f"INSERT INTO user({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"  # noqa: S608 - the same
_UPDATE = f"UPDATE user SET ({', '.join(_COLUMNS)}) = ({', '.join('?' * len(_COLUMNS))}) WHERE id = ?"  # noqa: S608
_WRITE_TERMINAL = (
    "INSERT INTO terminal(id, body, seal) VALUES (1, ?, ?) "
    "ON CONFLICT(id) DO UPDATE SET body = excluded.body, seal = excluded.seal"
)
_SCHEMA = "SELECT name, type, tbl_name, sql FROM sqlite_schema ORDER BY name LIMIT 20"

_WAY_OUT = "Put the newest copy of both files back; who takes both and the anchor away begins anew. Nothing was changed"

_OLDER = "staff.db is an older copy: its state is not the newest that is known. See kiosk staff accept"

_encode = msgspec.json.Encoder().encode


class User(msgspec.Struct, frozen=True):
    """A user as kept: ``pin`` is its argon2id hash, ``badge`` the HMAC of the barcode's text."""

    id: int
    name: str
    key: str
    role: Role
    pin: str
    active: bool = True
    badge: bytes | None = None
    second_factor: bool = False
    tries: Tries = Tries()


class Broken(msgspec.Struct, frozen=True):
    """A user whose row is not as it was written; ``parts`` says which of its parts."""

    name: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return f"user '{self.name}': {', '.join(self.parts)}"


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """The entry of a user in the terminal's list: how each of the seals in force begins."""

    id: int
    name: str
    key: str
    seals: tuple[str, str, str, str]


class Stranger(msgspec.Struct, frozen=True, array_like=True):
    """Wrong tries under a name that is not known, by an HMAC of it."""

    key: str
    tries: Tries


class Terminal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept of the terminal as a whole. ``latest`` is the latest time seen, in ms since 1970 UTC."""

    tries: Tries = Tries()
    latest: int = 0
    users: tuple[Mark, ...] = ()
    strangers: tuple[Stranger, ...] = ()


class StaffHead(msgspec.Struct, frozen=True):
    """The newest state of a staff.db in the second place: the seal of its terminal's record, and of the one to come.

    ``began``: there were users. ``tries`` are those to accept an older copy.
    """

    now: str
    coming: str = ""
    began: bool = False
    tries: Tries = Tries()


class Key(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What staff.key holds. ``began``: there has been a user, so that an empty staff.db is a finding."""

    version: int
    secret: str
    began: bool

    def mac(self, use: str, value: object) -> bytes:
        """HMAC-SHA256 of ``value`` as JSON, for one use."""
        return hmac.digest(bytes.fromhex(self.secret), _encode((use, value)), hashlib.sha256)

    def text_mac(self, use: str, text: str) -> bytes:
        """The same of a text that somebody typed or a reader read, whatever it holds."""
        return self.mac(use, text.encode("utf-8", "surrogatepass"))


class Page:
    """The file within one transaction. A row that is not as it was written is never written over.

    ``terminal`` is None when nothing in the file can be trusted; ``findings`` then says why.
    """

    def __init__(self, db: sqlite3.Connection, key: Key | None, findings: list[str]) -> None:
        self._db = db
        self._key = key
        self.findings = list(findings)
        self.terminal: Terminal | None = None
        self.seal = ""  # of the terminal's record as it stands now, in hexadecimal
        self.older: Terminal | None = None  # the record of a file that is an older copy: nobody gets in by it
        self.users: list[User | Broken] = []
        self._by_key: dict[str, User | Broken] = {}
        self._taken: set[int] = set()  # numbers of rows, also of those put in from outside
        if key is not None and not findings:
            self.terminal = self._read_terminal(key)
        if self.terminal is not None and key is not None:
            self._read_users(self.terminal, key)

    @property
    def key(self) -> Key:
        """The key. Only for a page that can be trusted."""
        if self._key is None:
            raise EnvironmentFault("; ".join(self.findings), _WAY_OUT)
        return self._key

    @property
    def sound(self) -> Terminal:
        """The terminal's record. Raises :class:`EnvironmentFault` when nothing can be trusted."""
        if self.terminal is None:
            raise EnvironmentFault("; ".join(self.findings), _WAY_OUT)
        return self.terminal

    @property
    def first_run(self) -> bool:
        """Whether there has never been a user, and nothing is wrong."""
        nobody = self.terminal is not None and not self.terminal.users and not self._taken
        return nobody and not self.key.began and not self.findings

    def hold_back(self, why: str) -> None:
        """The file is an older copy: what stands in it counts for nothing until somebody has accepted it."""
        self.findings.append(why)
        self.older, self.terminal = self.terminal, None

    def whole(self) -> list[User]:
        """The users whose rows are as they were written, in the order in which they were made."""
        return [user for user in self.users if isinstance(user, User)]

    def find(self, key: str) -> User | Broken | None:
        """The user of a name's key."""
        return self._by_key.get(key)

    def find_badge(self, badge: bytes) -> User | None:
        """The user of a badge, by its HMAC."""
        found = (user for user in self.whole() if user.badge is not None)
        return next((user for user in found if hmac.compare_digest(user.badge or b"", badge)), None)

    def next_id(self) -> int:
        """The number of the next new user."""
        number = max((mark.id for mark in self.sound.users), default=0) + 1
        return next(one for one in count(number) if one not in self._taken)

    def put(self, user: User) -> None:
        """Write a user who is new, or whose row was whole."""
        fields = (*_values(user),)
        seals = _sealed(self.key, user.id, fields)
        marks = {mark.id: mark for mark in self.sound.users}
        row = (user.id, *fields, *seals)
        known = user.id in marks
        self._wrote(self._db.execute(_UPDATE, (*row, user.id)) if known else self._db.execute(_INSERT, row))
        first, second, third, fourth = (_begin(seal) for seal in seals)
        marks[user.id] = Mark(user.id, user.name, user.key, (first, second, third, fourth))
        self.put_terminal(msgspec.structs.replace(self.sound, users=tuple(marks.values())))
        self.users = [*(one for one in self.users if not isinstance(one, User) or one.id != user.id), user]
        self._by_key[user.key] = user
        self._taken.add(user.id)

    def put_terminal(self, terminal: Terminal) -> None:
        """Write the record of the terminal."""
        body = _encode(terminal).decode()
        seal = self.key.mac("terminal", body)
        self._wrote(self._db.execute(_WRITE_TERMINAL, (body, seal)))
        self.terminal, self.seal = terminal, seal.hex()

    def _wrote(self, done: sqlite3.Cursor) -> None:
        if done.rowcount != 1:
            raise EnvironmentFault(f"staff.db took {done.rowcount} rows, expected 1", "Call a technician")

    def _read_terminal(self, key: Key) -> Terminal | None:
        row = self._db.execute("SELECT body, seal FROM terminal").fetchone()
        if row is None:
            self.findings.append("staff.db: the record of the terminal is missing")
            return None
        body, seal = row
        if not _same(key.mac("terminal", body), seal):
            self.findings.append(
                "staff.db: the record of the terminal was changed, or staff.key is another's"
            )
            return None
        self.seal = seal.hex()
        terminal = msgspec.json.decode(body, type=Terminal)
        if key.began and not terminal.users:
            self.findings.append("staff.db: there were users and none is left")
            return None
        return terminal

    def _read_users(self, terminal: Terminal, key: Key) -> None:
        marks = {mark.id: mark for mark in terminal.users}
        rows = self._db.execute(_READ).fetchall()
        self._taken = {row[0] for row in rows}
        for row in rows:
            mark = marks.pop(row[0], None)
            parts = _wrong_parts(key, row, mark)
            name = _plain(row[1]) if mark is None else mark.name
            if parts:
                self._add(name_key(_plain(row[1])) if mark is None else mark.key, Broken(name, parts))
            else:
                self._add(row[2], _user(row))
        for mark in marks.values():
            self._add(mark.key, Broken(mark.name, ("the whole row is missing",)))

    def _add(self, key: str, user: User | Broken) -> None:
        self.users.append(user)
        # A row that was put in by hand does not take a name from who has it.
        if isinstance(user, User) or key not in self._by_key:
            self._by_key[key] = user
        if isinstance(user, Broken):
            self.findings.append(f"staff.db: {user}")


class StaffFile:
    """staff.db with its key beside it. Several threads and processes may use it at once.

    With an ``anchor`` the newest state is kept there too: wrong tries that are put back are seen. Raises
    :class:`EnvironmentFault` for a file that cannot be used, here and in every call.
    """

    def __init__(self, path: Path, anchor: Anchor[StaffHead] | None = None) -> None:
        self._path = path
        self._anchor = anchor
        self._key_path = path.with_suffix(".key")
        self._lock = threading.RLock()
        with _spoken(), closing(_Held(path.parent)):
            self._db = _connect(path)
            try:
                self._begin()
            except BaseException:
                self._db.close()
                raise

    def close(self) -> None:
        """Close the file; every committed change is on disk."""
        with self._lock:
            self._db.close()

    @contextmanager
    def page(self) -> Iterator[Page]:
        """One durable transaction: all of it is on disk when it is left, or nothing."""
        with self._lock, _spoken(), self._anchored() as known:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                page = self._page()
                if known is not None and known.began and page.seal not in (known.now, known.coming):
                    page.hold_back(_OLDER)
                before = page.seal
                yield page
                # What is coming is kept before it is there: a power cut in between is no older copy.
                changed = page.seal != before
                if changed:
                    self._keep(StaffHead(before, page.seal, began=known is not None and known.began))
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
            if page.terminal is not None and (changed or known is None or known.coming):
                self._keep(StaffHead(page.seal, began=bool(page.terminal.users)))

    @contextmanager
    def _anchored(self) -> Iterator[StaffHead | None]:
        """One process at a time; what is known in the second place."""
        if self._anchor is None:
            yield None
            return
        with self._anchor.held():
            yield self._anchor.read()

    def _keep(self, head: StaffHead) -> None:
        if self._anchor is not None:
            self._anchor.write(head)

    def accept(self, asked: Callable[[Page, Tries], Tries | None]) -> bool:
        """Take an older copy for the newest when ``asked`` answers None; else its tries are kept, outside the copy.

        ``asked`` is given the page, with :attr:`Page.older` as its record, and the tries before. False: nothing is
        older.
        """
        if self._anchor is None:
            return False
        with self.page() as page:
            known = self._anchor.read()
            if page.older is None or known is None:
                return False
            tries = asked(page, known.tries)
            now = (
                StaffHead(page.seal, began=True)
                if tries is None
                else msgspec.structs.replace(known, tries=tries)
            )
            self._anchor.write(now)
        return True

    def mark_begun(self) -> None:
        """Keep beside the file that there has been a user. Whoever empties the file then gets no first run."""
        with _spoken(), closing(_Held(self._path.parent)):
            self._mark_begun()

    def self_test(self) -> list[str]:
        """What is wrong with the file, its users and the key; empty when all is as it was written."""
        try:
            with self._lock:
                damaged = [row[0] for row in self._db.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
            if damaged:
                return [f"staff.db is damaged: {line}" for line in damaged]
            with self.page() as page:
                findings = page.findings
            mode = self._key_path.lstat().st_mode & 0o777 if _read_key(self._key_path)[0] else 0o600
            if mode & 0o077:
                findings.append(f"staff.key can be read by others: mode {mode:04o}, expected 0600")
        except (*DAMAGE, OSError) as error:
            return [f"staff.db is damaged: {why(error)}"]
        except EnvironmentFault as fault:
            return [str(fault)]
        more = [f"and {len(findings) - MOST_FINDINGS} more"] if len(findings) > MOST_FINDINGS else []
        return findings[:MOST_FINDINGS] + more

    def _page(self) -> Page:
        key, why = _read_key(self._key_path)
        findings = [why] if why else []
        found = self._db.execute(_SCHEMA).fetchall()
        if found != _wanted_schema():
            findings.append("staff.db: its tables are not as this program makes them")
        return Page(self._db, key, findings)

    def _begin(self) -> None:
        """Make tables, key and the terminal's record where there has been nothing. A lost key is not made anew."""
        _migrate(self._db)
        if self._db.execute("SELECT 1 FROM user UNION ALL SELECT 1 FROM terminal LIMIT 1").fetchone():
            with self.page() as page:
                used = page.terminal is not None and bool(page.terminal.users)
            if used:
                self._mark_begun()  # the program ended right after the first user
            return
        if self._anchor is not None and (known := self._anchor.read()) is not None and known.began:
            return  # there were users: this is no first run, whatever was taken away
        if not os.path.lexists(self._key_path):
            _write_key(self._key_path, Key(_KEY_VERSION, secrets.token_hex(_SECRET_BYTES), began=False))
        key, _ = _read_key(self._key_path)
        if key is not None and not key.began:
            with self.page() as page:
                page.findings.clear()  # the record is not there yet
                page.put_terminal(Terminal())

    def _mark_begun(self) -> None:
        key, why = _read_key(self._key_path)
        if key is None:
            raise EnvironmentFault(why, _WAY_OUT)
        if not key.began:
            _write_key(self._key_path, msgspec.structs.replace(key, began=True))


class _Held:
    """A folder in which one at a time begins a staff.db or writes its key."""

    def __init__(self, folder: Path) -> None:
        self._handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(self._handle, fcntl.LOCK_EX)

    def close(self) -> None:
        os.close(self._handle)


@contextmanager
def _spoken() -> Iterator[None]:
    """What the disk or SQLite says, as a fault of the environment."""
    try:
        yield
    except (*DAMAGE, OSError) as error:
        raise EnvironmentFault(
            f"staff.db cannot be used: {why(error)}",
            "Check disk space, permissions and the file; call a technician",
        ) from error


def _connect(path: Path) -> sqlite3.Connection:
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # SQLite's own files get this mode too
    db = sqlite3.connect(path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST_VALUE)
        # No text from outside ends the program: its seal will not fit.
        db.text_factory = lambda text: text.decode("utf-8", "replace")
        _version_of(db)  # a file that is not ours is not touched
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA trusted_schema = OFF")
    except BaseException:
        db.close()
        raise
    return db


def _version_of(db: sqlite3.Connection) -> int:
    kind = kind_of(db)
    if kind.is_empty:
        return 0
    version, application, _ = kind
    if application != APPLICATION_ID:
        raise EnvironmentFault(
            f"staff.db is no list of staff: application id {application:#x}, expected {APPLICATION_ID:#x}",
            "Check the state directory",
        )
    if version != VERSION:
        raise EnvironmentFault(
            f"staff.db has version {version}, this program knows version {VERSION}",
            "Install the program that wrote it; nothing was changed",
        )
    return version


def _migrate(db: sqlite3.Connection) -> None:
    if _version_of(db) == VERSION:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        for table in _TABLES:
            db.execute(table)
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


@cache
def _wanted_schema() -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        _migrate(fresh)
        return fresh.execute(_SCHEMA).fetchall()


def _values(user: User) -> tuple[object, ...]:
    """The columns of a user, in the order of the parts."""
    person = (user.name, user.key, user.role.value, int(user.active))
    return (*person, user.pin, user.badge, int(user.second_factor), *msgspec.structs.astuple(user.tries))


def _user(row: tuple[Any, ...]) -> User:
    number, name, key, role, active, pin, badge, second_factor, *tried = row[: len(_FIELDS) + 1]
    tries = Tries(*tried)
    return User(number, name, key, Role(role), pin, bool(active), badge, bool(second_factor), tries)


def _sealed(key: Key, number: int, fields: Sequence[object]) -> list[bytes]:
    """A seal over each part, bound to the part's name and the user's number."""
    values = iter(fields)
    return [key.mac(part, (number, *islice(values, len(names)))) for part, names in PARTS.items()]


def _wrong_parts(key: Key, row: tuple[Any, ...], mark: Mark | None) -> tuple[str, ...]:
    """The parts of a row that are not as they were written last; all of them for a row that is not listed."""
    if mark is None:
        return ("the row was put in from outside",)
    wanted = _sealed(key, row[0], row[1 : len(_FIELDS) + 1])
    found = row[len(_FIELDS) + 1 :]
    checked = zip(PARTS, wanted, found, mark.seals, strict=True)
    return tuple(
        part
        for part, seal, stored, begin in checked
        if not _same(seal, stored) or not hmac.compare_digest(_begin(seal), begin)
    )


def _same(seal: bytes, stored: object) -> bool:
    return isinstance(stored, bytes) and hmac.compare_digest(seal, stored)


def _begin(seal: bytes) -> str:
    return seal[:8].hex()


def _plain(text: object) -> str:
    """A text from outside, short and fit to be shown."""
    return "".join(sign if sign.isprintable() else "?" for sign in str(text)[:MOST_NAME])


def _read_key(path: Path) -> tuple[Key | None, str]:
    """The key, or why there is none."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            text = os.read(handle, _MOST_KEY_FILE)
        finally:
            os.close(handle)
        key = msgspec.json.decode(text, type=Key)
        secret = bytes.fromhex(key.secret)
    except FileNotFoundError:
        return None, "staff.key is missing: nobody in staff.db can be trusted without it"
    except OSError as error:
        return None, f"staff.key cannot be read: {error.strerror}"
    except ValueError:  # also what msgspec raises, which may quote the file
        return None, "staff.key is damaged: expected version, secret and began as JSON"
    if key.version != _KEY_VERSION or len(secret) != _SECRET_BYTES:
        found = f"version {key.version} and {len(secret)} bytes"
        return None, f"staff.key has {found}, expected version {_KEY_VERSION} and {_SECRET_BYTES} bytes"
    return key, ""


def _write_key(path: Path, key: Key) -> None:
    """Put a key in place: after a power cut it is the old one or the new one. Raises OSError."""
    part = path.with_name(path.name + ".part")
    handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    with open(handle, "wb") as file:  # noqa: PTH123 - a handle
        os.fchmod(handle, 0o600)
        file.write(_encode(key))
        file.flush()
        os.fsync(handle)
    part.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
