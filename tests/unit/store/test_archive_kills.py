"""The archiving is killed at every one of its steps: no row is lost, none is there twice, and the next run ends it."""

import shutil
import signal
from contextlib import closing

import pytest

from kiosk.store import archive, seal
from kiosk.store.archive_files import read_file, read_index
from kiosk.store.seat_store import SeatStore, connect
from kits import program, surroundings
from kits.processes import run_process
from kits.store import aged_seat

STEPS = (
    "half of the file",
    "file written",
    "file in its place",
    "read back",
    "half of the index",
    "index written",
    "index in its place",
    "event deleted",
    "acknowledged deleted",
    "ticket deleted",
    "outcome deleted",
    "recall deleted",
    "before the commit",
    "committed",
)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("aged") / "seat.db"
    aged_seat.make(path)
    return path


def archive_and_die(path, folder, number):
    done = run_process(
        program("kits.store.aged_seat", path, folder, number),
        capture_output=True,
        text=True,
        check=False,
        env=surroundings(),
    )
    assert done.returncode in (-signal.SIGKILL, 0), done.stderr
    return done.stdout.splitlines(), done.returncode


def whole(path, folder):
    """All rows in seat.db and the archive, each once, and whether the seat starts."""
    with closing(SeatStore(path)) as store:
        assert store.self_test() == []
        assert seal.broken(store._db) == []
        db = store._db
        entries = archive.check_chain(db, folder)
        rows = {
            name: [row for row in found if row[2:3] != ("archived",)]
            for name, found in aged_seat.lists(db).items()
        }
        waits = len(entries) > archive.anchor_of(db).number
        for entry in entries:
            for name, found in read_file(folder, entry).items():
                if waits and entry is entries[-1]:
                    assert set(found) <= set(rows[name]), (
                        "a file is named whose rows have left before their time"
                    )
                else:
                    assert not set(found) & set(rows[name]), f"{name} is here and there"
                    rows[name] += found
        return {name: sorted(found) for name, found in rows.items()}


@pytest.mark.parametrize("number", range(1, len(STEPS) + 1))
def test_that_a_kill_at_any_step_loses_nothing_and_doubles_nothing(made, tmp_path, number):
    path, folder = shutil.copy(made, tmp_path / "seat.db"), tmp_path / "archive"
    with closing(connect(path)) as db:
        before, books = aged_seat.lists(db), aged_seat.books(db)
    told, status = archive_and_die(path, folder, number)
    assert status == -signal.SIGKILL
    assert tuple(told) == STEPS[:number]
    assert whole(path, folder) == before
    told, status = archive_and_die(path, folder, 1_000)
    assert status == 0
    assert whole(path, folder) == before
    with closing(connect(path)) as db:
        assert aged_seat.books(db) == books
        assert archive.anchor_of(db).number == len(read_index(folder)) == 1
    assert sorted(found.name for found in folder.iterdir()) == ["archive-0001.jsonl.gz", "index.json"]


def test_that_kills_one_after_another_lose_nothing(made, tmp_path):
    path, folder = shutil.copy(made, tmp_path / "seat.db"), tmp_path / "archive"
    with closing(connect(path)) as db:
        before = aged_seat.lists(db)
    for number in (1, 3, 6, 7, 4, 1):
        archive_and_die(path, folder, number)
        assert whole(path, folder) == before
