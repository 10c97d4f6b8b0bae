"""The start looks through the newest of the journal and all sums; the rest is looked through while the seat runs."""

import queue
import sqlite3
from contextlib import closing

import pytest

from kiosk.runner.books_check import BooksCheck
from kiosk.seat.events import BooksChecked
from kiosk.store.seat_store import SeatStore
from unit.store.test_audit import TAMPERINGS, tamper

ENOUGH_S = 60


@pytest.fixture
def played(kept):
    for dice in ((6, 5, 1), (1, 1, 2)):
        kept.round(*dice)
    return kept


def checked(store, more=lambda _db, _ends: ()):
    """What the check beside the seat tells."""
    told = queue.Queue()
    check = BooksCheck(store, more)
    check.start(told.put)
    found = told.get(timeout=ENOUGH_S)
    check.close()
    return found


def test_that_right_books_are_right_in_both_halves(played, path):
    assert played.store.checked
    assert played.store.self_test(newest=2) == []
    assert not played.store.checked
    assert played.store._books.txn == played.store.last_number
    assert checked(played.store) == BooksChecked()
    assert played.store.checked
    played.round(3, 3, 3)
    assert played.store.audit() == []


def test_that_a_short_journal_is_looked_through_at_once(played):
    assert played.store.self_test(newest=1_000) == []
    assert played.store.checked
    told = []
    BooksCheck(played.store).start(told.append)
    assert told == []


@pytest.mark.parametrize(("script", "finding"), TAMPERINGS.values(), ids=TAMPERINGS)
def test_that_both_halves_together_find_what_the_whole_does(played, path, script, finding):
    played.store.close()
    tamper(path, script)
    with closing(SeatStore(path)) as store:
        if store.self_test(newest=2):
            return
        assert "hash does not fit" in finding or "chain" in finding or "not the seat's" in finding
        found = checked(store)
        assert any(finding in line for line in found.findings), found
        assert any(finding in line for line in store.audit()), "and it stays"


def test_that_damage_of_a_long_index_is_found_before_anybody_is_paid(played, path):
    played.store.close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA writable_schema = ON")
        (page,) = db.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_txn_1'"
        ).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.close()
    data = bytearray(path.read_bytes())
    at = data.index(b"settle:", (page - 1) * size, page * size)
    data[at : at + 7] = b"sattle:"
    path.write_bytes(data)
    with closing(SeatStore(path)) as store:
        assert store.self_test(newest=2) == []
        assert any("seat.db is damaged" in line and "txn" in line for line in checked(store).findings)
        assert any("seat.db is damaged" in line for line in store.audit()), (
            "and nobody can clear it by an audit"
        )


def test_that_damage_of_a_short_table_is_found_before_anything_is_shown(played, path):
    played.store.close()
    with closing(sqlite3.connect(path)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'meter'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = bytearray(path.read_bytes())
    cells = (page - 1) * size + 8  # of its leaf: where its rows stand
    data[cells : cells + 2], data[cells + 2 : cells + 4] = (
        data[cells + 2 : cells + 4],
        data[cells : cells + 2],
    )
    path.write_bytes(data)
    with closing(SeatStore(path)) as store:
        assert any("seat.db is damaged" in line for line in store.self_test(newest=2))


def test_that_what_cannot_be_looked_through_is_a_finding(played):
    played.store.self_test(newest=2)

    def broken(db, _ends):
        return db.execute("SELECT * FROM nowhere")

    (finding,) = checked(played.store, broken).findings
    assert "no such table: nowhere" in finding
    assert checked_again(played.store) == ["a finding beside"]
    assert played.store.audit() == ["a finding beside"], (
        "an audit does not look at it, so it cannot be right again"
    )
    assert played.store.audit(whole=True) == ["a finding beside"]
    assert played.store.self_test(newest=2) == [], "the next start looks again"
    assert checked(played.store) == BooksChecked()
    assert played.store.audit() == []


def checked_again(store):
    store.self_test(newest=2)
    return list(checked(store, lambda _db, _ends: ["a finding beside"]).findings)


def test_that_the_end_of_the_seat_ends_it(played):
    played.store.self_test(newest=2)
    begun, goes_on, told = queue.Queue(), queue.Queue(), []

    def more(_db, _ends):
        begun.put(None)
        goes_on.get(timeout=ENOUGH_S)
        return ()

    check = BooksCheck(played.store, more)
    check.start(told.append)
    begun.get(timeout=ENOUGH_S)
    goes_on.put(None)
    check.close()
    assert told == [BooksChecked()], "what it had begun it has told"
    BooksCheck(played.store).close()
