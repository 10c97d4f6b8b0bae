"""How quickly the service screens' questions are answered with a year's volume in the books, beside a young seat's.

`KIOSK_BENCH_TRANSACTIONS` sets the volume; the stated figures are of ten million.
"""

import os
import sqlite3
from contextlib import closing

import pytest

from kiosk.store.event_list import EventFilter
from kiosk.store.seat_store import SeatStore
from kiosk.store.statistics import Per
from kiosk.ui.service.pages import day, events, meters, recall
from kits.bench.figures import Spent
from kits.seat.seats import make_context
from kits.ui.service import Service

pytestmark = [pytest.mark.bench, pytest.mark.timeout(7200)]
VOLUME = int(os.environ.get("KIOSK_BENCH_TRANSACTIONS", "1000000"))
YOUNG, TURNS, GOAL_MS = 1_000, 3, 1_000

# Stakes and releases two by two, as a seat books them most; the chain's hashes are of the right size and of no use.
_TXNS = """
WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
INSERT INTO txn SELECT i, CASE i % 2 WHEN 1 THEN 'stake' ELSE 'release' END,
    CASE i % 2 WHEN 1 THEN 'stake' ELSE 'release' END || ':11:' || i || ':send-1', i / 4,
    strftime('%Y-%m-%dT%H:%M:%SZ', 1738324800 + i * 3, 'unixepoch'), randomblob(32), randomblob(32) FROM n
"""
_POSTINGS = """
WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM n WHERE i < ?)
INSERT INTO posting SELECT i, a.name, a.sign * (CASE i % 2 WHEN 1 THEN 500 ELSE -500 END)
FROM n, (SELECT 'escrow' AS name, 1 AS sign UNION ALL SELECT 'credit', -1) AS a
"""
_EVENTS = """
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
INSERT INTO event(at, kind, severity, detail) SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 1738324800 + i * 60, 'unixepoch'),
    CASE i % 3 WHEN 0 THEN 'door-opened' WHEN 1 THEN 'link-up' ELSE 'staff-logged-in' END,
    CASE i % 3 WHEN 0 THEN 'fault' ELSE 'info' END, '{"by":"Kim"}' FROM n
"""
_HOURS = """
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8760)
INSERT OR IGNORE INTO hourly SELECT strftime('%Y-%m-%dT%H', 1738324800 + i * 3600, 'unixepoch'), name, 100000
FROM n, (SELECT 'turnover' AS name UNION ALL SELECT 'wins' UNION ALL SELECT 'theory' UNION ALL SELECT 'variance'
    UNION ALL SELECT 'rounds_played' UNION ALL SELECT 'minutes_up' UNION ALL SELECT 'notes_2000')
"""


def grow(path, volume):
    """So many transactions; what the seat books itself comes after them."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        (last,) = db.execute("SELECT coalesce(max(id), 0) FROM txn").fetchone()
        for first in range(last + 1, volume, 500_000):
            upto = min(first + 499_999, volume)
            db.execute("BEGIN")
            db.execute(_TXNS, (first, upto))
            db.execute(_POSTINGS, (first, upto))
            db.execute("COMMIT")
        db.execute(_EVENTS, (90 * 1_440,))
        db.execute(_HOURS)


WANTED = EventFilter(prefixes=events.GROUPS[1].prefixes, severity="fault")
QUESTIONS = {
    "meters and self-audit": meters.read,
    "events, all": lambda store: store.listed_events(EventFilter()),
    "events, filtered": lambda store: store.listed_events(WANTED),
    "recall, tickets, notes": recall.read,
    "accounting day": day.read,
    "charts, 90 days": lambda store: store.series("2025-10-01T00", "2026-01-31T00", Per.DAY, None),
    "charts, a year by hours": lambda store: store.series("2025-02-01T00", "2026-01-31T00", Per.HOUR, None),
}


def seat_with(folder, volume):
    """The books of a seat that has played so much."""
    folder.mkdir()
    path = folder / "seat.db"
    SeatStore(path).close()
    grow(path, volume)
    Service(folder, make_context("B"), rounds=120).close()
    store = SeatStore(path)
    store._books.txn, store._books.hash = store._tail()  # a running seat has audited all of it at its start
    store._books.posting = store._db.execute("SELECT max(rowid) FROM posting").fetchone()[0]
    store._books.sums = store.meters()
    return store


def test_how_soon_every_service_screen_opens(tmp_path, qapp, figure):
    with (
        closing(seat_with(tmp_path / "old", VOLUME)) as old,
        closing(seat_with(tmp_path / "young", YOUNG)) as young,
    ):
        for name, question in QUESTIONS.items():
            took = {old: [], young: []}
            wall = []
            for _ in range(TURNS):
                for store, times in took.items():
                    with Spent() as spent:
                        question(store)
                    times.append(spent.processor * 1e3)
                    if store is old:
                        wall.append(spent.wall * 1e3)
            figure(f"service: {name}, beside a young seat", took[old], took[young], GOAL_MS, "ms", wall=wall)
