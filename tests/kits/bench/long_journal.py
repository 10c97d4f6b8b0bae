"""A seat with a long history, for the measurements of its start."""

import sqlite3
from contextlib import closing

from kiosk.app.machine import read_rules
from kiosk.app.state_dir import StateDir
from kiosk.console.chance import seeded_chance
from kiosk.console.desk import Pace
from kiosk.demo.headless import Headless, Play
from kiosk.seat.accounts import Account, Kind, Posting
from kiosk.seat.context import Step
from kiosk.seat.effects import Post

AT = "2026-01-31T12:00:00Z"
TRANSACTIONS, AT_ONCE, ROUNDS_IN_LOG = 100_000, 500, 12_000


def connect_log(path):
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def long_journal(folder):
    """A sound seat with a long history, written through the store itself, many postings to a commit."""
    state = StateDir(folder)
    state.hold()
    table = Headless(state, read_rules("B"), Play(Pace(), seeded_chance(1), 1, 30))
    table.run()
    table._bot = None
    table._play = Play(Pace(), seeded_chance(1), None, 31)
    table.run()
    store, seat = table.seat.store, table.runner.state
    store._db.execute("PRAGMA synchronous = OFF")
    had = store._last_txn
    for first in range(had, TRANSACTIONS, AT_ONCE):
        posts = []
        for number in range(first, min(first + AT_ONCE, TRANSACTIONS)):
            sign = 1 if number % 2 else -1  # two by two they leave the accounts as they were
            lines = (Posting(Account.ESCROW, sign * 500), Posting(Account.CREDIT, -sign * 500))
            kind = Kind.STAKE if sign > 0 else Kind.RELEASE
            posts.append(Post(kind, f"{kind.value}:12:{number}:send-1", number, lines))
        if len(posts) % 2:
            posts.pop()
        store.commit(Step(seat, tuple(posts)), AT)
    table.close()
    state.release()
    grow_log(folder / "table.db")
    return store._last_txn


def grow_log(path):
    """Rounds without bets before those of the seat would be the usual case; here records that nobody follows."""
    with closing(connect_log(path)) as db:
        (last,) = db.execute("SELECT max(seq) FROM entry").fetchone()
        rows = [
            (last + n, f"etg/12/seat/{n % 40 + 10}/report/{n}/settled", b'{"type":"Settled"}' * 8)
            for n in range(1, ROUNDS_IN_LOG * 8)
        ]
        db.execute("BEGIN")
        db.executemany("INSERT INTO entry(seq, key, value) VALUES (?, ?, ?)", rows)
        db.execute("COMMIT")
