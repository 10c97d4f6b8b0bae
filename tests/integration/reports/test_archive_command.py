"""`kiosk archive` as a process: the seat is played, archived, verified and played on."""

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from kiosk.app.state_dir import StateDir
from kiosk.seat import events as e
from kiosk.seat.context import Step
from kiosk.seat.effects import SignificantEvent
from kiosk.store import archive, seal
from kiosk.store.archive_select import KEPT
from kiosk.store.seat_store import SeatStore, connect
from kits.app.seat_play import assert_sound, audit, come_to_rest, play
from kits.store import aged_seat


@pytest.fixture
def few(monkeypatch):
    """Fewer rows stay than in life, so that a short game has something to archive."""
    for name, count in {"event": 2, "outcome": 5, "recall": 5, "ticket": 1}.items():
        monkeypatch.setitem(KEPT, name, count)


def archive_all(folder):
    """As if all that was played were old."""
    soon = [(datetime.now(UTC) + timedelta(seconds=n)).strftime("%Y-%m-%dT%H:%M:%SZ") for n in (5, 10)]
    with closing(connect(folder / "seat.db")) as db:
        seals, counts = seal.Seals(db), {}
        while (
            entry := archive.archive_old(db, folder / "archive", soon[0], seals=seals, at=soon[1])
        ) is not None:
            for name, count in entry.rows.items():
                counts[name] = counts.get(name, 0) + count
        return counts


def test_that_a_seat_is_right_after_it_and_plays_on(long_played, few):
    counts = archive_all(long_played)
    assert min(counts[name] for name in ("event", "outcome", "recall", "ticket")) > 0
    assert_sound(long_played)
    play(long_played, 20, bot_seed=6)
    come_to_rest(long_played)
    assert_sound(long_played)
    archive_all(long_played)
    assert_sound(long_played)
    with closing(SeatStore(long_played / "seat.db")) as store:
        assert store.self_test() == []
        assert seal.broken(store._db) == []


def test_that_verify_misses_what_an_archive_no_longer_proves(long_played, few, kiosk):
    archive_all(long_played)
    done = kiosk("verify", "--state", long_played, "--json")
    assert (done.returncode, json.loads(done.stdout)["findings"]) == (0, [])
    moved = shutil.move(long_played / "archive", long_played.parent / "away")
    findings = audit(long_played).findings
    assert any("has 0 files, seat.db says" in finding for finding in findings)
    assert any("recall of round" in finding and "missing" in finding for finding in findings)
    shutil.move(moved, long_played / "archive")
    (file,) = (long_played / "archive").glob("*.gz")
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert any("its hash does not fit" in finding for finding in audit(long_played).findings)


def test_that_verify_finds_a_row_that_left_seat_db_and_is_in_no_archive(long_played, few):
    archive_all(long_played)
    with closing(sqlite3.connect(long_played / "seat.db", isolation_level=None)) as db:
        db.execute("DELETE FROM recall WHERE round = (SELECT max(round) FROM recall)")
    assert any(
        "recall of round" in finding and "missing" in finding for finding in audit(long_played).findings
    )


def test_that_what_stands_behind_a_younger_event_is_not_old(long_played, kiosk):
    notes = tuple(SignificantEvent("old", "info", {"number": number}) for number in range(250))
    with closing(SeatStore(long_played / "seat.db")) as store:
        store.commit(Step(store.load().state, notes), "2020-01-01T00:00:00Z")
        store.commit(Step(store.load().state, notes), "2021-01-01T00:00:00Z")
    done = kiosk("archive", "--state", long_played)
    assert (done.returncode, done.stderr) == (0, "")
    assert "nothing is older" in done.stdout


@pytest.fixture
def old(tmp_path):
    """A seat that has events of long ago alone."""
    folder = tmp_path / "old"
    folder.mkdir()
    aged_seat.make(folder / "seat.db")
    with closing(SeatStore(folder / "seat.db")) as store:
        aged = aged_seat.Aged(store, store.load().state, aged_seat.LATELY)
        for _ in range(300):
            aged.do(e.Happened("lately", "info"))
        aged.play(400)
    return folder


def test_that_age_count_and_place_are_kept(old, kiosk, tmp_path):
    # The seat's last rounds are of 2026-05-01: with a long memory nothing is old.
    done = kiosk("archive", "--state", old, "--keep-days", "36500")
    assert "nothing is older" in done.stdout
    out = tmp_path / "elsewhere"
    done = kiosk("archive", "--state", old, "--keep-days", "1", "--out", out)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "1 files written" in done.stdout
    assert sorted(path.name for path in out.iterdir()) == ["archive-0001.jsonl.gz", "index.json"]
    assert (old / "archive").is_symlink()
    with closing(connect(old / "seat.db")) as db:
        for name in ("event", "recall", "outcome"):
            assert db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] >= KEPT[name]  # noqa: S608 - our names
    done = kiosk("archive", "--state", old, "--keep-days", "1", "--out", tmp_path / "third")
    assert done.returncode == 1
    assert "has 0 files, seat.db says 1" in done.stdout
    out.rename(tmp_path / "third")
    done = kiosk("archive", "--state", old, "--keep-days", "1", "--out", tmp_path / "third")
    assert (done.returncode, done.stderr) == (0, "")
    assert (old / "archive").resolve() == tmp_path / "third"
    assert json.loads(kiosk("report", "--state", old, "--what", "rounds").stdout)["ok"] is True


def test_that_a_folder_that_is_in_use_is_not_left_behind(old, kiosk, tmp_path):
    assert kiosk("archive", "--state", old, "--keep-days", "1").returncode == 0
    copy = shutil.copytree(old / "archive", tmp_path / "copy")
    done = kiosk("archive", "--state", old, "--keep-days", "1", "--out", copy)
    assert done.returncode == 2
    assert "Move that folder" in done.stderr


def test_that_a_seat_that_runs_is_left_alone(long_played, kiosk):
    state = StateDir(long_played)
    state.hold()
    before = (long_played / "seat.db").read_bytes()
    done = kiosk("archive", "--state", long_played, "--keep-days", "1")
    state.release()
    assert done.returncode == 2
    assert "in use by another running seat" in done.stderr
    assert (long_played / "seat.db").read_bytes() == before


def test_that_books_that_do_not_agree_are_not_touched(old, kiosk):
    with closing(sqlite3.connect(old / "seat.db", isolation_level=None)) as db:
        db.execute("DELETE FROM event WHERE id = 7")
    before = (old / "seat.db").read_bytes()
    done = kiosk("archive", "--state", old, "--keep-days", "1")
    assert done.returncode == 1
    assert "list 'event'" in done.stdout
    assert (old / "seat.db").read_bytes() == before
    assert not (old / "archive").exists()


@pytest.mark.parametrize(
    "words", [("--keep-days", "0"), ("--keep-days", "-1"), ("--state", "nowhere"), ("--keep-days", "x")]
)
def test_that_what_cannot_be_archived_is_said_in_words(kiosk, words):
    done = kiosk("archive", *words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "expected" in done.stderr
