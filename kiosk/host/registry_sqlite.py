"""The registry of tickets in one SQLite file: for one machine, or a few seats on one machine."""

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from kiosk.devices.number import mask
from kiosk.devices.registry import (
    TRANSITIONS,
    Done,
    Refusal,
    RegistryFault,
    Rejected,
    Reserved,
    TicketRecord,
    TicketState,
)
from kiosk.devices.ticket import Ticket, utc_time

_VERSION: Final = 1
_BUSY_SECONDS: Final = 10.0
_SCHEMA: Final = """
    CREATE TABLE ticket(
        id INTEGER PRIMARY KEY,
        number TEXT NOT NULL UNIQUE CHECK(length(number) = 18),
        cents INTEGER NOT NULL CHECK(cents > 0),
        terminal TEXT NOT NULL,
        body TEXT NOT NULL,
        state TEXT NOT NULL CHECK(state IN ('pending', 'issued', 'reserved', 'redeemed', 'void')),
        held_by TEXT NOT NULL DEFAULT '' CHECK((held_by <> '') = (state IN ('reserved', 'redeemed'))),
        held_at TEXT NOT NULL DEFAULT '',
        why TEXT NOT NULL DEFAULT ''
    ) STRICT
"""
_RECORD: Final = "SELECT body, state, held_by, held_at, why FROM ticket WHERE number = ?"


class SqliteRegistry:
    """Fits `TicketRegistry`. Any thread may call; any number of processes may open the same file.

    Opening raises RegistryFault for a file that is damaged, not a registry, or of a newer version.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        with self._faults_named():
            self._db = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=_BUSY_SECONDS
            )
        try:
            with self._faults_named():
                self._open()
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        self._db.close()

    def issue_pending(self, ticket: Ticket, /) -> Done | Rejected:
        with self._transaction():
            record = self._record(ticket.number)
            if record is not None:
                same = record.ticket == ticket
                return Done(ticket.number) if same else Rejected(ticket.number, Refusal.NUMBER_TAKEN)
            self._db.execute(
                "INSERT INTO ticket(number, cents, terminal, body, state) VALUES(?, ?, ?, ?, ?)",
                (ticket.number, ticket.cents, ticket.terminal, _text(ticket), TicketState.PENDING),
            )
            return Done(ticket.number)

    def confirm(self, number: str, /) -> Done | Rejected:
        with self._transaction():
            record = self._record(number)
            if record is None:
                return Rejected(number, Refusal.UNKNOWN)
            if record.state is TicketState.VOID:
                return Rejected(number, Refusal.VOID)
            if record.state is TicketState.PENDING:
                self._move(record, TicketState.ISSUED)
            return Done(number)

    def void(self, number: str, why: str, /) -> Done | Rejected:
        with self._transaction():
            record = self._record(number)
            if record is None:
                return Rejected(number, Refusal.UNKNOWN)
            if record.state is TicketState.PENDING:
                self._move(record, TicketState.VOID, why=why)
            elif record.state is not TicketState.VOID:
                return Rejected(number, Refusal.ALREADY_PRESENTED)
            return Done(number)

    def reserve(self, number: str, by: str, at_utc: str, /) -> Reserved | Rejected:
        at = utc_time(at_utc)
        _require_party(by)
        with self._transaction():
            record = self._record(number)
            if record is None:
                return Rejected(number, Refusal.UNKNOWN)
            if record.state is TicketState.RESERVED and record.by == by:
                return Reserved(number, record.ticket.cents)
            if record.state is not TicketState.ISSUED:
                return Rejected(number, _WHY_NOT_RESERVABLE[record.state])
            if at >= utc_time(record.ticket.expires_utc):
                return Rejected(number, Refusal.EXPIRED)
            self._move(record, TicketState.RESERVED, by=by, at_utc=at_utc)
            return Reserved(number, record.ticket.cents)

    def release(self, number: str, by: str, /) -> Done | Rejected:
        _require_party(by)
        with self._transaction():
            record = self._record(number)
            if record is None:
                return Rejected(number, Refusal.UNKNOWN)
            if record.state is TicketState.RESERVED and record.by == by:
                self._move(record, TicketState.ISSUED)
                return Done(number)
            # Already back: a repeat, or released before it was ever held. Both leave it where it should be.
            if record.state is TicketState.ISSUED:
                return Done(number)
            return Rejected(number, _WHY_NOT_RESERVABLE[record.state])

    def redeem(self, number: str, by: str, /) -> Done | Rejected:
        _require_party(by)
        with self._transaction():
            record = self._record(number)
            if record is None:
                return Rejected(number, Refusal.UNKNOWN)
            held = record.state in {TicketState.RESERVED, TicketState.REDEEMED} and record.by == by
            if not held:
                return Rejected(number, _WHY_NOT_REDEEMABLE[record.state])
            if record.state is TicketState.RESERVED:
                self._move(record, TicketState.REDEEMED, by=by, at_utc=record.at_utc)
            return Done(number)

    def look_up(self, number: str, /) -> TicketRecord | None:
        with self._transaction():
            return self._record(number)

    def _open(self) -> None:
        # A second process may hold this file open: before SQLite 3.51.3 its write-ahead log can then be reset
        # wrongly, the rollback journal cannot. EXTRA also syncs the folder once the journal is gone.
        self._db.execute("PRAGMA journal_mode = DELETE")
        self._db.execute("PRAGMA synchronous = EXTRA")
        with self._begun():
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            tables = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
            if version == 0 and tables == 0:
                self._db.execute(_SCHEMA)
                self._db.execute(f"PRAGMA user_version = {_VERSION}")
            elif version != _VERSION:
                raise RegistryFault(f"registry {self._path}: version {version}, expected {_VERSION}")
            found = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise RegistryFault(f"registry {self._path}: damaged ({found}); restore it from a good copy")

    def _record(self, number: str) -> TicketRecord | None:
        row = self._db.execute(_RECORD, (number,)).fetchone()
        return None if row is None else self._of_row(row)

    def _of_row(self, row: tuple[str, str, str, str, str]) -> TicketRecord:
        body, state, by, at_utc, why = row
        try:
            return TicketRecord(msgspec.json.decode(body, type=Ticket), TicketState(state), by, at_utc, why)
        except ValueError as error:  # also a state that nobody knows
            raise RegistryFault(f"registry {self._path}: a stored ticket is damaged: {error}") from error

    def _move(
        self, record: TicketRecord, became: TicketState, *, by: str = "", at_utc: str = "", why: str = ""
    ) -> None:
        """The compare-and-set. Raises RuntimeError for a step that the table does not list: a bug."""
        if became not in TRANSITIONS[record.state]:
            raise RuntimeError(
                f"ticket {mask(record.ticket.number)}: {record.state} to {became} is not a step"
            )
        changed = self._db.execute(
            "UPDATE ticket SET state = ?, held_by = ?, held_at = ?, why = ?"
            " WHERE number = ? AND state = ? AND held_by = ?",
            (became, by, at_utc, why, record.ticket.number, record.state, record.by),
        ).rowcount
        if changed != 1:
            raise RuntimeError(f"ticket {mask(record.ticket.number)}: changed under an immediate transaction")

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock, self._faults_named(), self._begun():
            yield

    @contextlib.contextmanager
    def _begun(self) -> Iterator[None]:
        """One immediate transaction: the write lock is taken before anything is read."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextlib.contextmanager
    def _faults_named(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise
        # A text that is no UTF-8 comes as the second kind when sqlite3 cannot even quote it.
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise RegistryFault(
                f"registry {self._path}: {error}; expected a readable and writable registry"
            ) from error


_WHY_NOT_RESERVABLE: Final = {
    TicketState.PENDING: Refusal.NOT_PRESENTED,
    TicketState.RESERVED: Refusal.RESERVED,
    TicketState.REDEEMED: Refusal.REDEEMED,
    TicketState.VOID: Refusal.VOID,
}
_WHY_NOT_REDEEMABLE: Final = _WHY_NOT_RESERVABLE | {TicketState.ISSUED: Refusal.NOT_RESERVED}


def _require_party(by: str) -> None:
    if not by:
        raise ValueError("party of a reservation: found an empty name, expected seat and insertion")


def _text(ticket: Ticket) -> str:
    return msgspec.json.encode(ticket).decode()
