"""Old rows leave seat.db for the archive: nothing is lost, nothing is there twice, and the books stay as they are."""

import gzip
import shutil
import sqlite3
from contextlib import closing

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.seat import events as e
from kiosk.seat.state import SEEN_LENGTH
from kiosk.store import archive, archive_files, archive_select, seal
from kiosk.store.seat_store import SeatStore, connect
from kiosk.tickets.number import check_digit
from kits.store.aged_seat import BEFORE, FEW, LATELY, NOW, OLD, Aged, books, few_kept, lists, make


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("aged") / "seat.db"
    make(path)
    return path


@pytest.fixture
def path(made, tmp_path):
    return shutil.copy(made, tmp_path / "seat.db")


@pytest.fixture
def db(path):
    with few_kept(), closing(connect(path)) as db:
        yield db


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "archive"


def run(db, folder, before=BEFORE, **words):
    return archive.archive_old(db, folder, before, seals=seal.Seals(db), at=NOW, **words)


def all_rows(db, folder):
    """Every row in seat.db or the archive; a row that is in both is the same in both."""
    found = {}
    for name, kept in lists(db).items():
        archived = list(archive.archived_rows(db, folder, name))
        assert len(archived) == len(set(archived)), f"{name} is in the archive twice"
        found[name] = sorted({row for row in kept if row[2:3] != ("archived",)} | set(archived))
    return found


def test_that_old_rows_move_and_the_books_stay(db, folder, path):
    before, kept = lists(db), books(db)
    entry = run(db, folder)
    after = lists(db)
    assert books(db) == kept
    assert {name: count for name, count in entry.rows.items() if count} == entry.rows
    assert set(entry.rows) == {"event", "acknowledged", "recall", "outcome", "ticket"}
    for name, rows in archive_files.read_file(folder, entry).items():
        assert len(rows) == entry.rows[name]
        assert set(rows) == set(map(tuple, before[name])) - set(map(tuple, after[name])), name
    assert all_rows(db, folder) == before
    assert seal.broken(db) == []
    with closing(SeatStore(path)) as store:
        assert store.self_test() == []


def test_that_only_old_rows_go_and_enough_of_the_newest_stay(db, folder):
    total = {name: len(rows) for name, rows in lists(db).items()}
    run(db, folder, before="2026-06-01T00:00:00Z")
    kept = lists(db)
    events = [row for row in kept["event"] if row[2:3] != (archive.ARCHIVED,)]
    assert len(events) >= FEW["event"]
    assert len(kept["ticket"]) >= FEW["ticket"]
    # A round can be void afterwards a hundred rounds back: that is more than the few of this test.
    assert min(row[0] for row in kept["recall"]) == 151  # 150 was not played
    assert len(kept["outcome"]) == 101 < total["outcome"]


def test_that_the_numbers_that_count_are_those_of_the_screens():
    from kiosk.store.lists import SHOWN

    kept = archive_select.KEPT
    assert {name: kept[name] for name in ("recall", "outcome", "event")} == {
        name: SHOWN[name] for name in ("recall", "outcome", "event")
    }
    assert kept["ticket"] * 2 == SHOWN["ticket"]


def test_that_nothing_moves_when_nothing_is_old_or_enough(db, folder, path):
    assert run(db, folder, before=OLD) is None
    assert not folder.exists()
    with closing(connect(path)) as other:
        archive_select.KEPT.update(event=10_000, outcome=10_000, recall=10_000, ticket=10_000)
        assert run(other, folder) is None


def test_that_a_second_run_moves_nothing_more(db, folder):
    assert run(db, folder) is not None
    assert run(db, folder) is None


def test_that_the_same_rows_give_the_same_bytes(made, tmp_path):
    files = []
    for name in ("one", "two"):
        path = shutil.copy(made, tmp_path / f"{name}.db")
        with few_kept(), closing(connect(path)) as db:
            entry = run(db, tmp_path / name)
            files.append((tmp_path / name / entry.file).read_bytes())
    assert files[0] == files[1]
    assert gzip.decompress(files[0]).count(b"\n") == entry.total


def test_that_the_archive_can_be_read_by_its_owner_alone(db, folder):
    entry = run(db, folder)
    assert (folder / entry.file).stat().st_mode & 0o077 == 0
    assert folder.stat().st_mode & 0o077 == 0


def test_that_a_running_seat_goes_on_after_it(path, folder):
    with few_kept(), closing(SeatStore(path)) as store:
        aged = Aged(store, store.load().state, LATELY)
        assert archive.archive_old(store._db, folder, BEFORE, seals=store._seals, at=NOW) is not None
        aged.play(3)
        aged.do(e.Happened("after", "info"))
        aged.do(e.EventAcknowledged(5, "Lee"))  # of an event that is archived
        assert store.self_test() == []
        assert seal.broken(store._db) == []
        assert archive.archive_old(store._db, folder, BEFORE, seals=store._seals, at=NOW).rows == {
            "acknowledged": 1
        }
        aged.play(1)
        assert store.self_test() == []
        assert seal.broken(store._db) == []
        assert [round_.round for round_ in store.recalled(3)] == sorted(
            (number for number in range(1, aged.number + 1) if number % 3), reverse=True
        )[:3]


def test_that_a_seat_knows_every_ticket_that_it_has_credited_whatever_has_left_for_the_archive(
    tmp_path, folder
):
    """A copy of one, by a registry that has forgotten it, would be credited again. What it knows is the journal."""
    with few_kept(), closing(SeatStore(tmp_path / "seat.db")) as store:
        aged = Aged(store)
        for event in (e.Restarted(), e.LinkUp(), e.AcceptorReady("acceptor")):
            aged.do(event)
        numbers = [number + check_digit(number) for number in (f"{9_000 + n:017}" for n in range(60))]
        for number in numbers:
            aged.do(e.TicketOffered("acceptor", f"of {number}", number))
            aged.do(e.TicketGood(f"of {number}", number, 100))
            aged.do(e.TicketIn("acceptor", f"of {number}", number))
            aged.do(e.RegistryDone("redeem", number))
        aged.at = LATELY
        aged.play(2)
        while store.archive(folder, BEFORE, NOW):
            pass
        gone = set(numbers) - {kept.number for kept in store.tickets("in", 1_000)}
        assert gone == set(numbers[:-SEEN_LENGTH])  # the state names the newest itself
        assert [number for number in numbers if not store.has_taken(number)] == []
        never = "9" * 17
        assert not store.has_taken(never + check_digit(never))
        asked = []
        store._db.set_trace_callback(asked.append)
        store.has_taken(numbers[0])
        store._db.set_trace_callback(None)
        plans = [store._db.execute(f"EXPLAIN QUERY PLAN {sql}").fetchall() for sql in asked]
        assert ["USING COVERING INDEX" in plan[0][3] for plan in plans] == [True]  # a long journal is no wait


def test_that_a_commit_after_it_takes_no_number_of_an_archived_event(path, folder):
    with few_kept(), closing(SeatStore(path)) as store:
        highest = store.events(1)[0].id
        archive.archive_old(store._db, folder, BEFORE, seals=store._seals, at=NOW)
        Aged(store, store.load().state, LATELY).do(e.Happened("after", "info"))
        assert store.events(1)[0].id == highest + 2  # between them is the one that tells of the archive


# --- clocks -----------------------------------------------------------------------------------------------------------


def dated(db, sql, *values):
    """The clock was wrong when this was written."""
    triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in triggers:
        db.execute(f"DROP TRIGGER {name}")
    assert db.execute(sql, values).rowcount == 1
    for _, made in triggers:
        db.execute(made)
    seal.make(db)


def test_that_a_clock_that_was_once_far_back_makes_no_event_old(db, folder):
    newest = db.execute("SELECT max(id) FROM event").fetchone()[0]
    number = db.execute("SELECT min(id) FROM event WHERE at = ?", (LATELY,)).fetchone()[0] + 1
    dated(db, "UPDATE event SET at = '1970-01-01T00:00:00Z' WHERE id = ?", number)
    run(db, folder)
    kept = {row[0] for row in lists(db)["event"]}
    assert set(range(number, newest + 1)) <= kept


def test_that_a_clock_that_was_once_far_ahead_holds_nothing_back(db, folder):
    dated(db, "UPDATE event SET at = '2099-01-01T00:00:00Z' WHERE id = 2")
    dated(db, "UPDATE txn SET at = '2099-01-01T00:00:00Z' WHERE id = 2")
    entry = run(db, folder)
    assert entry.rows["event"] > 10
    assert entry.rows["recall"] > 10
    assert 2 in {row[0] for row in lists(db)["event"]}


def test_that_a_settlement_with_a_time_far_back_makes_no_round_old(db, folder):
    (number,) = db.execute("SELECT max(round) FROM txn WHERE kind = 'settle' AND round < 150").fetchone()
    dated(db, "UPDATE txn SET at = '1970-01-01T00:00:00Z' WHERE kind = 'settle' AND round = ?", number)
    run(db, folder)
    kept = lists(db)
    assert number in {row[0] for row in kept["recall"]}
    assert number in {row[0] for row in kept["outcome"]}


def test_that_a_seat_that_nobody_has_played_since_keeps_the_outcomes_that_it_cannot_date(db, folder):
    (last,) = db.execute("SELECT max(round) FROM txn WHERE at < ?", (BEFORE,)).fetchone()
    run(db, folder)
    assert {row[0] for row in lists(db)["outcome"]} >= set(range(last, 251))


# --- what is wrong with an archive ------------------------------------------------------------------------------------


def refused(db, folder, words):
    before = lists(db)
    with pytest.raises(EnvironmentFault, match=words):
        run(db, folder, before="2026-06-01T00:00:00Z")
    assert lists(db) == before
    assert seal.broken(db) == []


def test_that_another_folder_than_the_last_one_is_refused(db, folder, tmp_path):
    run(db, folder)
    refused(db, tmp_path / "other", "has 0 files, seat.db says 1")


def test_that_the_archive_of_another_seat_is_refused(db, folder):
    entry = run(db, folder)
    foreign = archive_files.Entry(
        **{**{n: getattr(entry, n) for n in entry.__struct_fields__}, "seat": "12/08"}
    )
    foreign = archive_files.Entry(
        **{
            **{n: getattr(foreign, n) for n in foreign.__struct_fields__},
            "hash": archive_files.chained(foreign),
        }
    )
    archive_files.write_index(folder, (foreign,), lambda _: None)
    refused(db, folder, "is of seat 12/08, expected one of seat 12/07")


INDEX_EDITS = {
    "cut": (lambda text: text[:-30], "is damaged"),
    "no json": (lambda _: b"\xff\xfe\x00", "is damaged"),
    "rows": (lambda text: text.replace(b'"event": ', b'"event": 1'), "was changed: its hash does not fit"),
    "number": (lambda text: text.replace(b'"number": 1', b'"number": 2'), "does not follow"),
    "empty": (lambda _: b'{"archives": []}', "has 0 files, seat.db says 1"),
    "more": (lambda text: text.replace(b'{\n "archives"', b'{"more": 1,\n "archives"'), "is damaged"),
}


@pytest.mark.parametrize("what", INDEX_EDITS)
def test_that_a_changed_index_is_refused_and_named(db, folder, what):
    change, words = INDEX_EDITS[what]
    run(db, folder)
    path = folder / archive_files.INDEX
    text = path.read_bytes()
    assert change(text) != text
    path.write_bytes(change(text))
    refused(db, folder, words)


def test_that_a_forged_archive_is_refused_because_seat_db_knows_its_hash(db, folder):
    entry = run(db, folder)
    rows = archive_files.read_file(folder, entry)
    rows["event"] = rows["event"][1:]
    sha256 = archive_files.write_file(folder, 1, rows, lambda _: None)
    words = {n: getattr(entry, n) for n in entry.__struct_fields__}
    words |= {"sha256": sha256, "rows": {name: len(found) for name, found in rows.items()}}
    forged = archive_files.Entry(**words)
    forged = archive_files.Entry(**(words | {"hash": archive_files.chained(forged)}))
    archive_files.write_index(folder, (forged,), lambda _: None)
    refused(db, folder, "has another hash")


@pytest.mark.parametrize(
    "change", [lambda body: body[:-1], lambda body: body[:40] + b"x" + body[41:], lambda _: b""]
)
def test_that_a_changed_file_is_found(db, folder, change):
    entry = run(db, folder)
    path = folder / entry.file
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(EnvironmentFault, match=r"archive-0001.jsonl.gz was changed: its hash does not fit"):
        list(archive.archived_rows(db, folder, "event"))
    (found,) = archive.put_back(db, folder)
    assert "archive-0001.jsonl.gz was changed" in found


def test_that_a_file_that_is_gone_is_found(db, folder):
    entry = run(db, folder)
    (folder / entry.file).unlink()
    with pytest.raises(EnvironmentFault, match="cannot be read"):
        list(archive.archived_rows(db, folder, "event"))


def test_that_a_folder_that_cannot_be_written_leaves_every_row(db, folder):
    folder.write_bytes(b"")
    refused(db, folder, "cannot be")


def test_that_rows_put_back_into_a_copy_give_the_whole_again(db, folder):
    before = lists(db)
    run(db, folder)
    assert archive.put_back(db, folder) == []
    after = lists(db)
    after["event"] = [row for row in after["event"] if row[2:3] != (archive.ARCHIVED,)]
    assert after == before


def test_that_a_newer_version_of_an_archived_row_counts(db, folder):
    run(db, folder)
    db.execute("INSERT INTO outcome VALUES (5, 'newer')")
    archive.put_back(db, folder)
    assert db.execute("SELECT body FROM outcome WHERE round = 5").fetchone() == ("newer",)


def test_that_a_commit_that_fails_leaves_every_row_and_is_finished_by_the_next_run(db, folder):
    before = lists(db)

    def fail(step):
        if step == "before the commit":
            raise sqlite3.OperationalError("disk I/O error")

    with pytest.raises(sqlite3.OperationalError):
        run(db, folder, reached=fail)
    assert lists(db) == before
    assert seal.broken(db) == []
    assert run(db, folder).number == 1
    assert all_rows(db, folder) == before
    assert run(db, folder) is None


def test_that_a_row_that_changed_since_an_interrupted_run_stays_as_it_is_now(path, folder):
    def fail(step):
        if step == "index in its place":
            raise KeyboardInterrupt

    with few_kept(), closing(SeatStore(path)) as store:
        db = store._db
        with pytest.raises(KeyboardInterrupt):
            archive.archive_old(db, folder, BEFORE, seals=store._seals, at=NOW, reached=fail)
        (number,) = db.execute("SELECT min(round) FROM recall").fetchone()
        store._seals.remove("recall", db.execute("SELECT round, body FROM recall WHERE round = 1").fetchone())
        db.execute("UPDATE recall SET body = body || ' ' WHERE round = ?", (number,))
        store._seals.add("recall", db.execute("SELECT round, body FROM recall WHERE round = 1").fetchone())
        archive.archive_old(db, folder, BEFORE, seals=store._seals, at=NOW)
        kept = db.execute("SELECT body FROM recall WHERE round = ?", (number,)).fetchone()
        assert kept[0].endswith(" ")
        assert seal.broken(db) == []
