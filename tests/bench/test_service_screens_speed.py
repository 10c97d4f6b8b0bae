"""How quickly the service screens' questions are answered with a year's volume in the books, and how large those are.

`KIOSK_BENCH_TRANSACTIONS` sets the volume; the stated figures are of ten million.
"""

import os
import sqlite3
import time
from contextlib import closing

import pytest

from kiosk.store.event_list import EventFilter
from kiosk.store.seat_store import SeatStore
from kiosk.store.statistics import Per
from kiosk.ui.service.pages import day, events, meters, recall
from kits.seat.seats import make_context
from kits.ui.service import Service

pytestmark = [pytest.mark.bench, pytest.mark.timeout(7200)]
VOLUME = int(os.environ.get("KIOSK_BENCH_TRANSACTIONS", "1000000"))
ASKED_S = 1.0

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


def grow(path):
    """A year's volume; what the seat books itself comes after it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = OFF")
        (last,) = db.execute("SELECT coalesce(max(id), 0) FROM txn").fetchone()
        for first in range(last + 1, VOLUME, 500_000):
            upto = min(first + 499_999, VOLUME)
            db.execute("BEGIN")
            db.execute(_TXNS, (first, upto))
            db.execute(_POSTINGS, (first, upto))
            db.execute("COMMIT")
        db.execute(_EVENTS, (90 * 1_440,))
        db.execute(_HOURS)


def test_that_every_service_screen_opens_within_a_second(tmp_path, qapp):
    path = tmp_path / "seat.db"
    SeatStore(path).close()
    grow(path)
    service = Service(tmp_path, make_context("B"), rounds=120)
    service.close()
    size = path.stat().st_size
    with closing(SeatStore(path)) as store:
        store._books.txn, store._books.hash = (
            store._tail()
        )  # a running seat has audited all of it at its start
        store._books.posting = store._db.execute("SELECT max(rowid) FROM posting").fetchone()[0]
        store._books.sums = store.meters()
        wanted = EventFilter(prefixes=events.GROUPS[1].prefixes, severity="fault")
        questions = {
            "meters and self-audit": meters.read,
            "events, all": lambda store: store.listed_events(EventFilter()),
            "events, filtered": lambda store: store.listed_events(wanted),
            "recall, tickets, notes": recall.read,
            "accounting day": day.read,
            "charts, 90 days": lambda store: store.series("2025-10-01T00", "2026-01-31T00", Per.DAY, None),
            "charts, a year by hours": lambda store: store.series(
                "2025-02-01T00", "2026-01-31T00", Per.HOUR, None
            ),
        }
        print(f"\n{VOLUME:,} transactions: seat.db {size / 1e9:.2f} GB, {size / VOLUME:.0f} bytes each")
        slowest = 0.0
        for name, question in questions.items():
            began = time.perf_counter()
            question(store)
            took = time.perf_counter() - began
            slowest = max(slowest, took)
            print(f"  {name}: {took * 1000:.0f} ms ({took / ASKED_S:.2f} of what is asked)")
    assert slowest < ASKED_S
