"""A list of staff that is put back from an older copy lets nobody in: lock-outs and changed PINs are not forgotten."""

import dataclasses
import shutil
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from argon2.profiles import RFC_9106_LOW_MEMORY

from kiosk.seat.roles import ActKind, Role, StaffRefusal
from kiosk.store.anchor import anchor_folder
from kiosk.store.staff import Refused, Session, StaffStore, Why

NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)
CHEAP = dataclasses.replace(RFC_9106_LOW_MEMORY, memory_cost=64, time_cost=1, parallelism=1)


def opened(folder):
    return closing(StaffStore(folder / "staff.db", CHEAP))


@pytest.fixture
def seat(tmp_path):
    """A seat with two of staff, and a copy of its list before Bob was locked out."""
    folder = tmp_path / "seat"
    folder.mkdir()
    with opened(folder) as staff:
        staff.create_first("Ann", "482019")
        by = staff.log_in("Ann", "482019", None, NOW)
        staff.add(by, "Bob", Role.ATTENDANT, "739104")
    shutil.copytree(folder, tmp_path / "older")
    with opened(folder) as staff:
        for _ in range(3):
            assert staff.log_in("Bob", "111222", None, NOW).reason is Why.WRONG
        assert staff.log_in("Bob", "739104", None, NOW).reason is Why.LOCKED
    return folder


def put_back(folder):
    for path in folder.glob("staff.*"):
        path.unlink()
    for path in (folder.parent / "older").glob("staff.*"):
        shutil.copy(path, folder)


def test_that_a_lock_out_survives_an_older_copy(seat):
    put_back(seat)
    with opened(seat) as staff:
        assert "staff.db is an older copy" in staff.self_test()[0]
        for name, pin in (("Bob", "739104"), ("Ann", "482019")):
            answer = staff.log_in(name, pin, None, NOW)
            assert isinstance(answer, Refused)
            assert answer.reason is Why.DAMAGED
        assert not staff.first_run


def test_that_a_copy_put_back_under_a_running_seat_is_found_too(seat):
    with opened(seat) as staff, closing(staff._file._db):
        older = seat.parent / "older" / "staff.db"
        from sqlite3 import connect

        with closing(connect(older)) as source:
            source.backup(staff._file._db)
        assert staff.log_in("Bob", "739104", None, NOW).reason is Why.DAMAGED


@pytest.mark.parametrize("taken", [("staff.db",), ("staff.key",), ("staff.db", "staff.key")])
def test_that_files_taken_away_are_no_first_run(seat, taken):
    for name in taken:
        for path in seat.glob(f"{name}*"):
            path.unlink()
    with opened(seat) as staff:
        assert not staff.first_run
        assert staff.self_test()
        assert isinstance(staff.log_in("Ann", "482019", None, NOW), Refused)


def test_that_who_takes_the_anchor_away_as_well_begins_anew(seat):
    for path in (*seat.glob("staff.*"), anchor_folder(seat) / "staff"):
        path.unlink()
    with opened(seat) as staff:
        assert staff.first_run


def test_that_a_supervisor_accepts_an_older_copy_and_wrong_tries_count_outside_it(seat):
    for _ in range(3):
        put_back(seat)
        with opened(seat) as staff:
            assert staff.accept_older("Ann", "111222", NOW).reason is Why.WRONG
    put_back(seat)
    with opened(seat) as staff:
        assert staff.accept_older("Ann", "482019", NOW).reason is Why.LOCKED
        later = NOW + timedelta(minutes=1)
        assert staff.accept_older("Bob", "739104", later).reason is Why.WRONG, "no supervisor"
        later += timedelta(hours=1)
        assert staff.accept_older("Ann", "482019", later).kind is ActKind.OLDER_ACCEPTED
        assert staff.self_test() == []
        assert isinstance(staff.log_in("Bob", "739104", None, later), Session)
        with pytest.raises(StaffRefusal, match="no older copy"):
            staff.accept_older("Ann", "482019", later)


def test_that_a_clock_that_was_years_ahead_locks_nobody_out_of_an_older_copy_for_years(seat):
    put_back(seat)
    ahead = NOW + timedelta(days=3_650)
    with opened(seat) as staff:
        for _ in range(3):
            staff.accept_older("Ann", "111222", ahead)
        assert staff.accept_older("Ann", "482019", ahead).reason is Why.LOCKED
        refused = staff.accept_older("Ann", "482019", NOW)
        assert (refused.reason, refused.wait_s) == (Why.LOCKED, 30), "it begins anew"
        assert staff.accept_older("Ann", "482019", NOW + timedelta(seconds=29)).reason is Why.LOCKED
        done = staff.accept_older("Ann", "482019", NOW + timedelta(seconds=31))
        assert done.kind is ActKind.OLDER_ACCEPTED


def test_that_a_power_cut_between_the_anchor_and_the_list_is_no_older_copy(seat, monkeypatch):
    with opened(seat) as staff:
        keep = staff._file._keep

        def cut(head):
            keep(head)
            if head.coming:
                raise KeyboardInterrupt

        monkeypatch.setattr(staff._file, "_keep", cut)
        with pytest.raises(KeyboardInterrupt):
            staff.log_in("Ann", "482019", None, NOW + timedelta(hours=2))
    with opened(seat) as staff:
        assert staff.self_test() == []
        assert isinstance(staff.log_in("Ann", "482019", None, NOW + timedelta(hours=2)), Session)
