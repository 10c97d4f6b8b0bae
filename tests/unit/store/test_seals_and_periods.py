"""What lies beside the journal is sealed: meters of a period, events, counters, tickets and recalled rounds."""

import sqlite3
from contextlib import closing

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.seat import events as e
from kiosk.seat.context import Step
from kiosk.seat.effects import Count, EndPeriod, SignificantEvent
from kiosk.store import periods, schema, seal
from kiosk.store.seat_store import SeatStore
from kits.seat.seats import NUMBERS

LATER = "2026-01-31T13:30:00Z"


@pytest.fixture
def worked(kept):
    """A seat with a row in every sealed list, and three periods."""
    kept.round(6, 5, 1)
    kept.round(1, 1, 2)
    kept.collect(NUMBERS[0])
    kept.do(e.RegistryDone("pending", NUMBERS[0]))
    kept.do(e.TicketPrinted(NUMBERS[0]))
    kept.do(e.RegistryDone("confirm", NUMBERS[0]))
    kept.credit(5_000)
    kept.do(e.EventAcknowledged(1, "Kim"))
    kept.do(e.PeriodEnded("day", "Kim"))
    kept.do(e.PeriodEnded("drop", "Kim", {"counted": 10_000}))
    kept.do(e.PeriodEnded("day", "Lee"))
    return kept


def edit(path, sql, *values):
    with closing(sqlite3.connect(path)) as db:
        changed = db.execute(sql, values).rowcount
        db.commit()
    assert changed, "the edit must do something"


def whole(path) -> list[str]:
    with closing(SeatStore(path)) as store:
        return store.self_test() + seal.broken(store._db)


def test_that_untouched_lists_keep_their_seals(worked, path):
    assert whole(path) == []


EDITS = {
    "counter": "UPDATE counter SET value = value + 1 WHERE name = 'turnover'",
    "counter, another": "INSERT INTO counter VALUES ('door_logic', 0)",
    "counter, gone": "DELETE FROM counter WHERE name = 'theory'",
    "event": "UPDATE event SET kind = 'nothing' WHERE id = 2",
    "event, time": "UPDATE event SET at = '2020-01-01T00:00:00Z' WHERE id = 1",
    "event, gone": "DELETE FROM event WHERE id = (SELECT max(id) FROM event)",
    "event, forged": "INSERT INTO event(at, kind, severity, detail) VALUES ('x', 'k', 'info', '{}')",
    "ticket": "UPDATE ticket SET cents = cents * 2",
    "ticket, state": "UPDATE ticket SET state = 'void'",
    "acknowledged": "UPDATE acknowledged SET by = 'Lee'",
    "recall": "UPDATE recall SET body = replace(body, '\"credit_before\":', '\"credit_before\":1')",
    "outbox": "INSERT INTO outbox(key, effect) VALUES ('confirm:012345678901234568', '{}')",
    "outcome, gone": "DELETE FROM outcome WHERE round = 1",
}


@pytest.mark.parametrize("what", EDITS)
def test_that_an_edit_with_another_program_is_noticed_and_named(worked, path, what):
    edit(path, EDITS[what])
    found = whole(path)
    assert any(f"'{what.split(',')[0]}'" in line for line in found), found


@pytest.mark.parametrize("name", sorted(seal.COLUMNS))
def test_that_a_seal_that_was_taken_away_is_noticed(worked, path, name):
    edit(path, "DELETE FROM seal WHERE name = ?", name)
    assert any(f"'{name}'" in line for line in whole(path))


def test_that_a_seal_moved_to_another_name_is_noticed_on_both_sides(worked, path):
    edit(path, "UPDATE seal SET name = 'x' WHERE name = 'event'")
    found = whole(path)
    assert any("'x'" in line for line in found), found
    assert any("'event'" in line for line in found), found


PERIOD_EDITS = (
    "DROP TRIGGER period_stays; UPDATE period SET by = 'x' WHERE id = 1",
    "DROP TRIGGER period_stays; UPDATE period SET meters = replace(meters, '10000', '20000') WHERE id = 2",
    "DROP TRIGGER period_remains; DELETE FROM period WHERE id = 2",
)


@pytest.mark.parametrize("sql", PERIOD_EDITS)
def test_that_a_changed_or_missing_period_is_noticed(worked, path, sql):
    trigger, change = sql.split("; ")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        made = db.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (trigger.split()[-1],)).fetchone()[
            0
        ]
        for statement in (trigger, change, made):
            db.execute(statement)
    assert any(line.startswith("period ") for line in whole(path))


def test_that_periods_cannot_be_changed_by_sql_alone(worked, path):
    with closing(sqlite3.connect(path)) as db, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute("UPDATE period SET by = 'x'")


def test_that_since_a_reading_is_now_less_that_reading(worked):
    db = worked.store._db
    last = periods.last(db, "day")
    assert (last.by, last.kind) == ("Lee", "day")
    worked.round(6, 5, 1)
    moved = periods.since(periods.all_meters(db), last.meters)
    assert {name: moved[name] for name in ("turnover", "wins", "rounds_played")} == {
        "turnover": 500,
        "wins": 1_000,
        "rounds_played": 1,
    }
    assert moved["account.notes"] == 0
    assert [found.kind for found in periods.newest(db)] == ["day", "drop", "day"]
    assert periods.newest(db)[1].detail == {"counted": 10_000, "expected": 15_000, "variance": -5_000}


def test_that_a_reading_without_rounds_between_moves_nothing(worked):
    last = periods.last(worked.store._db, "day")
    assert set(periods.since(last.meters, last.meters).values()) == {0}


def test_that_the_hours_add_up_to_the_meters(worked):
    db = worked.store._db
    worked.store.commit(Step(worked.state, (Count({"turnover": 7}), SignificantEvent("x", "fault"))), LATER)
    hours = dict(db.execute("SELECT name, sum(value) FROM hourly GROUP BY name"))
    faults = hours.pop("faults")
    assert faults == 1
    meters = periods.all_meters(db)
    assert {name: hours[name] for name in worked.store.counters()} == worked.store.counters()
    for account in ("notes", "tickets_out"):
        assert hours[account] == meters[f"account.{account}"]
    assert db.execute(
        "SELECT value FROM hourly WHERE hour = '2026-01-31T13' AND name = 'turnover'"
    ).fetchone() == (7,)


def test_that_a_commit_that_failed_moves_no_seal(worked, path):
    twice = Step(worked.state, (Count({"turnover": 1}), EndPeriod("day", "Kim"), worked.posts[0]))
    with pytest.raises(sqlite3.IntegrityError):
        worked.store.commit(twice, LATER)
    worked.do(e.Happened("after"))
    assert whole(path) == []


def test_that_a_file_of_the_first_version_is_brought_up_and_sealed(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in schema._statements(schema._VERSION_1):
            db.execute(statement)
        db.execute("INSERT INTO counter VALUES ('turnover', 500)")
        db.execute("INSERT INTO event(at, kind, severity, detail) VALUES ('x', 'power-up', 'info', '{}')")
        db.executemany(
            "INSERT INTO meter VALUES (?, 0)",
            [
                (a,)
                for a in (
                    "credit",
                    "escrow",
                    "house",
                    "notes",
                    "tickets_in",
                    "tickets_out",
                    "handpay",
                    "adjust",
                )
            ],
        )
        db.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        db.execute("PRAGMA user_version = 1")
    assert whole(path) == []
    with closing(SeatStore(path)) as store:
        assert store.counters() == {"turnover": 500}
        store.commit(Step(store.load().state, (Count({"turnover": 1}),)), LATER)
    assert whole(path) == []
    edit(path, EDITS["counter"])
    assert any("'counter'" in line for line in whole(path))


def test_that_a_seal_of_another_kind_is_refused_by_name(worked, path):
    """As where the pages of a file were exchanged: SQLite reads rows that no statement could have written."""
    worked.store.close()
    with closing(sqlite3.connect(path)) as db:
        db.executescript(
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT, ', ''), "
            "'digest BLOB NOT NULL', 'digest') WHERE name = 'seal'"
        )
    edit(path, "UPDATE seal SET digest = NULL WHERE name = 'event'")
    with pytest.raises(EnvironmentFault, match=r"the seal of 'event' is .*: expected a number and bytes"):
        SeatStore(path)
