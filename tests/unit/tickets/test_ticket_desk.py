import sqlite3
import threading
from datetime import date
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from kiosk.tickets.registry import (
    Done,
    GamingDay,
    Paid,
    RegistryFault,
    Sum,
    TicketState,
    at_desk,
    gaming_day,
)
from kiosk.tickets.sqlite import SqliteRegistry

AT = "2026-11-28T10:00:00Z"
ANNA = at_desk("1", "cashier-1", "a")


@pytest.mark.parametrize("parts", [("", "a", "b"), ("1", "a/b", "c"), ("1", "a", " "), ("1", "a\n", "c")])
def test_that_names_at_the_desk_are_whole(parts):
    with pytest.raises(ValueError, match="name at the desk"):
        at_desk(*parts)


@pytest.mark.parametrize("sql", ["UPDATE action SET who = 'nobody'", "DELETE FROM action"])
def test_that_a_step_that_is_kept_is_never_changed(registry, issued, sql):
    with pytest.raises(sqlite3.IntegrityError, match="an action is never"):
        registry._db.execute(sql)


def test_that_one_of_many_cashiers_pays(path, registry, issued):
    start, paid = threading.Barrier(6), []

    def run(n):
        own = SqliteRegistry(path, lambda: AT)
        start.wait()
        answer = own.pay(issued.number, at_desk(str(n), "cashier", "x"), AT)
        own.close()
        paid.extend([answer] if isinstance(answer, Paid) else [])

    threads = [threading.Thread(target=run, args=(n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert paid == [Paid(issued.number, issued.cents)]


def test_that_a_gaming_day_has_the_hours_that_the_clock_gives_it():
    zone = ZoneInfo("Europe/Vienna")
    assert gaming_day(date(2026, 11, 28), zone, 6) == GamingDay(
        "2026-11-28T05:00:00Z", "2026-11-29T05:00:00Z"
    )
    assert gaming_day(date(2026, 10, 24), zone, 6) == GamingDay(
        "2026-10-24T04:00:00Z", "2026-10-25T05:00:00Z"
    )


# --- a file of version 1 --------------------------------------------------------------------------------------------


@pytest.fixture
def version_1(path):
    """As version 1 wrote it: one ticket in each state."""
    db = sqlite3.connect(path)
    db.executescript(Path(__file__).with_name("registry_version_1.sql").read_text())
    db.close()
    return path


def numbers_of(path):
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT number, state, cents FROM ticket ORDER BY id").fetchall()
    db.close()
    return rows


def test_that_a_file_of_version_1_becomes_one_of_today_with_every_ticket(version_1):
    before = numbers_of(version_1)
    registry = SqliteRegistry(version_1)
    assert numbers_of(version_1) == before
    held = registry.look_up(before[2][0])
    assert (held.state, held.by) == (TicketState.RESERVED, "12/07/2abc")
    assert registry.redeem(before[2][0], "12/07/2abc") == Done(before[2][0])
    assert registry.pay(before[1][0], ANNA, AT) == Paid(before[1][0], 2_000)
    yesterday = GamingDay("2026-11-27T00:00:00Z", "2026-11-28T00:00:00Z")
    found = registry.liability(yesterday)
    assert (found.issued, found.open_after) == (Sum(3, 9_000), Sum(3, 9_000))
    assert len(registry.actions(yesterday)) == 5 + 3 + 1
    for number, _, _ in before:
        record = registry.look_up(number)
        kept = registry._db.execute("SELECT max(step) FROM action WHERE number = ?", (number,)).fetchone()[0]
        assert kept == record.steps
    registry.close()
    SqliteRegistry(version_1).close()


def test_that_a_migration_that_breaks_off_leaves_version_1(version_1, monkeypatch):
    before = version_1.read_bytes()
    monkeypatch.setattr("kiosk.tickets.schema._KEPT", "no statement")
    with pytest.raises(RegistryFault, match="syntax error"):
        SqliteRegistry(version_1)
    assert numbers_of(version_1)
    db = sqlite3.connect(version_1)
    assert db.execute("PRAGMA user_version").fetchone()[0] == 1
    db.close()
    assert len(version_1.read_bytes()) == len(before)
