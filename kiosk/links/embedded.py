"""The table log in a SQLite file of the same process: the default, no server. It listens nowhere."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from kiosk.faults import NEWEST_COPY, EnvironmentFault
from kiosk.links.embedded_chain import bind, check_chain, link
from kiosk.links.presences import LocalPresences, LocalStanding, LocalWatch
from kiosk.sqlite_file import kind_of
from kiosk.table.log import Appended, Entry, NoAnswer, Put, Refused, RefusedBecause

APPLICATION_ID = 0x5461626C  # "Tabl"
VERSION = 1
MAX_PUTS = 100  # records in one append

_SCHEMA = """
CREATE TABLE entry(id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, key TEXT NOT NULL UNIQUE, value BLOB NOT NULL) STRICT
"""
_BY_SEQ = "CREATE INDEX entry_seq ON entry(seq)"
_STAYS = """
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the table log is append-only'); END
"""
_REMAINS = """
CREATE TRIGGER entry_remains BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the table log is append-only'); END
"""
_LAST = "SELECT seq, key, value FROM entry WHERE key >= ? AND key < ? ORDER BY +seq DESC LIMIT 1"
_LAST_OF_NEWEST = """
SELECT seq, key, value FROM entry INDEXED BY entry_seq WHERE seq > ? AND key >= ? AND key < ?
ORDER BY seq DESC LIMIT 1"""
NEWEST = 10_000  # records: of a long log they are looked into first


@contextmanager
def log_answers() -> Iterator[None]:
    """Here the machine's own log must answer; its silence is an :class:`EnvironmentFault`."""
    try:
        yield
    except NoAnswer as silence:
        raise EnvironmentFault(
            f"table.db: {silence}", "Check disk space and permissions, then start again"
        ) from silence


class EmbeddedLog:
    """`TableLog` over one SQLite file, durable before it answers; `Presences` of this process, in memory.

    note: one connection behind one lock; any thread may append or read. ``deliver`` callbacks run in the thread
    that appended, in the log's order, and must only enqueue.
    """

    def __init__(self, path: Path, *, all_at_once: bool = True) -> None:
        """``all_at_once``: else of a long log only the newest records are looked through, and the caller has
        :func:`kiosk.links.embedded_chain.wrong_records` look through all before anybody is paid.
        """
        self._lock = threading.RLock()
        self._readers: list[_Reader] = []
        self._presences = LocalPresences()
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        except sqlite3.Error as error:
            raise _unusable(error) from error
        try:
            new = self._is_new()
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            if new:
                self._prepare()
            if all_at_once:
                self._check_pages()
            self._hash = check_chain(self._db, None if all_at_once else NEWEST)
            self._seq = int(self._db.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()[0])
        except (sqlite3.Error, UnicodeDecodeError) as error:
            self._db.close()
            raise _unusable(error) from error
        except BaseException:
            self._db.close()
            raise

    def _is_new(self) -> bool:
        """Whether the file is empty. Raises :class:`EnvironmentFault` for one that is not ours; it is not touched."""
        kind = kind_of(self._db)
        if kind[:2] == (VERSION, APPLICATION_ID):
            return False
        if not kind.is_empty:
            raise EnvironmentFault(
                f"table.db is not a table log of version {VERSION}: application id {kind.application:#x}, "
                f"version {kind.version}",
                "Check the state directory, or install the program that wrote it; nothing was changed",
            )
        return True

    def _check_pages(self) -> None:
        found = self._db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise EnvironmentFault(f"table.db is damaged: {found}", f"Call a technician. {NEWEST_COPY}")

    def _prepare(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        for statement in (_SCHEMA, _BY_SEQ, _STAYS, _REMAINS):
            self._db.execute(statement)
        self._db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        self._db.execute(f"PRAGMA user_version = {VERSION}")
        self._db.execute("COMMIT")

    def close(self) -> None:
        """Close the file; everything that was answered is on disk."""
        self._presences.close()
        with self._lock:
            self._readers.clear()
            self._db.close()

    @property
    def seq(self) -> int:
        """The place of the newest record; 0 for none."""
        return self._seq

    def append(
        self, puts: Sequence[Put], *, unless: Sequence[str] = (), holding: tuple[str, int] | None = None
    ) -> Appended | Refused:
        """See :class:`kiosk.table.log.TableLog`. Raises ValueError for more than 100 records."""
        if not 1 <= len(puts) <= MAX_PUTS:
            raise ValueError(f"append of {len(puts)} records: expected 1 to {MAX_PUTS}")
        with self._lock:
            try:
                self._db.execute("BEGIN IMMEDIATE")
                answer = self._append(puts, unless, holding)
                newest = self._write(answer) if isinstance(answer, list) else self._hash
                self._db.execute("COMMIT" if isinstance(answer, list) else "ROLLBACK")
            except (sqlite3.Error, NoAnswer) as error:
                self._roll_back()
                raise NoAnswer(f"the table log cannot be written: {error}") from error
            if not isinstance(answer, list):
                return answer
            self._seq += 1
            self._hash = newest
            for entry in answer:
                for reader in tuple(self._readers):
                    reader.offer(entry)
            return Appended(self._seq)

    def _roll_back(self) -> None:
        if self._db.in_transaction:
            with suppress(
                sqlite3.Error
            ):  # what cannot be undone now was never committed: the answer is the same
                self._db.execute("ROLLBACK")

    def _append(
        self, puts: Sequence[Put], unless: Sequence[str], holding: tuple[str, int] | None
    ) -> list[Entry] | Appended | Refused:
        found = [self._get(put.key) for put in puts]
        if all(
            entry is not None and entry.value == put.value for entry, put in zip(found, puts, strict=True)
        ):
            assert found[0] is not None  # noqa: S101 - said by the line above
            return Appended(found[0].seq)
        taken = next((entry for entry in found if entry is not None), None)
        if taken is not None:
            return Refused(RefusedBecause.TAKEN, taken.key)
        barred = next((key for key in unless if self._get(key) is not None), None)
        if barred is not None:
            return Refused(RefusedBecause.BARRED, barred)
        if holding is not None:
            prefix, token = holding
            # Few records stand below the prefix of a holder: its keys lead to them. Whoever looks through the newest of
            # the log for them reads thousands for each append: 5 ms of processor behind 7,000 records.
            newest = self._last_by_key(prefix)
            if newest is None or newest.seq != token:
                return Refused(RefusedBecause.FENCED, newest.key if newest is not None else prefix)
        seq = self._seq + 1
        return [Entry(seq, put.key, put.value) for put in puts]

    def _write(self, entries: list[Entry]) -> bytes:
        """The hash of the newest record then."""
        found = self._hash
        for entry in entries:
            row = (entry.seq, entry.key, entry.value)
            written = self._db.execute("INSERT INTO entry(seq, key, value) VALUES (?, ?, ?)", row)
            found = link(found, entry.seq, entry.key.encode(), entry.value)
            bind(self._db, written.lastrowid or 0, found)
        return found

    def _get(self, key: str) -> Entry | None:
        row = self._db.execute("SELECT seq, key, value FROM entry WHERE key = ?", (key,)).fetchone()
        return Entry(*row) if row is not None else None

    def last(self, prefix: str) -> Entry | None:
        """The newest entry under ``prefix``. Raises :class:`NoAnswer` when the file cannot be read."""
        with self._lock, _reading():
            row = self._db.execute(_LAST_OF_NEWEST, (self._seq - NEWEST, prefix, _end(prefix))).fetchone()
            return Entry(*row) if row is not None else self._last_by_key(prefix)

    def _last_by_key(self, prefix: str) -> Entry | None:
        row = self._db.execute(_LAST, (prefix, _end(prefix))).fetchone()
        return Entry(*row) if row is not None else None

    def read(self, prefixes: Sequence[str], after: int, limit: int) -> list[Entry]:
        """See :class:`kiosk.table.log.TableLog`."""
        if not prefixes:
            return []
        where = " OR ".join("(key >= ? AND key < ?)" for _ in prefixes)
        bounds = [bound for prefix in prefixes for bound in (prefix, _end(prefix))]
        # From the beginning, the prefix leads to the entries; from further on, the position does: a reader of the
        # newest must not pass over all that was ever written.
        source = "entry INDEXED BY entry_seq" if after > 0 else "entry"
        sql = f"SELECT seq, key, value FROM {source} WHERE seq > ? AND ({where}) ORDER BY seq, id LIMIT ?"  # noqa: S608
        with self._lock, _reading():
            found = [Entry(*row) for row in self._db.execute(sql, (after, *bounds, limit))]
            if (
                len(found) == limit
            ):  # what stands together at the end is not parted: the next page begins behind it
                last = found[-1].seq
                found = [entry for entry in found if entry.seq < last]
                found += [
                    Entry(*row)
                    for row in self._db.execute(sql, (last - 1, *bounds, MAX_PUTS))
                    if row[0] == last
                ]
            return found

    def follow(
        self,
        prefixes: Sequence[str],
        after: int,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None] = lambda _: None,
    ) -> _Reader:
        """See :class:`kiosk.table.log.TableLog`. The backlog is delivered before this returns."""
        reader = _Reader(tuple(prefixes), deliver, self._forget)
        with self._lock:
            while entries := self.read(prefixes, after, 1000):
                for entry in entries:
                    deliver(entry)
                after = entries[-1].seq
            self._readers.append(reader)
            linked(True)
        return reader

    def stand(
        self, key: str, value: bytes, met: Callable[[bytes | None], None] | None = None
    ) -> LocalStanding:
        """See :class:`kiosk.table.log.Presences`."""
        return self._presences.stand(key, value, met)

    def watch(self, prefix: str, changed: Callable[[str, bytes | None], None]) -> LocalWatch:
        """See :class:`kiosk.table.log.Presences`."""
        return self._presences.watch(prefix, changed)

    def _forget(self, reader: _Reader) -> None:
        with self._lock:
            if reader in self._readers:
                self._readers.remove(reader)


class _Reader:
    """One subscription."""

    def __init__(
        self,
        prefixes: tuple[str, ...],
        deliver: Callable[[Entry], None],
        forget: Callable[[_Reader], None],
    ) -> None:
        self._prefixes = prefixes
        self._deliver = deliver
        self._forget = forget

    def offer(self, entry: Entry) -> None:
        """Deliver ``entry`` when it is under one of the prefixes."""
        if entry.key.startswith(self._prefixes):
            self._deliver(entry)

    def close(self) -> None:
        """Deliver nothing more."""
        self._forget(self)


@contextmanager
def _reading() -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise NoAnswer(f"the table log cannot be read: {error}") from error


def _unusable(error: Exception) -> EnvironmentFault:
    return EnvironmentFault(
        f"table.db cannot be opened: {error}",
        "Check disk space, permissions and the file; call a technician",
    )


def _end(prefix: str) -> str:
    """The smallest key above all keys that begin with ``prefix``."""
    return prefix[:-1] + chr(ord(prefix[-1]) + 1)
