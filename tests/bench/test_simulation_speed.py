"""What a table round of four seats costs, by the real desk and the real seats, beside bare writes of its records."""

import sqlite3
from contextlib import closing

import pytest

from kiosk.app.machine import read_rules
from kiosk.demo.whole_table import WholeTable

pytestmark = [pytest.mark.bench, pytest.mark.timeout(300)]
SEATS, ROUNDS = 4, 50


def test_how_quickly_a_table_of_four_seats_plays(in_memory, figure):
    table = WholeTable(in_memory, read_rules("B"), SEATS, 7)
    table.run(5)
    with closing(sqlite3.connect(in_memory / "table.db")) as log:
        before = log.execute("SELECT max(id) FROM entry").fetchone()[0]
        table.run(ROUNDS)
        records = log.execute("SELECT key, value FROM entry WHERE id > ?", (before,)).fetchall()
    with closing(sqlite3.connect(in_memory / "bare.db", isolation_level=None)) as bare:
        bare.execute("PRAGMA journal_mode = WAL")
        bare.execute("PRAGMA synchronous = FULL")
        bare.execute(
            "CREATE TABLE entry(id INTEGER PRIMARY KEY, key TEXT NOT NULL, value BLOB NOT NULL) STRICT"
        )

        def write():
            for record in records:
                bare.execute("BEGIN IMMEDIATE")
                bare.execute("INSERT INTO entry(key, value) VALUES (?, ?)", record)
                bare.execute("COMMIT")

        try:
            figure(
                "simulation: a table round of four seats, beside bare transactions of its log",
                lambda: table.run(ROUNDS),
                write,
                5,
                "ms",
                each=ROUNDS,
            )
        finally:
            table.close()
