"""The console's archive: every record of the table that the console has read, in a SQLite file of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import islice
from pathlib import Path

import msgspec

from kiosk.book import Book, Kept
from kiosk.book import archive_schema as schema
from kiosk.faults import NEWEST_ARCHIVE, EnvironmentFault, why
from kiosk.games.game import Game, Layout
from kiosk.resources import software
from kiosk.store import read_only
from kiosk.table import keys
from kiosk.table.history import Memory, life_in, remembered
from kiosk.table.log import Entry
from kiosk.table.records import BadRecord, PaidByHand, RoundOpened, decode
from kiosk.table.round import EARLIER_ROUNDS, Phase

PAGE = 1_000
MANAGERS_READ = 200
REMEMBERED_AMONG = 2_000  # so many of the newest hold the events of the newest rounds
_HIGHEST_ROUND = 2**53


class Leaving(msgspec.Struct, frozen=True):
    """A round of which something may leave the log: its bets and reports, or (``whole``) its events too.

    Only records up to ``upto``, their place in the log, are meant.
    """

    number: int
    whole: bool
    upto: int


class Archive:
    """Append-only, durable before it answers: a WAL that is on disk, each record bound to the one before by SHA-256.

    What has left the log stays here. Raises :class:`EnvironmentFault` when the file is damaged, foreign, another
    table's, or cannot be written.
    note: one connection, used by one thread.

    How readers of the log stay consistent while rounds leave it. First the bets, reports and marks of a round leave
    (:meth:`kiosk.book.Book.may_leave`): every seat that has any there has read them, so its money no longer
    depends on them; a Void afterwards finds the stakes in the seats' own recall and in this archive. The round's
    events and its bar for late slips stay: a seat that was dark in the middle of the round still reads how it went
    on, and the bar still refuses a delayed slip. These leave when every seat of the table has read past them and the
    round is older than what can be void afterwards: whoever reads the log from its beginning then folds the newest
    rounds as everybody else does. A console without this archive knows the bets of the rounds that are still in the
    log, and of no other: a spare one must be given a copy.
    """

    def __init__(self, path: Path, table: str) -> None:
        self._table = table
        with _usable("opened"):
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            with _usable("opened"):
                new = schema.is_new(self._db)
                self._db.execute("PRAGMA journal_mode = WAL")
                self._db.execute("PRAGMA synchronous = FULL")
                if new:
                    schema.prepare(self._db, table)
                schema.check(self._db, path, table)
                newest = self._db.execute("SELECT seq, hash FROM record ORDER BY id DESC LIMIT 1").fetchone()
        except BaseException:
            self._db.close()
            raise
        self._last_seq, self._hash = (
            (0, schema.START) if newest is None else (int(newest[0]), bytes(newest[1]))
        )

    def close(self) -> None:
        """Close the file; everything that was added is on disk."""
        self._db.close()

    @property
    def last_seq(self) -> int:
        """The place of the newest record in it; 0 for none."""
        return self._last_seq

    @property
    def whole_seq(self) -> int:
        """Up to here every record is in it. At the newest place one of the same append may still be on its way."""
        return max(0, self._last_seq - 1)

    @property
    def follow_after(self) -> int:
        """Where to follow the log from: what stands at the newest place is read again, see :attr:`whole_seq`."""
        return self.whole_seq

    @property
    def records(self) -> int:
        """How many records are in it."""
        with _usable("read"):
            return int(self._db.execute("SELECT coalesce(max(id), 0) FROM record").fetchone()[0])

    @property
    def table(self) -> str:
        """The name of the table that it archives."""
        return self._table

    # --- records ------------------------------------------------------------------------------------------------

    def add(self, entries: Sequence[Entry]) -> None:
        """Keep these records, in one transaction, on disk when this returns. What stands there already stays.

        Raises :class:`EnvironmentFault`, and keeps none of them, for a record that differs from the one kept at its
        place, or that comes before the newest and is not kept: the log is not the one that was archived.
        """
        if not entries:
            return
        with _usable("written"), self._transaction():
            seq, prev = self._last_seq, self._hash
            for entry in entries:
                if entry.seq <= seq and self._is_kept(entry):
                    continue
                if entry.seq < seq:
                    raise _another_log(
                        f"record {entry.key} at {entry.seq} is not kept, the newest is at {seq}"
                    )
                seq, prev = entry.seq, schema.link(prev, entry.seq, entry.key, entry.value)
                self._db.execute(
                    "INSERT INTO record(seq, key, value, round, hash) VALUES (?, ?, ?, ?, ?)",
                    (entry.seq, entry.key, entry.value, round_of(self._table, entry.key), prev),
                )
        self._last_seq, self._hash = seq, prev

    def _is_kept(self, entry: Entry) -> bool:
        row = self._db.execute(
            "SELECT value FROM record WHERE seq = ? AND key = ?", (entry.seq, entry.key)
        ).fetchone()
        if row is not None and row[0] != entry.value:
            raise _another_log(f"record {entry.key} at {entry.seq} differs from the one that is kept")
        return row is not None

    def read(self, after: int, limit: int) -> list[Entry]:
        """The first ``limit`` records above ``after``, in order; records of one append are not parted."""
        with _usable("read"):
            page = self._entries("seq > ? ORDER BY id LIMIT ?", (after, limit))
            if len(page) == limit:
                last = page[-1].seq
                page = [entry for entry in page if entry.seq < last]
                page += self._entries("seq = ? ORDER BY id", (last,))
            return page

    @property
    def first_round(self) -> int:
        """The lowest round of which anything is in it; 0 for none."""
        with _usable("read"):
            found = self._db.execute("SELECT coalesce(min(round), 0) FROM record WHERE round > 0").fetchone()
        return int(found[0])

    def of_round(self, number: int) -> list[Entry]:
        """The records of the round that count, in order: no event from when none could decide about it any more."""
        with _usable("read"):
            found = self._db.execute(
                "SELECT coalesce(min(seq), 0) FROM record WHERE round > ? AND key LIKE ?",
                (number + EARLIER_ROUNDS, f"{keys.rounds(self._table)}%/1"),
            ).fetchone()
            return self._of_round(number, self._last_seq, int(found[0]))

    def of_managers(self) -> list[Entry]:
        """Every record of the managers, in order."""
        with _usable("read"):
            return self._entries("round = ? ORDER BY seq, id", (schema.OF_MANAGERS,))

    def memory(self, who: str, lives: str = "") -> Memory:
        """What whoever keeps this archive remembers of the log. ``lives``: where the log's lives stand."""
        lives = lives or keys.lives(self._table)
        with _usable("read"):
            found = self._entries("id > (SELECT max(id) FROM record) - ? ORDER BY id", (REMEMBERED_AMONG,))
            # A release of this archive is the host's own: who has a copy of it may not read that of another.
            newest = [entry for entry in found if not entry.key.startswith(keys.LEFT_RELEASED)]
            life = self._lives(lives, "ORDER BY seq DESC LIMIT 1")
        if life and newest and life[0].seq < newest[0].seq:
            newest = [life[0], *newest]
        return remembered(newest, who, self._last_seq)

    def newest_first(self) -> Iterator[Entry]:
        """All records, the newest first."""
        upto = self.records
        while upto > 0:
            with _usable("read"):
                page = self._entries("id <= ? AND id > ? ORDER BY id DESC", (upto, upto - PAGE))
            yield from page
            upto -= PAGE

    def verify(self) -> None:
        """Look through the whole file: pages and chain. Raises :class:`EnvironmentFault`; takes its time."""
        with _usable("read"):
            found = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise EnvironmentFault(f"the archive is damaged: {found}", NEWEST_ARCHIVE)
            schema.check_chain(self._db)

    def _entries(self, where: str, values: tuple[object, ...]) -> list[Entry]:
        # `where` is always one of the texts in this file.
        rows = self._db.execute(f"SELECT seq, key, value FROM record WHERE {where}", values)  # noqa: S608
        return [Entry(*row) for row in rows]

    # --- where the book stands ----------------------------------------------------------------------------------

    def note(self, book: Book) -> None:
        """Keep where the book stands, so that the next start reads little. Once a round is enough.

        The book must have taken nothing that is not kept here.
        """
        kept = book.kept
        if kept.passed_over:
            kept = msgspec.structs.replace(kept, software=software())
        if kept.seq > self._last_seq:
            raise ValueError(f"the book stands at {kept.seq}, the archive at {self._last_seq}")
        with _usable("written"), self._transaction():
            self._db.executemany(
                "INSERT OR IGNORE INTO round(number) VALUES (?)", [(number,) for number, _ in kept.held]
            )
            self._db.execute("UPDATE state SET kept = ?", (msgspec.json.encode(kept).decode(),))

    def kept(self) -> Kept:
        """Where the book stood when it was noted last. Raises :class:`EnvironmentFault` for one that is damaged.

        It is read anew, once, where another program has passed over a record: a newer one may have written it, and this
        one may read it.
        """
        with _usable("read"):
            body = self._db.execute("SELECT kept FROM state").fetchone()[0]
        try:
            kept = msgspec.json.decode(body, type=Kept) if body else Kept()
        except msgspec.DecodeError as error:
            raise EnvironmentFault(f"the archive's state is damaged: {error}", "Call a technician") from error
        passed_over = kept.passed_over and kept.software != software()
        return Kept() if passed_over or self._had_stopped(kept) else kept

    def _had_stopped(self, kept: Kept) -> bool:
        """Whether a program of before stands in a round that is gone, and has taken none since: it is read anew."""
        if kept.table.phase not in (Phase.BETTING, Phase.CLOSED, Phase.PLAY):
            return False
        with _usable("read"):
            lives = [
                life_in(entry) for entry in self._lives(keys.lives(self._table), "AND seq <= ?", kept.seq)
            ]
        return any(life is not None and kept.table.number in life.gone for life in lives)

    def of_book(self, kept: Kept) -> Iterator[Entry]:
        """The records up to ``kept.seq`` from which the rounds in ``kept`` are folded, in order, and all lives."""
        with _usable("read"):
            found = self._newest_of(schema.OF_CONSOLES, kept, 1)
            found += self._newest_of(schema.OF_MANAGERS, kept, MANAGERS_READ)
            found += self._newest_of(schema.OF_DESK, kept, MANAGERS_READ)
            found += self._lives(keys.lives(self._table), "AND seq <= ?", kept.seq)
            for number, beyond_seq in kept.held:
                found += self._of_round(number, kept.seq, beyond_seq)
        yield from sorted(found, key=lambda entry: entry.seq)

    def _lives(self, lives: str, further: str, *values: int) -> list[Entry]:
        where = f"round = ? AND key >= ? AND key < ? {further}"
        return self._entries(where, (schema.NO_ROUND, lives, f"{lives}~", *values))

    def _newest_of(self, what: int, kept: Kept, limit: int) -> list[Entry]:
        where = "round = ? AND seq <= ? ORDER BY seq DESC LIMIT ?"
        return self._entries(where, (what, kept.seq, limit))

    def _of_round(self, number: int, upto: int, beyond_seq: int) -> list[Entry]:
        found = self._entries("round = ? AND seq <= ? ORDER BY seq, id", (number, upto))
        if not beyond_seq:
            return found
        # A fold that skips the rounds between must not let an event decide about this one when none could any more.
        events = keys.rounds(self._table)
        return [
            entry
            for entry in found
            if entry.seq < beyond_seq or not entry.key.startswith(events) or _is_payment(entry.value)
        ]

    # --- what leaves the log ------------------------------------------------------------------------------------

    def removable(self, book: Book, limit: int = 100) -> list[Leaving]:
        """At most ``limit`` rounds of which something may leave the log now, oldest first. See the class."""
        upto = min(book.seq, self._last_seq)
        with _usable("read"):
            staying = self._numbers("left_seq = 0 AND number < ?", book.table.number)
            bets = set(islice(filter(book.may_leave, staying), limit))
            bets |= {number for number in self._come_again(book) if book.may_leave(number)}
            below = min(book.passed, book.table.number - EARLIER_ROUNDS)
            events = islice(self._numbers("left_seq > 0 AND whole = 0 AND number < ?", below), limit)
            whole = {number for number in events if book.may_leave(number)} - bets
        found = [Leaving(number, number in whole, upto) for number in sorted(bets | whole)]
        return found[:limit]

    def _numbers(self, where: str, below: int) -> Iterator[int]:
        # `where` is always one of the texts in this file.
        rows = self._db.execute(f"SELECT number FROM round WHERE {where} ORDER BY number", (below,))  # noqa: S608
        return (number for (number,) in rows)

    def _come_again(self, book: Book) -> list[int]:
        """The rounds that the book holds, have left, and have bets or reports in the log again."""
        found = []
        for number in book.rounds:
            row = self._db.execute("SELECT left_seq FROM round WHERE number = ?", (number,)).fetchone()
            if row is not None and row[0] and self._bets(number, row[0], self._last_seq):
                found.append(number)
        return found

    def _bets(self, number: int, after: int, upto: int) -> list[str]:
        """The keys of a round that are neither its events nor its bar."""
        stays = (keys.rounds(self._table), keys.closed(self._table, number))
        found = self._entries("round = ? AND seq > ? AND seq <= ? ORDER BY seq, id", (number, after, upto))
        return [entry.key for entry in found if not entry.key.startswith(stays)]

    def keys_of(self, leaving: Leaving) -> list[str]:
        """All keys that leave the log with it, in their order. Deleting one that is gone already does no harm."""
        number, upto = leaving.number, leaving.upto
        with _usable("read"):
            if not leaving.whole:
                return self._bets(number, 0, upto)
            return [e.key for e in self._entries("round = ? AND seq <= ? ORDER BY seq, id", (number, upto))]

    def newest_of(self, leaving: Leaving) -> int:
        """The place of the newest record of that round, events and all, up to where it may leave; 0 for none."""
        with _usable("read"):
            found = self._db.execute(
                "SELECT coalesce(max(seq), 0) FROM record WHERE round = ? AND seq <= ?",
                (leaving.number, leaving.upto),
            ).fetchone()
        return int(found[0])

    def note_left(self, leaving: Leaving) -> None:
        """The keys have left the log. A report that still comes for the round makes it removable again."""
        with _usable("written"), self._transaction():
            self._db.execute(
                "UPDATE round SET left_seq = ?, whole = ? WHERE number = ?",
                (leaving.upto, int(leaving.whole), leaving.number),
            )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):  # what cannot be undone now was never committed
                self._db.execute("ROLLBACK")
            raise


class _ReadArchive(Archive):
    """One that was opened by somebody else, for reading."""

    def __init__(self, db: sqlite3.Connection, table: str) -> None:
        self._table, self._db = table, db
        newest = db.execute("SELECT seq, hash FROM record ORDER BY id DESC LIMIT 1").fetchone()
        self._last_seq, self._hash = (0, schema.START) if newest is None else newest


@contextmanager
def read_archive(path: Path, table: str) -> Iterator[Archive]:
    """The archive at one moment, also while a console writes it, and of a copy. Nothing is made or written.

    It is not looked through: :meth:`Archive.verify` does. Raises :class:`EnvironmentFault` for a file that is none of
    this table's, and for one that a console began to write meanwhile.
    """
    if not path.is_file():
        raise EnvironmentFault(
            f"no archive at {path}",
            "Name the configuration of a console that has run, or a copy of its archive.db",
        )
    before, alone = read_only.looks(path), not read_only.beside(path)
    with _usable("read"), closing(read_only.open_file(path, alone=alone)) as db:
        db.execute("BEGIN")
        if schema.is_new(db):
            raise EnvironmentFault(f"the archive {path} is empty", "Start the console once")
        schema.check_owner(db, table)
        yield _ReadArchive(db, table)
    if alone and read_only.looks(path) != before:
        raise EnvironmentFault(f"{path} changed while it was read", "Try again")


def open_book(
    archive: Archive,
    game: Game,
    layouts: Mapping[str, Layout],
    seats: Mapping[str, str],
    *,
    whole: bool = False,
) -> Book:
    """The book as the archive has it, by a bounded read: what :meth:`Archive.note` kept and what came after.

    Equal to a book that has read every record, as with ``whole``, but that of ignored records, findings and
    managers' decisions only those are there that were read again. Raises :class:`EnvironmentFault` where the table has
    dealt another game: its rounds would count for nothing.
    """
    check_game(archive.table, game, archive.newest_first())
    book = Book(archive.table, game, layouts, seats)
    kept = Kept() if whole else archive.kept()
    book.resume(archive.of_book(kept), kept)
    after = max(0, kept.seq - 1)  # another record of the same append may have come after the note
    while page := archive.read(after, PAGE):
        for entry in page:
            book.take(entry)
        after = page[-1].seq
    return book


def check_game(table: str, game: Game, newest_first: Iterable[Entry]) -> None:
    """Whether the newest of these rounds is of that game. Raises :class:`EnvironmentFault`."""
    events = keys.rounds(table)
    for entry in newest_first:
        if not entry.key.startswith(events) or b'"RoundOpened"' not in entry.value:
            continue
        with suppress(BadRecord):
            record = decode(entry.value)
            if isinstance(record, RoundOpened):
                if record.game != game.name:
                    raise EnvironmentFault(
                        f"table {table} deals {record.game}: expected {game.name}",
                        f'Put game = "{record.game}" back into the configuration: another game is another table',
                    )
                return


def round_of(table: str, key: str) -> int:
    """The round that a key belongs to, by its name; see :mod:`kiosk.book.archive_schema` for those of none."""
    if key.startswith(keys.desk_records(table)):
        return schema.OF_DESK
    if key.startswith(keys.manager_records(table)):
        return schema.OF_MANAGERS
    if key.startswith(keys.consoles(table)):
        return schema.OF_CONSOLES
    number = keys.round_in(key) if key.startswith(keys.root(table)) else None
    return number if number is not None and number <= _HIGHEST_ROUND else schema.NO_ROUND


def _is_payment(value: bytes) -> bool:
    """A round that waits for a seat can be paid by hand however old it is."""
    try:
        return isinstance(decode(value), PaidByHand)
    except BadRecord:
        return False


@contextmanager
def _usable(done: str) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
        raise EnvironmentFault(
            f"the archive cannot be {done}: {why(error)}",
            "Check disk space, permissions and the file; call a technician",
        ) from error


def _another_log(what: str) -> EnvironmentFault:
    return EnvironmentFault(
        f"the archive and the table log do not belong together: {what}",
        "Check the configuration: the archive must be of this table and this log",
    )
