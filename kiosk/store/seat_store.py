"""The seat's store: one SQLite file, one connection, one owner. Every step is one transaction."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import datetime, tzinfo
from itertools import islice
from pathlib import Path
from urllib.parse import quote

import msgspec

from kiosk.faults import NOT_JSON, EnvironmentFault, why
from kiosk.seat.accounts import Account, Balances, Kind, Posting
from kiosk.seat.context import Step
from kiosk.seat.effects import (
    Acknowledge,
    Begun,
    Count,
    EndPeriod,
    Keep,
    Notice,
    Outcome,
    Post,
    Queued,
    Remember,
    Seal,
    SignificantEvent,
    outbox_key,
)
from kiosk.seat.rounds import Recalled
from kiosk.seat.state import STATE_VERSION, SeatState, decode_state, durable
from kiosk.sqlite_file import DAMAGE
from kiosk.store import checkpoint, periods, seal, statistics
from kiosk.store.anchor import Anchor, JournalHead
from kiosk.store.audit import LATER, MAX_FINDINGS, SMALL, Books, audit, damaged, seeded
from kiosk.store.chain import START, link
from kiosk.store.event_list import EventFilter, ListedEvent, acts_kept, listed
from kiosk.store.hours import hour_of
from kiosk.store.lists import SHOWN, unreadable
from kiosk.store.schema import migrate, strange_parts, version_of
from kiosk.table.head import Head

_encode = msgspec.json.Encoder().encode
_effect_decoder = msgspec.json.Decoder(Begun)
_recall_decoder = msgspec.json.Decoder(Recalled)
_outcome_decoder = msgspec.json.Decoder(Outcome)

_INSERT_TXN = "INSERT INTO txn(id, kind, key, round, at, prev, hash) VALUES (?, ?, ?, ?, ?, ?, ?)"
_INSERT_POSTINGS = "INSERT INTO posting(txn, account, cents) VALUES "
_INSERT_EVENT = "INSERT INTO event(at, kind, severity, detail) VALUES (?, ?, ?, ?)"
_NOTES = (  # backwards through the newest half million postings: they have no index, and notes are never far back
    "SELECT txn.at, txn.key, -posting.cents FROM posting CROSS JOIN txn ON txn.id = posting.txn "
    "WHERE posting.account = 'notes' AND posting.rowid > (SELECT max(rowid) FROM posting) - 500000 "
    "ORDER BY posting.rowid DESC LIMIT ?"
)
_TICKETS = "SELECT key FROM txn WHERE key >= 'ticket' AND key < 'ticket;'"  # in the index alone
_BY_NUMBER = "direction = ? AND number = ?"
_ADD_METER = "UPDATE meter SET cents = cents + ? WHERE name = ?"
_SAVE = (
    "INSERT INTO snapshot(id, version, body, sha) VALUES (1, ?, ?, ?) "
    "ON CONFLICT(id) DO UPDATE SET version = excluded.version, body = excluded.body, sha = excluded.sha"
)
_ADD_COUNTER = """
INSERT INTO counter(name, value) VALUES (?, ?) ON CONFLICT(name) DO UPDATE SET value = value + excluded.value"""
_ADD_HOURLY = """
INSERT INTO hourly(hour, name, value) VALUES (?, ?, ?)
ON CONFLICT(hour, name) DO UPDATE SET value = value + excluded.value"""
_QUEUE = (
    "INSERT INTO outbox(key, effect) VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET effect = excluded.effect"
)
_KEEP = (
    "INSERT INTO ticket(direction, number, cents, state, at, body) VALUES (?, ?, ?, ?, ?, ?) "
    "ON CONFLICT(direction, number) DO UPDATE SET state = excluded.state, at = excluded.at, body = excluded.body"
)


# Money that crosses the seat's edge: few postings, unlike stakes; by the hour their sum is asked for.
_IN_AND_OUT = frozenset(
    account.value for account in (Account.NOTES, Account.TICKETS_IN, Account.TICKETS_OUT, Account.HANDPAY)
)


# What only moves between credit and stakes is anchored with what comes of it: a slip waits for one sync, not for two.
_NOT_ANCHORED = frozenset({Kind.STAKE, Kind.RELEASE})


# A row that keeps its length is written over where it lies; else SQLite frees the pages behind it, takes others, and
# writes both and the file's first page with every slip. A leaf of 4,096 bytes holds 4,061 of a row, each page behind it
# 4,092 (the file format's "payload overflow"); the version, the hash and their lengths take less than 61.
_FIRST_BYTES, _MORE_BYTES = 4_000, 4_092


def _in_place(body: bytes) -> bytes:
    """``body`` with blanks behind it, so that most states have the same length."""
    more = max(0, len(body) - _FIRST_BYTES)
    return body.ljust(_FIRST_BYTES - (-more // _MORE_BYTES) * _MORE_BYTES)


class KeptTicket(msgspec.Struct, frozen=True):
    """A ticket as the seat knows it; ``direction`` is in or out, ``cents`` its amount."""

    direction: str
    number: str
    cents: int
    state: str
    at: str


class BookedNote(msgspec.Struct, frozen=True):
    """A note that was credited: when (UTC in ISO 8601), the acceptor's name for it, cents."""

    at: str
    serial: str
    cents: int


class BookedTickets(msgspec.Struct, frozen=True):
    """Validation numbers: of tickets that were issued, that were voided, that were taken, and that the outbox names."""

    issued: frozenset[str]
    voided: frozenset[str]
    taken: frozenset[str]
    waiting: frozenset[str]


class KeptEvent(msgspec.Struct, frozen=True):
    """A significant event as it was kept. ``at`` is UTC in ISO 8601."""

    id: int
    at: str
    kind: str
    severity: str
    detail: dict[str, str | int]


class Stored(msgspec.Struct, frozen=True):
    """What the file held when it was opened: the last state and the effects still to be performed, in order."""

    state: SeatState
    outbox: tuple[Begun, ...]


def connect(path: Path) -> sqlite3.Connection:
    """A connection with the pragmas that money needs. The caller is its one owner, in whatever thread.

    Raises :class:`EnvironmentFault` for a file of another program or a newer version, and sqlite3.Error.
    """
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        version_of(connection)  # a file that is not ours is not touched
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except BaseException:
        connection.close()
        raise
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def check_snapshot(db: sqlite3.Connection) -> list[str]:
    """What is wrong with the stored snapshot; empty when it is whole, or when nothing was ever stored."""
    row = db.execute("SELECT version, body, sha FROM snapshot").fetchone()
    if row is None:
        entries = db.execute("SELECT count(*) FROM txn").fetchone()[0]
        return ["the snapshot is missing although the journal has entries"] if entries else []
    version, body, sha = row
    if hashlib.sha256(body.encode()).digest() != sha:
        return ["the snapshot was changed: its hash does not fit"]
    if version > STATE_VERSION:
        return [f"the snapshot has version {version}, this program knows {STATE_VERSION}"]
    return []


def booked_tickets(db: sqlite3.Connection) -> BookedTickets:
    """What the journal has booked of tickets, within one read."""
    found: dict[str, set[str]] = {name: set() for name in ("ticket", "ticket-void", "ticket-in")}
    for (key,) in db.execute(_TICKETS):
        name, _, number = key.partition(":")
        found.setdefault(name, set()).add(number)
    waiting = {key.split(":")[1] for (key,) in db.execute("SELECT key FROM outbox") if ":" in key}
    return BookedTickets(
        issued=frozenset(found["ticket"]),
        voided=frozenset(found["ticket-void"]),
        taken=frozenset(found["ticket-in"]),
        waiting=frozenset(waiting),
    )


def _hash_of(db: sqlite3.Connection, number: int) -> str:
    row = db.execute("SELECT hash FROM txn WHERE id = ?", (number,)).fetchone()
    return row[0].hex() if row is not None else (START.hex() if number == 0 else "")


def _is_anchored(effect: object) -> bool:
    """Whether the second place must know of it: money to or from the player or the House, and checkpoints."""
    if isinstance(effect, Post):
        return effect.kind not in _NOT_ANCHORED
    return isinstance(effect, Seal | EndPeriod)


class SeatStore:
    """Journal, meters, snapshot, outbox and lists of one seat.

    note: one thread at a time; the runner's worker owns it. Raises :class:`EnvironmentFault` for a file that
    cannot be used, :class:`sqlite3.Error` when a commit fails (nothing of that step is written then). With an
    ``anchor`` the newest transaction is kept there too, after each that moves money to or from the player or the House.
    """

    def __init__(self, path: Path, anchor: Anchor[JournalHead] | None = None) -> None:
        self._path = path
        self._anchor = anchor
        try:
            self._db = connect(path)
            migrate(self._db)
            self._last_txn, self._last_hash = self._tail()
            self._head = self._head_with(self.meters().get(Account.TICKETS_OUT, 0))
            self._seals = seal.Seals(self._db)
            self._counters = self.counters()
            self._outbox: dict[str, str] = dict(self._db.execute("SELECT key, effect FROM outbox"))
            self._queued: dict[str, str | None] = {}  # what the step under way puts in and (None) takes out
            self._counted: dict[str, int] = {}  # counters as the step under way leaves them
            self._data_version = self._outside_changes()
        except DAMAGE as error:
            raise EnvironmentFault(
                f"seat.db cannot be opened: {error}",
                "Check disk space, permissions and the file; call a technician",
            ) from error
        self._books = Books()
        self.checked = True  # but for a self-test that left out what was not newest: see `was_checked`
        self._wrong = False  # and something was found, by whoever did
        self._stays: tuple[str, ...] = ()  # what was found beside: an audit does not look at all of it again

    def close(self) -> None:
        """Close the file; every committed step is on disk."""
        self._db.close()

    # --- opening ------------------------------------------------------------------------------------------------

    def self_test(
        self, progress: Callable[[float], None] = lambda _: None, *, newest: int | None = None
    ) -> list[str]:
        """Check the whole file: pages and indexes, chain, sums, snapshot, outbox and the lists that are shown.

        ``progress`` is told 0.0 to 1.0. ``newest``: of a longer journal only so many transactions are followed, from
        the sums of the last checkpoint before them, with the pages and lists that do not grow; that takes the same
        time however old the seat is. See :attr:`checked` and :func:`kiosk.store.audit.rest`.
        """
        total = max(1, self._last_txn)
        after = 0 if newest is None else max(0, self._last_txn - newest)
        try:
            findings = damaged(self._db, SMALL if after else ("",))
            if findings:
                return findings
            findings = check_snapshot(self._db)
            if not findings:
                self._begin_audit(after)
                findings = self.audit(progress=lambda done: progress(min(1.0, done / total)))
            findings += strange_parts(self._db)
            if findings:
                return findings
            findings += islice(unreadable(self._db, *SHOWN), MAX_FINDINGS)
            findings += periods.findings(self._db)
            return findings + seal.broken(self._db, sorted(seal.COLUMNS.keys() - (LATER if after else ())))
        except DAMAGE as error:
            return [f"seat.db is damaged: {error}"]

    def load(self) -> Stored:
        """The last committed state and outbox. Raises :class:`EnvironmentFault` for what does not decode."""
        row = self._db.execute("SELECT version, body, sha FROM snapshot").fetchone()
        if row is None:
            return Stored(SeatState(), ())
        version, body, _ = row
        if version > STATE_VERSION:
            raise EnvironmentFault(
                f"the stored state has version {version}, this program knows {STATE_VERSION}",
                "Install the program that wrote it; nothing was changed",
            )
        try:
            state = decode_state(body)
            rows = self._db.execute("SELECT effect FROM outbox ORDER BY id")
            outbox = tuple(_effect_decoder.decode(effect) for (effect,) in rows)
        except NOT_JSON as error:
            raise EnvironmentFault(
                f"the stored state does not decode: {error}", "Call a technician; nothing was changed"
            ) from error
        return Stored(state, outbox)

    # --- the one transaction ------------------------------------------------------------------------------------

    def commit(self, step: Step, at: str) -> None:
        """Write journal, meters, state, outbox and lists of one step in ONE durable transaction.

        ``at`` is UTC in ISO 8601. Raises :class:`sqlite3.Error`; then nothing of the step is written, but for an anchor
        that could not be: then all of it is, and its effects are performed after the next start.
        """
        last_txn, last_hash = self._last_txn, self._last_hash
        self._counted, self._queued = {}, {}
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for effect in step.effects:
                last_txn, last_hash = self._write(effect, at, last_txn, last_hash)
            self._queue(step)
            body = _in_place(_encode(durable(step.state)))
            self._db.execute(_SAVE, (STATE_VERSION, body.decode(), hashlib.sha256(body).digest()))
            self._seals.write(self._db)
            self._db.execute("COMMIT")
        except BaseException:
            self._seals.undo()
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise
        self._seals.keep()
        self._counters |= self._counted
        for key, text in self._queued.items():
            if text is None:
                self._outbox.pop(key, None)
            else:
                self._outbox[key] = text
        self._last_txn, self._last_hash = last_txn, last_hash
        self._head = self._head_with(step.state.balances.tickets_out)
        if any(_is_anchored(effect) for effect in step.effects):
            self.anchor(step.state.balances, at)

    def anchor(self, balances: Balances, at: str) -> None:
        """Keep the newest transaction in the second place. Raises :class:`sqlite3.OperationalError`."""
        if self._anchor is None:
            return
        accounts = {account.value: getattr(balances, account.value) for account in Account}
        try:
            self._anchor.write(JournalHead(self._last_txn, self._last_hash.hex(), at, accounts))
        except OSError as error:
            raise sqlite3.OperationalError(f"the anchor {self._anchor.path}: {why(error)}") from error

    def head(self) -> Head:
        """Where the books end. Any thread, at once: it is asked with each record that is sent."""
        return self._head

    def _head_with(self, tickets: int) -> Head:
        return Head(self._last_txn, self._last_hash.hex(), tickets)

    def contains(self, head: Head) -> bool:
        """Whether the transaction of ``head`` stands in the journal, with its hash. Any thread, while it is open."""
        with closing(self.reader()) as db:
            return _hash_of(db, head.number) == head.hash

    def reader(self) -> sqlite3.Connection:
        """A second connection, which writes nothing, for a thread that does not own the store."""
        address = f"file:{quote(str(self._path.absolute()))}?mode=ro"
        reader = sqlite3.connect(address, uri=True, isolation_level=None, check_same_thread=False)
        reader.execute("PRAGMA query_only = ON")
        reader.execute("PRAGMA trusted_schema = OFF")
        return reader

    def hash_of(self, number: int) -> str:
        """The hash of a transaction in hexadecimal; empty when there is none of that number."""
        return _hash_of(self._db, number)

    @property
    def last_number(self) -> int:
        """The number of the newest transaction; 0 when there is none."""
        return self._last_txn

    def was_begun(self) -> bool:
        """Whether a release began these books."""
        row = self._db.execute("SELECT kind FROM txn WHERE id = 1").fetchone()
        return row is not None and row[0] == Kind.BEGUN

    def booked_tickets(self) -> BookedTickets:
        """See :func:`booked_tickets`."""
        return booked_tickets(self._db)

    def _queue(self, step: Step) -> None:
        """Take what is done out of the outbox and put in what is to be done."""
        for key in step.done:
            known = self._queued.get(key, self._outbox.get(key))
            if known is not None:
                self._db.execute("DELETE FROM outbox WHERE key = ?", (key,))
                self._seals.remove("outbox", (key, known))
                self._queued[key] = None
        for effect in step.effects:
            if isinstance(effect, Queued):
                key, text = outbox_key(effect), _encode(effect).decode()
                self._db.execute(_QUEUE, (key, text))
                known = self._queued.get(key, self._outbox.get(key))
                self._seals.remove("outbox", (key, known) if known is not None else None)
                self._seals.add("outbox", (key, text))
                self._queued[key] = text

    def _write(self, effect: object, at: str, last_txn: int, last_hash: bytes) -> tuple[int, bytes]:
        match effect:
            case Post():
                return self._post(effect, at, last_txn, last_hash)
            case SignificantEvent():
                event = (at, effect.kind, effect.severity, _encode(effect.detail).decode())
                added = self._db.execute(_INSERT_EVENT, event).lastrowid
                self._seals.add("event", (added, *event))
                if effect.severity == "fault":
                    self._db.execute(_ADD_HOURLY, (hour_of(at), "faults", 1))
            case Remember():
                self._replace("recall", "round = ?", (effect.round, effect.body.decode()))
            case Outcome():
                self._replace("outcome", "round = ?", (effect.round, _encode(effect).decode()))
            case Count():
                self._count(effect, at)
            case Acknowledge():
                if self._row("acknowledged", "event = ?", effect.event) is None:
                    self._replace("acknowledged", "event = ?", (effect.event, effect.by, at))
            case EndPeriod():
                periods.add(self._db, effect, at)
                if effect.kind == periods.DAY:
                    return self._seal(at, last_txn, last_hash)
            case Seal():
                return self._seal(at, last_txn, last_hash)
            case Keep():
                row = (effect.direction, effect.number, effect.cents, effect.state, at, effect.body.decode())
                self._seals.remove("ticket", self._row("ticket", _BY_NUMBER, effect.direction, effect.number))
                self._db.execute(_KEEP, row)
                # A ticket keeps its amount whatever comes later.
                self._seals.add("ticket", self._row("ticket", _BY_NUMBER, *row[:2]) or ())
            case Notice() | _:
                pass
        return last_txn, last_hash

    def _count(self, count: Count, at: str) -> None:
        for name, value in count.meters.items():
            known = self._counted.get(name, self._counters.get(name))
            self._seals.remove("counter", (name, known) if known is not None else None)
            self._counted[name] = (known or 0) + value
            self._seals.add("counter", (name, self._counted[name]))
        self._db.executemany(_ADD_COUNTER, list(count.meters.items()))
        hour = hour_of(at)
        self._db.executemany(
            _ADD_HOURLY, [(hour, name, value) for name, value in count.meters.items() if value]
        )

    def _replace(self, table: str, where: str, row: tuple[str | int, ...]) -> None:
        """Write a whole row in place of the one with its key, which stands first."""
        self._seals.remove(table, self._row(table, where, row[0]))
        places = ", ".join("?" * len(row))
        self._db.execute(f"REPLACE INTO {table} VALUES ({places})", row)  # noqa: S608 - names of our own
        self._seals.add(table, row)

    def _row(self, table: str, where: str, *key: object) -> tuple[object, ...] | None:
        found = self._db.execute(
            f"SELECT {seal.COLUMNS[table]} FROM {table} WHERE {where}",  # noqa: S608 - names of our own
            key,
        ).fetchone()
        return tuple(found) if found is not None else None

    def _post(self, post: Post, at: str, last_txn: int, last_hash: bytes) -> tuple[int, bytes]:
        number = last_txn + 1
        lines = [(posting.account.value, posting.cents) for posting in post.postings]
        found = link(last_hash, number, post.kind.value, post.key, post.round, at, lines)
        self._db.execute(_INSERT_TXN, (number, post.kind.value, post.key, post.round, at, last_hash, found))
        # In one statement: a slip's two are a tenth of its commit.
        places = ", ".join(["(?, ?, ?)"] * len(lines))
        rows = [value for account, cents in lines for value in (number, account, cents)]
        self._db.execute(_INSERT_POSTINGS + places, rows)
        for account, cents in lines:
            self._db.execute(_ADD_METER, (cents, account))
            if account in _IN_AND_OUT:
                self._db.execute(_ADD_HOURLY, (hour_of(at), account, cents))
        return number, found

    def _seal(self, at: str, last_txn: int, last_hash: bytes) -> tuple[int, bytes]:
        """Book a checkpoint in the round of the newest transaction, unless the last one is near."""
        if last_txn - checkpoint.last_number(self._db) < checkpoint.LEAST:
            return last_txn, last_hash
        name = checkpoint.next_name(self._db, last_txn + 1)
        (number,) = self._db.execute("SELECT round FROM txn WHERE id = ?", (last_txn,)).fetchone()
        nothing = (Posting(Account.CREDIT, 0),)
        return self._post(Post(Kind.SEALED, name, number, nothing), at, last_txn, last_hash)

    # --- archive ------------------------------------------------------------------------------------------------

    def archive(self, folder: Path, before: str, at: str) -> int:
        """Move entries of the lists older than ``before`` into the archive; how many files were written, 0 or 1.

        Both times are UTC in ISO 8601. The journal and the meters stay whole. Raises :class:`EnvironmentFault` and
        sqlite3.Error; nothing has left the file then.
        """
        from kiosk.store.archive import archive_old

        return int(archive_old(self._db, folder, before, seals=self._seals, at=at) is not None)

    # --- audit --------------------------------------------------------------------------------------------------

    def _begin_audit(self, after: int) -> None:
        """The next audit begins after that transaction. A chain that is followed from its start is followed whole."""
        self._books = seeded(self._db, after) if after else Books()
        self._data_version = self._outside_changes()
        self.checked = after == 0
        self._stays = ()

    def was_checked(self, findings: Sequence[str]) -> None:
        """Another thread has looked through the whole journal, see :meth:`reader`.

        What it has found is a finding of every audit until the next start looks again: no audit sees pages, the long
        lists or the table's log, so it could not say that they are right now.
        """
        self._stays = tuple(findings)
        self._wrong = bool(findings)
        self.checked = True

    def audit(self, *, whole: bool = False, progress: Callable[[int], None] = lambda _: None) -> list[str]:
        """The self-audit: from where the last one ended, or whole when asked or when another program has written.

        A finding stays: books that were wrong are audited whole again next time.
        """
        version = self._outside_changes()
        if whole or self._wrong or version != self._data_version:
            self._books = Books()
            self._data_version = version
        try:
            balances = msgspec.to_builtins(self.load().state.balances)
        except EnvironmentFault as fault:
            return [str(fault)]
        if self._last_txn == 0 and self._db.execute("SELECT count(*) FROM snapshot").fetchone()[0] == 0:
            balances = None
        findings = audit(self._db, self._books, balances, progress)
        self._wrong = bool(findings)
        if findings:
            self._books = Books()
        return findings or list(self._stays)

    def _outside_changes(self) -> int:
        return int(self._db.execute("PRAGMA data_version").fetchone()[0])

    def _tail(self) -> tuple[int, bytes]:
        row = self._db.execute("SELECT id, hash FROM txn ORDER BY id DESC LIMIT 1").fetchone()
        if row is None:
            return 0, START
        if not isinstance(row[1], bytes):
            raise sqlite3.DatabaseError(f"transaction {row[0]} has the hash {row[1]!r}, expected bytes")
        return int(row[0]), row[1]

    # --- lists --------------------------------------------------------------------------------------------------

    def meters(self) -> dict[str, int]:
        """The accounts as the meters show them, in cents."""
        names = {account.value for account in Account}
        rows = self._db.execute("SELECT name, cents FROM meter")
        return {name: cents for name, cents in rows if name in names}

    def counters(self) -> dict[str, int]:
        """Turnover, wins, rounds and notes by denomination, for life."""
        return dict(self._db.execute("SELECT name, value FROM counter"))

    def last_time(self) -> str:
        """When something was written last, UTC in ISO 8601; empty for new books."""
        events = self._db.execute("SELECT max(at) FROM event").fetchone()[0] or ""
        booked = self._db.execute("SELECT at FROM txn ORDER BY id DESC LIMIT 1").fetchone()
        return max(events, booked[0] if booked is not None else "")

    def all_meters(self) -> dict[str, int]:
        """Accounts and counters for life, as :func:`kiosk.store.periods.all_meters` names them."""
        return periods.all_meters(self._db)

    def last_period(self, kind: str) -> periods.Period | None:
        """The newest reading of that kind."""
        return periods.last(self._db, kind)

    def periods(self, limit: int = 400) -> list[periods.Period]:
        """The newest readings, newest first."""
        return periods.newest(self._db, limit)

    def acts_kept(self, ids: set[str]) -> set[str]:
        """Which of these acts of commands stand among the events already."""
        return acts_kept(self._db, ids)

    def listed_events(self, wanted: EventFilter) -> list[ListedEvent]:
        """The newest events that are wanted, newest first."""
        return listed(self._db, wanted)

    def notes(self, limit: int = 100) -> list[BookedNote]:
        """The last notes that came in, newest first."""
        rows = self._db.execute(_NOTES, (limit,))
        return [BookedNote(at, key.rpartition(":")[2], cents) for at, key, cents in rows]

    def recalled(self, limit: int = 100) -> list[Recalled]:
        """The last rounds in which this seat played, newest first."""
        rows = self._db.execute("SELECT body FROM recall ORDER BY round DESC LIMIT ?", (limit,))
        return [_recall_decoder.decode(body) for (body,) in rows]

    def recalled_body(self, number: int) -> bytes:
        """What is kept of one round, as it was written; empty when this seat did not play it."""
        row = self._db.execute("SELECT body FROM recall WHERE round = ?", (number,)).fetchone()
        return row[0].encode() if row is not None else b""

    def has_taken(self, number: str) -> bool:
        """Whether the ticket of that number was credited here, however long ago: no archiving takes the journal."""
        row = self._db.execute("SELECT 1 FROM txn WHERE key = ?", (f"ticket-in:{number}",)).fetchone()
        return row is not None

    def recall_findings(self) -> list[str]:
        """What is wrong with the rounds kept for recall; a correction is booked only by what was really kept."""
        try:
            return seal.broken(self._db, ("recall",))
        except DAMAGE as error:
            return [f"seat.db is damaged: {error}"]

    def outcomes(self, limit: int = 500) -> list[Outcome]:
        """How the last rounds at the table ended, oldest first."""
        rows = self._db.execute("SELECT body FROM outcome ORDER BY round DESC LIMIT ?", (limit,))
        return [_outcome_decoder.decode(body) for (body,) in rows][::-1]

    def tickets(self, direction: str, limit: int = 35) -> list[KeptTicket]:
        """The last tickets in or out, newest first."""
        sql = (
            "SELECT direction, number, cents, state, at FROM ticket WHERE direction = ? "
            "ORDER BY rowid DESC LIMIT ?"
        )
        return [KeptTicket(*row) for row in self._db.execute(sql, (direction, limit))]

    def events(self, limit: int = 200) -> Sequence[KeptEvent]:
        """The last significant events, newest first."""
        sql = "SELECT id, at, kind, severity, detail FROM event ORDER BY id DESC LIMIT ?"
        rows = self._db.execute(sql, (limit,))
        return [
            KeptEvent(number, at, kind, severity, msgspec.json.decode(detail))
            for number, at, kind, severity, detail in rows
        ]

    def series(
        self,
        start_hour: str,
        end_hour: str,
        per: statistics.Per,
        zone: tzinfo,
        now: datetime | None = None,
    ) -> statistics.Series:
        """What the seat did between two hours, in buckets. See :func:`kiosk.store.statistics.series`."""
        return statistics.series(self._db, start_hour, end_hour, per, zone, now)
