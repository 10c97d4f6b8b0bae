"""Books of every released version of the schema, brought to today's and, where it is written, down again."""

import json
import sqlite3
from contextlib import closing

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.ops.update import backup, journal
from kiosk.ops.update.downgrade import DOWN, downgrade
from kiosk.ops.update.examine import examine
from kiosk.reports.seat_report import What, read_report
from kiosk.reports.span import Span
from kiosk.store import schema
from kiosk.store.seal import COLUMNS
from kiosk.store.seat_store import SeatStore
from kiosk.store.staff import StaffStore
from kits.ops.update import PIN, TABLES_1, World, as_schema, as_version_1, books, fill_state, play

RELEASED = range(1, schema.VERSION + 1)


def state_of(folder, version):
    """A state with books of that version, and credit on the meter: a way down must keep that too."""
    fill_state(folder)
    play(folder / "seat/seat.db", idle=False, digits=9)
    if version == 1:
        as_version_1(folder / "seat/seat.db")
    return folder


def test_that_every_version_of_the_schema_is_tried_here():
    """Whoever adds a version to the schema adds the way of making its books to this file, and a way down or none."""
    assert list(RELEASED) == [1, 2]
    assert set(DOWN) == {("seat/seat.db", 2), ("seat/registry.db", 3)}
    # What is sealed is part of the version too: books without such a seal are refused by who expects it.
    assert set(COLUMNS) == {"counter", "ticket", "event", "acknowledged", "recall", "outcome", "outbox"}


@pytest.mark.parametrize("version", RELEASED)
def test_that_books_of_every_released_version_come_up_with_every_row_and_cent(tmp_path, version):
    state = state_of(tmp_path, version)
    path = state / "seat/seat.db"
    rows, money, version_found = books(path), backup.money_of(state), backup.schema_of(path)
    assert version_found == version
    assert money["account.credit"] > 0
    for _ in range(2):  # the second start finds its work done
        found = examine(state, tmp_path / "none")
        assert (found.findings, found.money) == ((), money)
        assert books(path) == rows
    assert backup.schema_of(path) == schema.VERSION
    report = read_report(path, state / "seat/archive", Span(), tuple(What), "2026-02-01T00:00:00Z")
    assert report.findings == []
    assert {meter.name: meter.life for meter in report.meters if meter.name.startswith("account.")} == {
        name: cents for name, cents in money.items() if name.startswith("account.")
    }
    play(path, digits=10)  # the seat plays on
    assert examine(state, tmp_path / "none").findings == ()


def test_that_a_migration_that_breaks_off_leaves_the_older_version(tmp_path, monkeypatch):
    state = state_of(tmp_path, 1)
    path = state / "seat/seat.db"
    rows = books(path)
    statements = schema._statements(schema._VERSION_2)
    for count in range(1, len(statements) + 1):
        broken = "\n".join([*statements[:count], "INSERT INTO nowhere VALUES (1);\n"])
        monkeypatch.setattr(schema, "_MIGRATIONS", (schema._VERSION_1, broken))
        with pytest.raises(EnvironmentFault, match="nowhere"):
            SeatStore(path)
        assert backup.schema_of(path) == 1
        assert books(path) == rows
    monkeypatch.undo()
    assert examine(state, tmp_path / "none").findings == ()


def test_that_the_way_down_to_version_1_keeps_every_row_that_it_knew(tmp_path):
    state = state_of(tmp_path, 2)
    path = state / "seat/seat.db"
    rows = books(path)
    assert downgrade(state, {"seat/seat.db": 1})
    assert books(path) == rows
    with closing(sqlite3.connect(path)) as db, closing(sqlite3.connect(":memory:")) as fresh:
        for statement in schema._statements(schema._VERSION_1):
            fresh.execute(statement)
        assert schema._parts(db) == schema._parts(fresh)
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        assert tables == set(TABLES_1)
    assert not downgrade(state, {"seat/seat.db": 1})
    assert examine(state, tmp_path / "none").findings == ()  # and up again
    assert books(path) == rows


def test_that_there_is_no_way_down_but_a_written_one(tmp_path):
    state = state_of(tmp_path, 2)
    path = state / "seat/seat.db"
    before = path.read_bytes()
    for wanted in ({"seat/seat.db": 0}, {"seat/staff.db": 0}):
        with pytest.raises(EnvironmentFault, match="no way down without a loss"):
            downgrade(state, wanted)
    assert path.read_bytes() == before


def test_that_a_machine_goes_back_to_a_program_of_schema_1_with_what_was_booked_since(tmp_path):
    """From 2.0 to 1.0, which knows schema 1 alone, after a night of play."""
    world = World(tmp_path / "machine").set_up("1.0", 1)
    as_version_1(world.seat_db)
    before = backup.back_up(world.updater()._places.states(), world.state / "backup/then-1.0", "1.0", "then")
    assert before.schemas()["seat/seat.db"] == 1
    bundle = world.bundle("2.0")
    debs = [str(world.folder / "build" / f"{name}_2.0_amd64.deb") for name in world.packages]
    assert world._install(debs).status == 0
    world.updater().update(bundle, stop=False)  # keeps its packages
    SeatStore(world.seat_db).close()
    done = journal.Entry(journal.Action.UPDATE, journal.Step.DONE, "1.0", "2.0", "then-1.0", "then")
    journal.write(world.state / "update/last.json", done)
    play(world.seat_db, digits=11)
    rows, money = books(world.seat_db), world.money()
    assert world.updater().back(stop=False) == "1.0"
    assert world.installed() == {"1.0"}
    assert backup.schema_of(world.seat_db) == 1
    assert (books(world.seat_db), world.money()) == (rows, money)
    kept = sorted(path.name for path in (world.state / "backup").iterdir())
    assert len(kept) == 2, "the state with its seals, hours and readings stays in the backup"


def test_that_the_examination_finds_what_a_start_would(tmp_path):
    state = fill_state(tmp_path).parent
    found = examine(state, tmp_path / "none")
    assert found.findings == ()
    assert found.money == backup.money_of(state)
    with closing(StaffStore(state / "seat/staff.db")) as staff:
        assert [member.name for member in staff.users()] == ["Kim"]
    assert PIN not in json.dumps(found.money)
    (state / "seat/staff.key").unlink()
    (state / "seat/registry.db").write_bytes(b"SQLite format 3\x00 and no more")
    told = examine(state, tmp_path / "none").findings
    assert any("staff" in line for line in told)
    assert any("registry" in line for line in told)


def test_that_a_newer_schema_is_left_as_it_is(tmp_path):
    state = state_of(tmp_path, 2)
    path = state / "seat/seat.db"
    with as_schema(3):
        SeatStore(path).close()
    before = path.read_bytes()
    assert any("version 3" in line for line in examine(state, tmp_path / "none").findings)
    assert path.read_bytes() == before
