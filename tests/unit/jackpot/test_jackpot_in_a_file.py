import shutil
import sqlite3

import pytest

from kiosk.faults import OlderCopy
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.meter import JackpotFault
from kiosk.jackpot.requests import Denied, Reason
from kiosk.jackpot.rules import MOST_WAITING
from kiosk.jackpot.sqlite import Head, SqliteStore
from kiosk.store.anchor import Anchor
from kits.jackpot.acts import AT, BEGIN, BEGINS, EACH, A, claim, contribute, deny, moved, shown
from kits.jackpot.contract import *  # noqa: F403 - the tests that every store must pass


@pytest.fixture
def path(tmp_path):
    return tmp_path / "state" / "jackpot.db"


@pytest.fixture
def anchor(tmp_path):
    return Anchor(tmp_path / "state.anchor" / "jackpot", Head)


@pytest.fixture
def store(path, anchor):
    path.parent.mkdir()
    found = SqliteStore(path, anchor)
    yield found
    found.close()


def test_that_everything_is_there_after_closing(jackpot, store, path, anchor):
    moved(jackpot, contribute(A, 1))
    again = SqliteStore(path, anchor)
    assert shown(Jackpot(again, lambda: AT)) == shown(jackpot)
    again.close()


def test_that_an_older_copy_is_told_and_not_used(store, path, anchor, tmp_path):
    jackpot = Jackpot(store, lambda: AT)
    moved(jackpot, BEGIN, contribute(A, 1))
    copy = tmp_path / "copy.db"
    shutil.copy(path, copy)
    moved(jackpot, contribute(A, 2))
    store.close()
    shutil.copy(copy, path)
    with pytest.raises(OlderCopy, match="its act 3 is missing or another one"):
        SqliteStore(path, anchor)
    alone = SqliteStore(path)  # without the second place nobody knows
    moved(Jackpot(alone, lambda: AT), contribute(A, 3))
    alone.close()
    with pytest.raises(OlderCopy, match="another one"):
        SqliteStore(path, anchor)


@pytest.mark.parametrize("content", [b"no database, only text" * 40, b"SQLite format 3\0" + b"x" * 4096])
def test_that_a_file_that_is_no_jackpot_is_named_and_left_alone(tmp_path, content):
    path = tmp_path / "jackpot.db"
    path.write_bytes(content)
    with pytest.raises(JackpotFault, match=r"jackpot\.db"):
        SqliteStore(path)
    assert path.read_bytes() == content


def test_that_a_newer_file_is_named(tmp_path):
    path = tmp_path / "jackpot.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE act(x)")
        db.execute("PRAGMA user_version = 9")
    db.close()
    with pytest.raises(JackpotFault, match="version 9, expected 1"):
        SqliteStore(path)


def test_that_an_act_is_neither_changed_nor_removed(jackpot, path):
    with sqlite3.connect(path) as db:
        for statement in ("UPDATE act SET cents = 1", "DELETE FROM act"):
            with pytest.raises(sqlite3.IntegrityError, match="an act is never"):
                db.execute(statement)
    db.close()


def test_that_a_damaged_meter_is_named(store, path):
    moved(Jackpot(store, lambda: AT), BEGIN)
    with sqlite3.connect(path) as db:
        db.execute("UPDATE meter SET body = '{}'")
    db.close()
    with pytest.raises(JackpotFault, match="a stored act is damaged"):
        store.meter()


def test_that_what_is_not_yet_in_the_second_place_is_no_fault(store, path, anchor):
    jackpot = Jackpot(store, lambda: AT)
    moved(jackpot, BEGIN)
    kept = anchor.read()
    moved(jackpot, contribute(A, 1))
    anchor.write(kept)  # the power went in between
    again = SqliteStore(path, anchor)
    assert shown(Jackpot(again, lambda: AT)).value == BEGINS + EACH
    again.close()


def test_that_no_more_hands_wait_than_the_meter_has_room_for(jackpot):
    for number in range(1, MOST_WAITING + 2):
        moved(jackpot, contribute(A, number))
    moved(jackpot, *(claim(A, number) for number in range(1, MOST_WAITING + 1)))
    one_more = claim(A, MOST_WAITING + 1)
    assert jackpot.ask(one_more) == Denied(Reason.TOO_MANY)
    moved(jackpot, deny(A, 1), one_more)
