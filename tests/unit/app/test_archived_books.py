"""A seat whose old tickets and hand pays are in its archive starts with right books, and wrong ones are still found."""

import queue
import shutil
import sqlite3
from contextlib import closing
from types import SimpleNamespace

import pytest

from kiosk.app.machine import Seat
from kiosk.seat import events as e
from kiosk.store import seal
from kiosk.store.seat_store import SeatStore
from kits.seat.seats import EXPIRES, NUMBERS, SEAT, TABLE
from kits.store.aged_seat import BEFORE, LATELY, NOW, OLD, Aged, few_kept

ENOUGH_S = 60


@pytest.fixture
def store(tmp_path):
    """Long ago three tickets and a hand pay, lately three tickets; what is old is archived."""
    with few_kept(), closing(SeatStore(tmp_path / "seat.db")) as store:
        aged = Aged(store)
        aged.do(e.Restarted())
        aged.do(e.LinkUp())
        aged.credit(50_000)
        aged.open()
        for number in (1, 2, 3):
            aged.ticket(number)
        aged.do(e.CancelCredit("Ann"))
        aged.do(e.PayoutReady(NUMBERS[0], OLD, EXPIRES, "en"))
        aged.do(e.HandpayConfirmed("Ann", OLD))
        assert aged.state.handpays == 1
        aged.at = LATELY
        aged.credit(50_000)
        for number in range(30):
            aged.do(e.Happened("lately", "info", {"number": number}))
        for number in (4, 5, 6):
            aged.ticket(number)
        store.archive(tmp_path / "archive", BEFORE, NOW)
        assert len(store.tickets("out")) == 3
        assert "hand-pay" not in {event.kind for event in store.events()}
        yield store


def looked_through(store, tmp_path):
    assert store.self_test(newest=2) == []
    seat = SimpleNamespace(
        store=store,
        dir=SimpleNamespace(archive=tmp_path / "archive"),
        context=SimpleNamespace(config=SimpleNamespace(table=TABLE, seat=SEAT)),
        _place=SimpleNamespace(own_log=False),
    )
    told, check = queue.Queue(), Seat.books_check(seat)
    check.start(told.put)
    found = told.get(timeout=ENOUGH_S).findings
    check.close()
    return found


def test_that_what_was_archived_is_not_missed(store, tmp_path):
    assert looked_through(store, tmp_path) == ()


def test_that_an_archive_that_is_elsewhere_bars_nobody_from_his_money(store, tmp_path):
    shutil.move(tmp_path / "archive", tmp_path / "elsewhere")
    assert looked_through(store, tmp_path) == ()


def test_that_a_ticket_that_is_neither_here_nor_in_the_archive_is_missed(store, tmp_path):
    with closing(sqlite3.connect(tmp_path / "seat.db")) as db, db:
        db.execute("DELETE FROM ticket WHERE rowid = (SELECT max(rowid) FROM ticket)")
        seal.make(db)
    assert any("is booked and not kept" in line for line in looked_through(store, tmp_path))
