"""The embedded log as a file: append-only, durable, of its own kind; and what cannot be opened or written."""

import sqlite3
import threading

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.links.embedded import APPLICATION_ID, VERSION, EmbeddedLog
from kiosk.table import keys
from kiosk.table.log import Appended, NoAnswer, Put


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table.db"


@pytest.fixture
def log(path):
    log = EmbeddedLog(path)
    yield log
    log.close()


@pytest.mark.parametrize("sql", ["UPDATE entry SET value = x''", "DELETE FROM entry"])
def test_that_the_log_is_append_only(log, path, sql):
    log.append([Put("a/1", b"v")])
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        log._db.execute(sql)


def test_that_what_is_answered_is_on_disk(log):
    assert log._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert log._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_that_a_log_that_cannot_be_written_gives_no_answer_and_no_record(log, path):
    log.append([Put("a/1", b"v")])
    log._db.execute("PRAGMA query_only = ON")
    heard = []
    log.follow(["a/"], 1, heard.append)
    with pytest.raises(NoAnswer, match="cannot be written"):
        log.append([Put("a/2", b"v")])
    log._db.execute("PRAGMA query_only = OFF")
    assert heard == []
    assert log.append([Put("a/2", b"v")]).seq == 2
    assert [entry.key for entry in heard] == ["a/2"]


def steps_of(log, append):
    """How many steps SQLite's machine takes for it."""
    counted = []
    log._db.set_progress_handler(lambda: counted.append(1), 1)
    append()
    log._db.set_progress_handler(None, 0)
    return len(counted)


def test_that_who_holds_the_table_is_found_however_many_records_are_newer(log):
    holder = log.append([Put(keys.console("12", 1), b"held")]).seq

    def held(n):
        found = log.append(
            [Put(keys.round_event("12", 1, n), b"event")], holding=(keys.consoles("12"), holder)
        )
        assert isinstance(found, Appended)

    held(1)
    few = steps_of(log, lambda: held(2))
    log.append([Put(keys.slip("12", "07", 1, rev), b"slip") for rev in range(100)])
    assert steps_of(log, lambda: held(3)) < few + 100  # one record passed over takes more than one


def test_that_a_refused_append_leaves_no_transaction_open(log):
    log.append([Put("a/1", b"v")])
    log.append([Put("a/1", b"w")])
    assert not log._db.in_transaction


def test_that_many_threads_append_into_one_order(log):
    heard = []
    log.follow(["t/"], 0, heard.append)

    def write(name):
        for n in range(20):
            log.append([Put(f"t/{name}/{n}", b"v")])

    threads = [threading.Thread(target=write, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [entry.seq for entry in heard] == list(range(1, 81))
    assert heard == log.read(["t/"], 0, 100)


def test_that_a_file_of_another_version_is_refused_and_untouched(log, path):
    log.close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(EnvironmentFault, match=f"version {VERSION + 1}"):
        EmbeddedLog(path)


def test_that_the_file_of_another_program_is_refused(path):
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID + 1}")
    with pytest.raises(EnvironmentFault, match="not a table log"):
        EmbeddedLog(path)


def test_that_a_file_that_is_no_database_is_refused_by_name(path):
    path.write_bytes(b"not a database" * 100)
    with pytest.raises(EnvironmentFault, match=r"table\.db cannot be opened"):
        EmbeddedLog(path)


def test_that_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(EnvironmentFault, match=r"table\.db cannot be opened"):
        EmbeddedLog(tmp_path / "nowhere" / "table.db")


def test_that_a_refusal_uses_up_no_place(log):
    before = log.append([Put("a/1", b"v")]).seq
    log.append([Put("a/1", b"other")])
    assert log.append([Put("a/2", b"v")]).seq == before + 1


def test_that_records_of_one_append_keep_the_order_in_which_they_were_put(log):
    heard = []
    log.follow(["a/", "b/"], 0, heard.append)
    log.append([Put("b/1", b"v"), Put("a/1", b"v")])
    assert [entry.key for entry in heard] == ["b/1", "a/1"]


def test_that_backlog_and_link_are_told_before_follow_returns(log):
    told = []
    log.append([Put("a/1", b"v")])
    log.follow(["a/"], 0, told.append, told.append)
    log.append([Put("a/2", b"v")])
    assert [said if said is True else said.key for said in told] == ["a/1", True, "a/2"]
