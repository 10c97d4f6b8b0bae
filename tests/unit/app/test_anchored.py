"""A seat whose books do not hold what hosts have seen of them starts locked, by name."""

import shutil
from contextlib import closing

import pytest

from kiosk.app.anchored import NotAnchored, check_anchor
from kiosk.faults import OlderCopy
from kiosk.seat import events as e
from kiosk.seat.step import step
from kiosk.store.seat_store import SeatStore
from kiosk.table.head import Head
from kits.seat.seats import NOW, Play


class Kept(Play):
    def __init__(self, store):
        super().__init__()
        self.store = store

    def do(self, event):
        self.store.commit(step(self.context, self.state, event), NOW)
        return super().do(event)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "seat.db"


@pytest.fixture
def kept(path):
    with closing(SeatStore(path)) as store:
        kept = Kept(store)
        kept.do(e.LinkUp())
        kept.credit(10_000)
        yield kept


def test_that_books_that_hold_the_anchor_are_right(kept):
    check_anchor(None, kept.store)
    check_anchor(NotAnchored().anchor(), kept.store)
    seen = kept.store.head()
    check_anchor(seen, kept.store)
    kept.credit(500)
    check_anchor(seen, kept.store)


def test_that_an_older_copy_is_named_with_both_numbers(kept, path, tmp_path):
    shutil.copytree(path.parent, tmp_path.with_name("copy"))
    ends = kept.store.head().number
    kept.credit(500)
    with (
        closing(SeatStore(tmp_path.with_name("copy") / "seat.db")) as older,
        pytest.raises(OlderCopy, match=f"seat.db ends at transaction {ends}, the hosts have seen {ends + 1}"),
    ):
        check_anchor(kept.store.head(), older)


def test_that_new_books_after_a_lost_disk_are_named_with_what_stood_on_tickets(tmp_path):
    with (
        closing(SeatStore(tmp_path / "seat.db")) as store,
        pytest.raises(
            OlderCopy, match=r"ends at transaction 0, .* \(\$0.00 on tickets, the hosts have seen \$123.45\)"
        ),
    ):
        check_anchor(Head(900, "a" * 64, 12_345), store)


def test_that_another_history_is_named(kept):
    kept.credit(500)
    seen = kept.store.head()
    with pytest.raises(OlderCopy, match=f"its transaction {seen.number - 1} is not the one"):
        check_anchor(Head(seen.number - 1, seen.hash, seen.tickets), kept.store)
