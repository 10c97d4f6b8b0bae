"""Audits a state directory from outside: journal, chain, meters, snapshot, recall, tickets and table log together.

It reads copies and changes nothing; it never repairs.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec

from kiosk.audit.journal import Booked, Journal, read_journal
from kiosk.audit.later import Read, compare_later, later_changes
from kiosk.audit.lists import compare_counters, compare_handpays, compare_kept, compare_outbox
from kiosk.audit.orders import compare_orders
from kiosk.audit.recall import compare_outcomes, compare_recall
from kiosk.audit.rounds import compare_round, house_of
from kiosk.audit.signature import SignatureAudit
from kiosk.audit.table import Expected, TableAudit, read_table, records_table
from kiosk.faults import NOT_JSON, EnvironmentFault, why
from kiosk.games import first_game
from kiosk.games.game import Game, Layout
from kiosk.links.signing import Signers
from kiosk.seat.accounts import Account
from kiosk.seat.slips import escrow_due
from kiosk.seat.state import SeatState, decode_state
from kiosk.sqlite_file import DAMAGE
from kiosk.store import archive, periods, read_only, seal
from kiosk.store.audit import Books, audit
from kiosk.store.lists import unreadable
from kiosk.store.schema import migrate, strange_parts, version_of
from kiosk.store.seat_store import check_snapshot

MAX_FINDINGS = 100
COPY_TRIES = 500
BESIDE = (
    "-wal",
    "-journal",
)  # without the one, what is committed is missing; without the other, what is not is seen


class Verdict(msgspec.Struct):
    """What `kiosk verify` found. ``accounts`` in cents; ``findings`` is empty when everything agrees.

    ``lost`` is how many cents the House's account and the stakes held are away from what the log gives.
    """

    ok: bool
    accounts: dict[str, int]
    txns: int
    rounds: int
    findings: list[str]
    lost: int = 0


class Where(msgspec.Struct, frozen=True):
    """Which seat of which table is audited, and where its journal, the table's log and the registry lie.

    ``table_db`` is the embedded log, or the archive of a table over the network; ``signers`` are those of its records.
    """

    table: str
    seat: str
    seat_db: Path
    table_db: Path
    registry_db: Path
    signers: Signers | None = None
    house_tickets: bool = False  # the house keeps them: they are held against all its seats together
    game: str = msgspec.field(default_factory=first_game)


@contextmanager
def copied(paths: list[Path]) -> Iterator[Path]:
    """A folder with copies of database files and their logs and journals as they are at one moment.

    The originals stay untouched, also of a seat that runs: what changes while it is copied is copied again. Raises
    :class:`EnvironmentFault` when it never stands still.
    """
    files = [
        path.parent / name for path in paths for name in (path.name, *(path.name + end for end in BESIDE))
    ]
    with tempfile.TemporaryDirectory(prefix="verify-") as folder:
        for _ in range(COPY_TRIES):
            before = [_looks(file) for file in files]
            for file in files:
                (Path(folder) / file.name).unlink(missing_ok=True)
                with suppress(FileNotFoundError):
                    shutil.copyfile(file, Path(folder) / file.name)
            if [_looks(file) for file in files] == before:
                break
        else:
            raise EnvironmentFault(
                f"{paths[0].parent} is being written all the time, {COPY_TRIES} copies were torn", "Try again"
            )
        yield Path(folder)


def _looks(file: Path) -> tuple[int, int, int] | None:
    try:
        status = file.stat()
    except FileNotFoundError:
        return None
    return status.st_size, status.st_mtime_ns, status.st_ino


def verify(where: Where, game: Game, layouts: dict[str, Layout]) -> Verdict:
    """Audit the seat. Raises :class:`EnvironmentFault` when there is nothing that could be audited."""
    read_only.need(where.seat_db)
    try:
        with copied([where.seat_db, where.table_db, where.registry_db]) as folder:
            return _verify(folder, where, game, layouts)
    except DAMAGE as error:
        return Verdict(False, {}, 0, 0, [f"a database is damaged: {error}"])
    except OSError as error:
        raise EnvironmentFault(
            f"{where.seat_db.parent} cannot be read: {why(error)}", "Check permissions"
        ) from error


def _verify(folder: Path, where: Where, game: Game, layouts: dict[str, Layout]) -> Verdict:
    with closing(sqlite3.connect(folder / where.seat_db.name, isolation_level=None)) as db:
        findings = _check_pages(db, where.seat_db.name)
        if findings:
            return Verdict(False, {}, 0, 0, findings)
        if version_of(db) == 0:
            findings = _traces(folder, where)
            return Verdict(not findings, {account.value: 0 for account in Account}, 0, 0, findings)
        migrate(db)  # of this copy: an older file is read as this program would read it
        findings = check_snapshot(db) + strange_parts(db)
        state = _state(db, findings)
        if state is not None:
            # What the archive proves is held against log and journal like what is still there.
            findings += seal.broken(db) + periods.findings(db)
            findings += archive.put_back(db, where.seat_db.parent / archive.FOLDER)
        books = Books()
        balances = None if state is None else msgspec.to_builtins(state.balances)
        journal = Journal(where.table)
        if wrong := audit(db, books, balances, each=journal.take):
            findings += wrong
            journal = read_journal(db, where.table)  # an audit that has found much has not seen it all
        table, lost = TableAudit(), 0
        signatures = SignatureAudit(where.signers)
        if (folder / where.table_db.name).exists():
            with closing(sqlite3.connect(folder / where.table_db.name, isolation_level=None)) as log:
                if damaged := _check_pages(log, where.table_db.name):
                    # What it holds is compared with nothing.
                    return Verdict(False, dict(books.sums), books.txn, 0, findings + damaged)
                table = read_table(
                    log,
                    where.table,
                    where.seat,
                    game,
                    layouts,
                    signatures,
                    state.log_seq if state is not None else 0,
                )
                findings += signatures.findings + table.shoe
        strange = list(unreadable(db, "event", "ticket", whole=True))
        findings += strange
        if state is not None:
            if state.log_seq and not table.reached:
                findings.append(
                    f"{where.table_db.name} ends at {table.last} without record {state.log_seq}, "
                    "to which the seat has read"
                )
            findings += _compare_rounds(journal, table.rounds, state)
            findings += _compare_reports(journal, table, where.table)
            read = Read.of(state.log_seq, state.later)
            lost = abs(state.balances.house - house_of(table.rounds, read))
            lost += abs(state.balances.escrow - escrow_due(state))
            findings += compare_later(journal, table.rounds, read, where.table)
            findings += compare_orders(journal, table, read, where.table)
            findings += compare_recall(db, journal.money, table.rounds, read, game)
            findings += compare_outcomes(db, table.rounds, state.log_seq)
            if not strange:
                findings += _compare_ignored(db, table, state.log_seq)
            findings += compare_counters(db, table.rounds, read, game, layouts)
            findings += compare_kept(db, state)
            findings += compare_handpays(db, state, where.table, where.seat)
            findings += compare_outbox(db)
            if not where.house_tickets:
                findings += _compare_tickets(db, folder / where.registry_db.name, state)
        rounds = sum(1 for found in table.rounds.values() if found.stakes)
        return Verdict(not findings, dict(books.sums), books.txn, rounds, findings[:MAX_FINDINGS], lost)


def _traces(folder: Path, where: Where) -> list[str]:
    """What other files tell of a seat whose journal is empty."""
    asked = ((where.table_db, records_table), (where.registry_db, lambda _: "ticket"))
    for path, name_of in asked:
        if (folder / path.name).exists():
            with closing(sqlite3.connect(folder / path.name, isolation_level=None)) as db:
                if _tables(db) and db.execute(f"SELECT count(*) FROM {name_of(db)}").fetchone()[0]:  # noqa: S608
                    return [f"{where.seat_db.name} is empty although {path.name} has entries"]
    return []


def _tables(db: sqlite3.Connection) -> int:
    return int(db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0])


def _state(db: sqlite3.Connection, findings: list[str]) -> SeatState | None:
    row = db.execute("SELECT body FROM snapshot").fetchone()
    if row is None:
        return None
    try:
        return decode_state(row[0])
    except NOT_JSON as error:
        findings.append(f"the snapshot does not decode: {error}")
        return None


def _check_pages(db: sqlite3.Connection, name: str) -> list[str]:
    """What SQLite itself finds wrong with the file ``name``."""
    try:
        return [f"{name}: {row[0]}" for row in db.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
    except DAMAGE as error:
        return [f"{name} is damaged: {error}"]


def _compare_rounds(journal: Journal, expected: dict[int, Expected], state: SeatState) -> Iterator[str]:
    """Every round that the log decides against what the journal booked, and the other way round."""
    booked = journal.booked
    for number in sorted(booked.keys() | expected.keys()):
        found = expected.get(number, Expected({}))
        read = 0 < found.decided_seq <= state.log_seq
        yield from compare_round(number, found, booked.get(number, Booked()), read)
    house = house_of(expected, Read.of(state.log_seq, state.later))
    if state.balances.house != house:
        yield f"account 'house' is {state.balances.house} cents, the rounds of the log give {house}"
    due = escrow_due(state)
    if state.balances.escrow != due:
        yield f"escrow holds {state.balances.escrow} cents, open slips need {due}"
    now = expected.get(state.table.number)
    registered = dict(state.registered.stakes) if state.registered is not None else {}
    if (
        now is not None
        and now.decided_seq == 0
        and now.seq
        and now.seq <= state.log_seq
        and now.stakes != registered
    ):
        yield f"round {state.table.number}: the snapshot has {registered} registered, the log {now.stakes}"


def _compare_reports(journal: Journal, table: TableAudit, name: str) -> Iterator[str]:
    """What the seat has reported to the table it must have booked: a journal put back in time has not."""
    later = later_changes(journal, name)
    for (number, decision), report in table.settled.items():
        found = table.rounds.get(number)
        rulings = found.rulings if found is not None else []
        if found is None or decision > len(rulings):
            yield f"round {number} is reported as settled, the log has no decision {decision} about it"
            continue
        paid = found.paid_by(rulings[decision - 1])
        if decision == 1:
            books_it = number in journal.booked and journal.booked[number].ended
        else:
            books_it = (number, decision) in later or paid == found.paid_by(rulings[decision - 2])
        if not books_it:
            yield f"round {number} is reported as settled, yet the journal does not book it"
        elif (found.staked, paid) != report:
            yield (
                f"round {number} is reported with {report[0]} staked and {report[1]} paid, "
                "the log says otherwise"
            )


def _compare_ignored(db: sqlite3.Connection, table: TableAudit, read_to: int) -> Iterator[str]:
    """A record that nobody accepts now, and that the seat did not complain about, was another when it was read."""
    noted = {
        msgspec.json.decode(row[0]).get("seq")
        for row in db.execute("SELECT detail FROM event WHERE kind = 'record-ignored'")
    }
    for seq in table.ignored:
        if seq <= read_to and seq not in noted:
            yield f"record {seq} of the table log is one that no reader accepts, yet the seat has taken it"


def _compare_tickets(db: sqlite3.Connection, registry: Path, state: SeatState) -> Iterator[str]:
    """Tickets in journal and registry: each pays once, and a paper in the player's hand has its money behind it."""
    issued, voided, taken = _journal_tickets(db)
    how, known, at_desk = "missing", dict[str, tuple[int, str]](), set[str]()
    if registry.exists():
        with closing(sqlite3.connect(registry, isolation_level=None)) as connection:
            if damaged := _check_pages(connection, registry.name):
                yield from damaged
                return
            how = "" if _tables(connection) else "empty"  # it was being made when the seat was killed
            if not how:
                known, at_desk = _registry_tickets(connection)
    if how:
        if issued or voided or taken:
            yield f"registry.db is {how} although tickets were booked"
        return
    open_number = state.cashout.number if state.cashout is not None else ""
    waiting = {row[0].partition(":")[2] for row in db.execute("SELECT key FROM outbox")}
    for number, cents in issued.items():
        found = known.get(number)
        name = f"ticket ending in {number[-4:]}"
        if number == open_number or number in waiting:
            continue
        if found is None and number in voided:
            continue  # the registry was away when the ticket was to be made known: it never was
        if found is None:
            yield f"{name} is booked, the registry does not know it"
        elif found[0] != cents:
            yield f"{name} is booked with {cents} cents, the registry has {found[0]}"
        elif (found[1] == "void" and number not in at_desk) != (number in voided):
            yield f"{name} is '{found[1]}' in the registry, the journal says otherwise"
    for number in sorted(voided.keys() - issued.keys()):
        yield f"ticket ending in {number[-4:]} is booked as void, it was never issued"
    for number in sorted(voided.keys() & issued.keys()):
        if voided[number] != issued[number]:
            yield f"ticket ending in {number[-4:]} is void with {voided[number]} cents of {issued[number]}"
    for number, cents in taken.items():
        found = known.get(number)
        fits = found is not None and found[0] == cents and (found[1] == "redeemed" or number in waiting)
        if not fits:
            yield f"ticket ending in {number[-4:]} was credited with {cents} cents, the registry has {found}"
    for number, (_, status) in known.items():
        paper = status in ("issued", "reserved", "redeemed") or number in at_desk
        if paper and (number not in issued or number in voided):
            yield f"ticket ending in {number[-4:]} is '{status}' without money behind it"
        if status == "redeemed" and number not in taken and number not in at_desk:
            yield f"ticket ending in {number[-4:]} is redeemed, this seat never credited it"


def _registry_tickets(db: sqlite3.Connection) -> tuple[dict[str, tuple[int, str]], set[str]]:
    """Worth and state of every ticket, and which of them a cashier has paid or voided."""
    known = {row[0]: (row[1], row[2]) for row in db.execute("SELECT number, cents, state FROM ticket")}
    if db.execute("PRAGMA user_version").fetchone()[0] < 2:  # from before there was a desk
        return known, set()
    return known, {
        row[0] for row in db.execute("SELECT number FROM ticket WHERE did IN ('pay', 'void-issued')")
    }


def _journal_tickets(db: sqlite3.Connection) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    sql = "SELECT kind, key, cents FROM posting CROSS JOIN txn ON txn.id = posting.txn WHERE kind = ? AND account = ?"
    issued = {
        key.partition(":")[2]: cents for _, key, cents in db.execute(sql, ("ticket-out", "tickets_out"))
    }
    voided = {
        key.partition(":")[2]: -cents for _, key, cents in db.execute(sql, ("ticket-void", "tickets_out"))
    }
    taken = {key.partition(":")[2]: -cents for _, key, cents in db.execute(sql, ("ticket-in", "tickets_in"))}
    return issued, voided, taken
