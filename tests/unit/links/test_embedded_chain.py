"""The machine's own table log: a record that is not as it was written is named at the start."""

import sqlite3
import time
from contextlib import closing

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.links import embedded
from kiosk.links.embedded import EmbeddedLog
from kiosk.links.embedded_chain import wrong_records
from kiosk.table.log import Put, Refused


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "table.db"
    with closing(EmbeddedLog(path)) as log:
        for n in range(1, 6):
            log.append([Put(f"etg/12/round/{n}/1", b"record %d" % n), Put(f"etg/12/closed/{n}", b"bar")])
        assert isinstance(log.append([Put("etg/12/round/1/1", b"another")]), Refused)
    return path


def running():
    """Somebody waits for the end of the look."""
    return False


def change(path, *statements):
    """As a disk or a hand does it, past the triggers."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript("DROP TRIGGER entry_stays; DROP TRIGGER entry_remains")
        for statement in statements:
            db.execute(statement)
        db.commit()


CHANGES = {
    "a value": "UPDATE entry SET value = 'record 9' WHERE id = 3",
    "one bit of a value": "UPDATE entry SET value = CAST(replace(value, 'record', 'recoRd') AS BLOB) WHERE id = 1",
    "a value's end": "UPDATE entry SET value = x'' WHERE id = 10",
    "a key": "UPDATE entry SET key = 'etg/12/closed/7' WHERE id = 4",
    "a place": "UPDATE entry SET seq = 2 WHERE id = 6",
    "a letter between key and value": "UPDATE entry SET key = key || 'r', value = x'65' WHERE id = 5",
    "one gone": "DELETE FROM entry WHERE id = 5",
    "the newest gone": "DELETE FROM entry WHERE id = 10",
    "one link": "UPDATE chain SET hash = zeroblob(32) WHERE id = 2",
    "a link gone": "DELETE FROM chain WHERE id = 2",
}


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES.keys())
def test_that_a_changed_record_is_named_at_the_start(path, statement):
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
    change(path, statement.replace("'record 9'", "CAST('record 9' AS BLOB)"))
    with pytest.raises(EnvironmentFault, match=r"table.db is damaged: record \d+ is not as it was written"):
        EmbeddedLog(path)


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES.keys())
def test_that_a_changed_record_of_a_long_log_is_named_at_the_start_or_by_who_looks_through_all(
    path, statement, monkeypatch
):
    monkeypatch.setattr(embedded, "NEWEST", 2)
    change(path, statement.replace("'record 9'", "CAST('record 9' AS BLOB)"))
    try:
        with closing(EmbeddedLog(path, all_at_once=False)) as log:
            log.append([Put("etg/12/round/6/1", b"x")])
            (found,) = [line for line in wrong_records(path, running) if line]
    except EnvironmentFault as fault:
        found = fault.what
    assert "table.db is damaged: record" in found


def test_that_a_long_log_goes_on_from_its_newest_records(path, monkeypatch):
    monkeypatch.setattr(embedded, "NEWEST", 2)
    with closing(EmbeddedLog(path, all_at_once=False)) as log:
        log.append([Put("etg/12/round/6/1", b"x")])
        assert [line for line in wrong_records(path, running) if line] == []
        assert log.last("etg/12/round/").key == "etg/12/round/6/1"
        assert log.last("etg/12/round/2/").key == "etg/12/round/2/1", "of the older ones, too"
        assert log.last("etg/12/seat/") is None
    with closing(EmbeddedLog(path)) as log:
        assert log.seq == 6


def test_that_a_sound_file_opens_again_and_goes_on(path):
    for n in (6, 7):
        with closing(EmbeddedLog(path)) as log:
            log.append([Put(f"etg/12/round/{n}/1", b"x")])
    with closing(EmbeddedLog(path)) as log:
        assert len(log.read(["etg/"], 0, 100)) == 12


def test_that_what_a_program_of_before_has_written_is_bound_at_the_next_start(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO entry(seq, key, value) VALUES (6, 'etg/12/round/6/1', x'00')")
        db.commit()
    EmbeddedLog(path).close()
    change(path, "UPDATE entry SET value = x'01' WHERE id = 11")
    with pytest.raises(EnvironmentFault, match="record 11"):
        EmbeddedLog(path)


def test_that_a_file_of_before_opens_and_is_bound(path):
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE chain")
        db.commit()
    EmbeddedLog(path).close()
    change(path, "UPDATE entry SET value = x'01' WHERE id = 1")
    with pytest.raises(EnvironmentFault, match="record 1 "):
        EmbeddedLog(path)


def test_that_a_hundred_thousand_records_are_looked_through_in_a_moment(path):
    with closing(sqlite3.connect(path)) as db:
        rows = ((n, f"etg/12/seat/07/slip/{n}/1", bytes(300)) for n in range(7, 100_000))
        db.executemany("INSERT INTO entry(seq, key, value) VALUES (?, ?, ?)", rows)
        db.commit()
    EmbeddedLog(path).close()
    begun = time.process_time()
    EmbeddedLog(path).close()
    assert time.process_time() - begun < 1.0


def test_that_a_look_through_all_ends_when_nobody_waits_for_it(path, monkeypatch):
    monkeypatch.setattr("kiosk.sqlite_file.STEPS", 1)
    with pytest.raises(sqlite3.OperationalError, match="interrupted"):
        list(wrong_records(path, lambda: True))
