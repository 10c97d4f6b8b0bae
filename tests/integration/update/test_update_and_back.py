"""Updates on a machine in a folder: taken, refused, taken back."""

from contextlib import closing

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.store.seat_store import SeatStore
from kits.ops.update import as_schema, books, play


def test_that_an_update_installs_and_keeps_every_cent(world):
    before, rows = world.money(), books(world.seat_db)
    assert world.updater().update(world.bundle("1.1"), stop=False) == "1.1"
    assert world.installed() == {"1.1"}
    assert world.money() == before
    assert books(world.seat_db) == rows


def test_that_an_update_migrates_the_books_and_the_way_back_keeps_what_was_booked_when_nothing_was(world):
    before = world.money()
    world.updater().update(world.bundle("2.0", 3), stop=False)
    with as_schema(3), closing(SeatStore(world.seat_db)) as store:
        assert store.self_test() == []
    with as_schema(3):
        assert world.updater().back(stop=False) == "1.0"
    assert world.installed() == {"1.0"}
    assert world.money() == before
    with closing(SeatStore(world.seat_db)) as store:
        assert store.self_test() == []


def test_that_the_way_back_is_refused_when_it_would_lose_what_was_booked(world):
    world.updater().update(world.bundle("2.0", 3), stop=False)
    with as_schema(3):
        play(world.seat_db, digits=8)
        rows, money = books(world.seat_db), world.money()
        with pytest.raises(EnvironmentFault, match=r"since the update seat/seat\.db went on"):
            world.updater().back(stop=False)
    assert world.installed() == {"2.0"}
    assert books(world.seat_db) == rows
    assert world.money() == money


def test_that_the_way_back_over_one_schema_keeps_what_was_booked_since(world):
    world.updater().update(world.bundle("1.1"), stop=False)
    play(world.seat_db, digits=8)
    rows, money = books(world.seat_db), world.money()
    assert world.updater().back(stop=False) == "1.0"
    assert world.installed() == {"1.0"}
    assert (books(world.seat_db), world.money()) == (rows, money)
    with pytest.raises(EnvironmentFault, match=r"no version before 1\.0"):
        world.updater().back(stop=False)
    assert world.updater().update(world.bundle("1.1"), stop=False) == "1.1"
