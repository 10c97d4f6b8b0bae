"""Updates on a machine in a folder: taken, refused, taken back."""

import json
import sqlite3
from contextlib import closing
from importlib.resources import files

import msgspec
import pytest

from kiosk.app.state_dir import ConsoleDir
from kiosk.book.archive import Archive
from kiosk.faults import EnvironmentFault
from kiosk.games.game import Fact
from kiosk.ops.update.backup import read_backup
from kiosk.ops.update.places import CONSOLE
from kiosk.ops.update.unknown import unknown_fields, unknown_records
from kiosk.seat import events as e
from kiosk.store import checkpoint
from kiosk.store.kinds import FORMS
from kiosk.store.periods import DAY
from kiosk.store.seat_store import SeatStore
from kiosk.table import keys
from kiosk.table.log import Entry
from kiosk.table.records import DeskRecorded, HandsMoved, encode
from kits.ops.update import Played, as_schema, books, play


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


def checkpointed(path):
    """A day is closed, and with it a checkpoint is booked."""
    with closing(SeatStore(path)) as store:
        seat = Played(store, store.load().state)
        seat.do(e.Restarted())
        seat.do(e.PeriodEnded(DAY, "Kim"))
    assert "sealed" in kinds(path)


def backed_up_before(world, what, unknown, *, says):
    """The backup becomes one of a version that knew nothing so named, or did not say what it knew; answers the old."""
    (kept,) = (world.state / "backup").glob("*/backup.json")
    was, body = read_backup(kept.parent), json.loads(kept.read_text())
    body[what] = [name for name in body[what] if not name.startswith(unknown)]
    if not says:
        del body[what]
    kept.write_text(json.dumps(body))
    return was


def refuses_the_way_back(world, match):
    """Nothing is begun, and everything stays as it was."""
    rows, money = books(world.seat_db), world.money()
    with pytest.raises(EnvironmentFault, match=match):
        world.updater().back(stop=True)
    assert world.installed() == {"1.1"}
    assert (books(world.seat_db), world.money()) == (rows, money)
    assert len(list((world.state / "backup").iterdir())) == 1, "nothing was begun"


def kinds(path):
    with closing(sqlite3.connect(path)) as db:
        return {kind for (kind,) in db.execute("SELECT kind FROM txn")}


@pytest.mark.parametrize("says", [True, False])
def test_that_the_way_back_is_refused_once_a_checkpoint_is_booked_that_the_version_before_does_not_know(
    world, monkeypatch, says
):
    monkeypatch.setattr(checkpoint, "LEAST", 1)
    with monkeypatch.context() as older:
        older.delitem(FORMS, "sealed")
        world.updater().update(world.bundle("1.1"), stop=False)
    backed_up_before(world, "kinds", "sealed", says=says)
    checkpointed(world.seat_db)
    refuses_the_way_back(world, r"of the kind 'sealed', which version 1\.0 does not know")


def test_that_the_way_back_is_open_where_the_version_before_knows_checkpoints(world, monkeypatch):
    monkeypatch.setattr(checkpoint, "LEAST", 1)
    world.updater().update(world.bundle("1.1"), stop=False)
    checkpointed(world.seat_db)
    rows = books(world.seat_db)
    assert world.updater().back(stop=False) == "1.0"
    assert books(world.seat_db) == rows


def hands(path):
    """The rounds that the seat keeps for recall, as if it had seen cards in the last of them; its number."""
    own = msgspec.json.encode((Fact("card", ("Kh",), "07", "07"),)).decode()
    with closing(sqlite3.connect(path)) as db, db:
        assert not db.execute("SELECT 1 FROM recall WHERE body LIKE '%\"own\"%'").fetchall()
        ((last,),) = db.execute("SELECT max(round) FROM recall")
        db.execute("UPDATE recall SET body = json_set(body, '$.own', json(?)) WHERE round = ?", (own, last))
    return last


@pytest.mark.parametrize("says", [True, False])
def test_that_the_way_back_is_refused_with_a_hand_in_recall_that_the_version_before_cannot_read(world, says):
    world.updater().update(world.bundle("1.1"), stop=False)
    known = backed_up_before(world, "recalled", "own", says=says)
    last = hands(world.seat_db)
    assert unknown_fields(known, world.state) == {}
    refuses_the_way_back(world, rf"round {last} .* the field 'own', which version 1\.0 does not know")


def archive_with_moved_hands(world):
    """A console's archive in which whole hands were moved in round 7; and what is no record."""
    path = ConsoleDir(world.state / CONSOLE).archive
    path.parent.mkdir()
    moved = HandsMoved(round=7, fact="card", boxes={"01": "02", "02": "01"}, by="Mia", authorised_by="Ng")
    key = f"{keys.rounds('12')}7/9"
    with closing(Archive(path, "12")) as archive:
        archive.add(
            [Entry(1, key, encode(moved) + b"\n12.console signature"), Entry(2, f"{key}0", b"no record")]
        )


@pytest.mark.parametrize("says", [True, False])
def test_that_the_way_back_is_refused_with_a_record_that_the_version_before_cannot_read(world, says):
    world.updater().update(world.bundle("1.1"), stop=False)
    known = backed_up_before(world, "records", "HandsMoved.", says=says)
    archive_with_moved_hands(world)
    assert unknown_records(known, world.state) == {}
    refuses_the_way_back(
        world, r"round 7 in the console's archive .* 'HandsMoved\.\w+', which version 1\.0 does"
    )


@pytest.mark.parametrize("in_turn", [True, False])
def test_that_the_way_back_is_refused_with_a_shoe_of_stud_that_was_dealt_in_turn(world, in_turn):
    """No field shows it: a console of before would take such a deal for none, and its round for nothing."""
    world.updater().update(world.bundle("1.1"), stop=False)
    known = backed_up_before(world, "records", "FactsEntered.in-turn", says=in_turn)
    kept = files("kits.games").joinpath("data/stud-shoe-hand-by-hand.txt").read_text("utf-8")
    lines = [line.split(" ", 2) for line in kept.splitlines()]
    if in_turn:
        down, opens = (
            [line for line in lines if f'"dealer","audience":"{who}"' in line[2]]
            for who in ("nobody", "table")
        )
        lines = [*lines[: lines.index(opens[0])], *down[:3], opens[0], down[3]]
    path = ConsoleDir(world.state / CONSOLE).archive
    path.parent.mkdir()
    with closing(Archive(path, "12")) as archive:
        archive.add([Entry(at, key, value.encode()) for at, (_, key, value) in enumerate(lines, 1)])
    assert unknown_records(known, world.state) == {}
    if in_turn:
        refuses_the_way_back(world, r"round 1 in the console's archive .* 'FactsEntered\.in-turn', which")
    else:
        assert unknown_records(msgspec.structs.replace(known, records=()), world.state) == {}, (
            "a console of before dealt it"
        )


def test_that_a_new_shoe_on_record_leaves_the_way_back_open(world):
    """A console of before reads the record, as one of something that was done at the desk."""
    world.updater().update(world.bundle("1.1"), stop=False)
    known = backed_up_before(world, "records", "HandsMoved.", says=False)
    path = ConsoleDir(world.state / CONSOLE).archive
    path.parent.mkdir()
    new = DeskRecorded(number=1, what="new-shoe", by="Mia", at="2026-01-31T12:00:00Z", round=7)
    with closing(Archive(path, "12")) as archive:
        archive.add([Entry(1, keys.desk_record("12", 1), encode(new))])
    assert unknown_records(known, world.state) == {}
