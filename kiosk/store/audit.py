"""The self-audit of the books, whole or from where the last one ended. It reads and never repairs."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kiosk.seat.accounts import Account, Kind
from kiosk.store import checkpoint, seal
from kiosk.store.chain import START, Line, link
from kiosk.store.kinds import why_not

MAX_FINDINGS = 20
Txn = tuple[int, str, str, int, str, bytes, bytes]
Each = Callable[[str, str, int, Sequence[Line]], None]
"""Hears kind, name, round and postings of a transaction."""
PROGRESS_EVERY = 5_000  # transactions
SMALL = ("meter", "counter", "snapshot", "outbox", "seal", "ticket", "period", "acknowledged")
"""The tables that hardly grow: a start has SQLite look through their pages."""
LATER = frozenset({"event", "recall", "outcome"})
"""The lists of months: looked through while the seat runs."""
_MOST_LINES = 5  # of what SQLite finds

_TXNS = "SELECT id, kind, key, round, at, prev, hash FROM txn WHERE id > ? ORDER BY id"
_POSTINGS = "SELECT txn, account, cents FROM posting WHERE rowid > ? ORDER BY rowid"
_POSTINGS_BY_NUMBER = "SELECT txn, account, cents FROM posting WHERE rowid > ? ORDER BY txn, rowid"
_SUMS = "SELECT account, sum(cents), count(*) FROM posting WHERE rowid > ? AND txn <= ? GROUP BY account"
_ORPHANS = "SELECT count(*), max(rowid) FROM posting WHERE rowid > ?"  # of those that are audited now


MOST_FOLLOWED = 50_000
"""Transactions behind a checkpoint that a start follows: two days of play (27,000 a day), some 0.5 s of processor."""


@dataclass
class Books:
    """How far the journal was audited and what its postings add up to, in cents."""

    txn: int = 0
    posting: int = 0
    hash: bytes = START
    sums: dict[str, int] = field(default_factory=lambda: {account.value: 0 for account in Account})


def seeded(connection: sqlite3.Connection, upto: int) -> Books:
    """Books that begin at the newest checkpoint up to transaction ``upto``: the chain binds it to all that follows.

    Where it stands too far back, or there is none, they begin after ``upto`` by what the postings add up to, and the
    chain up to there is believed. Raises sqlite3.Error.
    """
    sealed = checkpoint.newest(connection, upto)
    if sealed is not None and upto - sealed.number <= MOST_FOLLOWED:
        return Books(sealed.number, sealed.postings, sealed.hash, dict(sealed.sums))
    found = connection.execute("SELECT hash FROM txn WHERE id = ?", (upto,)).fetchone()
    books = Books(txn=upto, hash=START if found is None else found[0])
    if sealed is not None:
        books.posting, books.sums = sealed.postings, sealed.sums
    for account, cents, count in connection.execute(_SUMS, (books.posting, upto)):
        books.sums[account] = books.sums.get(account, 0) + cents
        books.posting += count
    return books


def damaged(db: sqlite3.Connection, tables: Sequence[str] = ("",)) -> list[str]:
    """What SQLite itself finds wrong with pages and indexes of these tables; with "" of the whole file."""
    found = [
        line
        for table in tables
        for (line,) in db.execute(f"PRAGMA integrity_check({table or _MOST_LINES})")
        if line != "ok"
    ]
    return [f"seat.db is damaged: {line}" for line in found[:_MOST_LINES]]


def rest(db: sqlite3.Connection, progress: Callable[[int], None] = lambda _: None) -> list[str]:
    """What a start leaves out: all pages, the chain from its first transaction, the long lists.

    Raises sqlite3.Error.
    """
    return damaged(db) or audit(db, Books(), None, progress) or seal.broken(db, sorted(LATER))


def audit(
    connection: sqlite3.Connection,
    books: Books,
    balances: dict[str, int] | None,
    progress: Callable[[int], None] = lambda _: None,
    each: Each | None = None,
) -> list[str]:
    """Audit all transactions after ``books`` and move it on; the findings, empty when the books are right.

    ``balances`` are the snapshot's, or None when there is no snapshot yet. ``progress`` is told the number of the
    transaction reached, now and then. ``each`` is shown every transaction that is reached, right or wrong.
    """
    findings = _follow_chain(connection, books, progress, each)
    meters: dict[str, int] = dict(connection.execute("SELECT name, cents FROM meter"))
    for account, total in books.sums.items():
        if meters.get(account) != total:
            findings.append(
                f"meter '{account}' shows {meters.get(account)} cents, its postings add up to {total}"
            )
        if balances is not None and balances.get(account) != total:
            findings.append(
                f"snapshot has {balances.get(account)} cents on '{account}', postings add up to {total}"
            )
    for unknown in sorted(set(meters) - set(books.sums)):
        findings.append(f"meter '{unknown}' belongs to no account")
    for account in ("credit", "escrow"):
        if books.sums[account] < 0:
            findings.append(f"account '{account}' is negative: {books.sums[account]} cents")
    if sum(books.sums.values()) != 0:
        findings.append(f"all accounts add up to {sum(books.sums.values())} cents, expected 0")
    return findings[:MAX_FINDINGS]


def _follow_chain(
    connection: sqlite3.Connection, books: Books, progress: Callable[[int], None], each: Each | None
) -> list[str]:
    findings: list[str] = []
    begins, sums, strays = books.posting, books.sums, list[int]()
    for row, lines in transactions(connection, books, strays):
        number, kind, key, round_number, at, prev, found = row
        if number != books.txn + 1:
            findings.append(f"transaction {books.txn + 1} is missing: {number} follows {books.txn}")
        if prev != books.hash:
            findings.append(f"transaction {number} does not follow its predecessor: the chain is broken")
        if link(prev, number, kind, key, round_number, at, lines) != found:
            findings.append(f"transaction {number} ({key}) was changed: its hash does not fit")
        if kind == Kind.SEALED and key != checkpoint.name(number, books.posting, sums):
            findings.append(
                f"transaction {number} ({key}) seals other sums than the postings before it add up to"
            )
        total = 0
        for account, cents in lines:
            total += cents
            if account in sums:
                sums[account] += cents
            else:
                findings.append(f"transaction {number} ({key}) posts to unknown account '{account}'")
        if total != 0 or not lines:
            findings.append(f"transaction {number} ({key}) does not add up to zero: {list(lines)}")
        if (strange := why_not(kind, key, round_number, lines)) is not None:
            findings.append(f"transaction {number} ({key}) is not the seat's: {strange}")
        if each is not None:
            each(kind, key, round_number, lines)
        books.txn, books.hash = number, found
        books.posting += len(lines)
        if number % PROGRESS_EVERY == 0:
            progress(number)
        if len(findings) > MAX_FINDINGS:
            break
    findings += [f"a posting belongs to transaction {txn}, which is not there" for txn in strays]
    count, last = connection.execute(_ORPHANS, (begins,)).fetchone()
    if not findings and (begins + count != books.posting or (last or begins) != books.posting):
        findings.append(
            f"{begins + count} postings up to row {last}, transactions account for {books.posting}"
        )
    return findings


def transactions(
    db: sqlite3.Connection,
    after: Books | None = None,
    strays: list[int] | None = None,
    *,
    by_number: bool = False,
) -> Iterator[tuple[Txn, tuple[Line, ...]]]:
    """The transactions after ``after`` in order, each with its postings. Nothing is kept: any length takes no memory.

    ``strays`` gets the transactions of postings that stand elsewhere than behind those of the transaction before;
    ``by_number`` gives each transaction these too, and has SQLite sort them all. Raises sqlite3.Error.
    """
    begin = after if after is not None else Books()
    postings = db.execute(_POSTINGS_BY_NUMBER if by_number else _POSTINGS, (begin.posting,))
    posting = next(postings, None)
    for row in db.execute(_TXNS, (begin.txn,)):
        number, lines = row[0], list[Line]()
        while posting is not None and posting[0] <= number:
            if posting[0] == number:
                lines.append(posting[1:])
            elif strays is not None and len(strays) < MAX_FINDINGS:
                strays.append(posting[0])
            posting = next(postings, None)
        yield row, tuple(lines)
