"""The head of a seat's books: where they end, and whether they hold what somebody has seen of them."""

import shutil
import sqlite3

import pytest

from kiosk.store.seat_store import SeatStore
from kiosk.table.head import Head
from kits.seat.seats import NUMBERS


def test_that_new_books_end_at_nothing_and_hold_it(store):
    assert store.head() == Head(0, bytes(32).hex(), 0)
    assert store.contains(store.head())
    assert not store.contains(Head(0, "", 0))


def test_that_the_head_is_the_newest_transaction_with_what_stands_on_tickets(kept, path):
    known = [kept.store.head()]
    kept.round(6, 5, 4)
    known.append(kept.store.head())
    kept.collect(NUMBERS[0])
    paid = kept.state.balances.tickets_out
    known.append(kept.store.head())
    assert paid > 0
    assert [head.tickets for head in known] == [0, 0, paid]
    assert [head.number for head in known] == sorted({head.number for head in known})
    kept.store.close()
    reopened = SeatStore(path)
    assert reopened.head() == known[-1]
    assert all(reopened.contains(head) for head in known)
    reopened.close()


def test_that_an_older_copy_and_another_history_do_not_hold_it(kept, path, tmp_path):
    kept.store.close()
    shutil.copy(path, tmp_path / "older.db")
    kept.store = SeatStore(path)
    kept.credit(500)
    head = kept.store.head()
    older = SeatStore(tmp_path / "older.db")
    assert not older.contains(head)
    kept.store.close()
    kept.store = older  # and it is used on
    kept.credit(700)
    assert older.head().number == head.number
    assert not older.contains(head)
    older.close()


def test_that_a_step_that_is_not_written_moves_no_head(kept):
    head = kept.store.head()
    kept.store.close()
    with pytest.raises(sqlite3.ProgrammingError):
        kept.credit(500)
    assert kept.store.head() == head
