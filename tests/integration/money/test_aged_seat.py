"""A seat that was aged for the measurements is a true one: it is verified, starts from a checkpoint, plays, reports."""

import queue
import sqlite3
from contextlib import closing

import pytest

from kiosk.app.machine import Seat
from kiosk.app.state_dir import StateDir
from kiosk.store import archive_select
from kits.app.seat_play import assert_sound, audit, play, rules
from kits.bench import aged
from kits.store.aged_seat import FEW
from kits.store.forge import give_credit

TRANSACTIONS = 8_000  # more than a start follows


@pytest.fixture
def old(tmp_path, monkeypatch):
    """Some days of play, of which all but the last hours are archived."""
    monkeypatch.setattr(aged, "KEPT_DAYS", 0.1)
    for name, kept in FEW.items():
        monkeypatch.setitem(archive_select.KEPT, name, kept)
    aged.age(tmp_path / "state", TRANSACTIONS)
    return tmp_path / "state"


def opened(folder):
    state = StateDir(folder)
    state.hold()
    try:
        seat = Seat(state, rules(), lambda _: None)
        found = seat.findings, seat.store.checked, seat.core.state
        seat.close()
        return found
    finally:
        state.release()


def test_that_it_is_verified_archives_starts_and_plays_on(old):
    found = assert_sound(old)
    assert found.txns >= TRANSACTIONS
    assert list((old / "archive").glob("*.gz")), "what is old has left the lists"
    findings, checked, state = opened(old)
    assert (findings, checked, state.checking) == ([], False, True)
    before = state.table.number
    assert play(old, 3, bot_seed=1).table.number >= before + 3
    assert_sound(old)


def test_that_money_out_of_nowhere_is_found_at_its_start_and_old_forgery_by_who_audits_it(old):
    with closing(sqlite3.connect(old / "seat.db")) as db, db:
        db.execute("DROP TRIGGER posting_stays")
        db.execute("UPDATE posting SET cents = cents * 2 WHERE txn = 40")
        db.execute(
            "CREATE TRIGGER posting_stays BEFORE UPDATE ON posting "
            "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"
        )
    assert any("transaction 40" in line for line in audit(old).findings)
    give_credit(old / "seat.db", 100_000)
    assert any("postings add up to" in line for line in opened(old)[0])


def test_that_an_old_record_of_its_own_log_that_was_changed_is_found_before_anybody_is_paid(old):
    with closing(sqlite3.connect(old / "table.db")) as db, db:
        db.execute("DROP TRIGGER entry_stays")
        db.execute("UPDATE entry SET value = CAST(replace(value, '5', '6') AS BLOB) WHERE id = 40")
    state = StateDir(old)
    state.hold()
    seat = Seat(state, rules(), lambda _: None)
    try:
        assert seat.findings == []
        told, check = queue.Queue(), seat.books_check()
        check.start(told.put)
        assert "table.db is damaged: record 40" in told.get(timeout=60).findings[0]
        check.close()
    finally:
        seat.close()
        state.release()
