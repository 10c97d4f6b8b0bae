"""`kiosk events` as a process: lists, and follows a seat that starts again and a file that is put back."""

import json
import queue
import shutil
import signal
import sqlite3
import subprocess
import threading
from contextlib import closing, contextmanager

import pytest

from kiosk.seat.context import Step
from kiosk.seat.effects import SignificantEvent
from kiosk.store.seat_store import SeatStore
from kits import KIOSK, REPO
from kits.processes import Process

AT, LATER, LAST = "2026-01-31T12:00:00Z", "2026-01-31T13:00:00Z", "2026-01-31T14:00:00Z"
SECONDS = 30


def happen(store, kind, at=AT, severity="info", **detail):
    store.commit(Step(store.load().state, (SignificantEvent(kind, severity, detail),)), at)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "state"
    folder.mkdir()
    with closing(SeatStore(folder / "seat.db")) as store:
        happen(store, "first", number=1)
        happen(store, "second", LATER, "fault", detail="ticket 012345678901234568")
    return folder


class Following:
    """The command that follows, and its lines as they come."""

    def __init__(self, folder, *words):
        self.process = Process(
            [*KIOSK, "events", "--state", str(folder), "--follow", "--json", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=REPO,
        )
        self._lines = queue.Queue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put(json.loads(line))
        self._lines.put(None)

    def next(self):
        """The kind of the next event; None when there will be no more."""
        found = self._lines.get(timeout=SECONDS)
        return found["kind"] if found is not None else None

    def end(self, how=signal.SIGINT):
        """Ends it: status and what it said on standard error."""
        self.process.send_signal(how)
        status = self.process.wait(SECONDS)
        self._reader.join(SECONDS)
        said = self.process.stderr.read()
        return status, said


@contextmanager
def following(folder, *words):
    found = Following(folder, *words)
    try:
        yield found
    finally:
        if found.process.poll() is None:
            found.process.kill()
            found.process.wait(SECONDS)
        found._reader.join(SECONDS)
        found.process.stdout.close()
        found.process.stderr.close()


def test_that_lines_tell_time_severity_kind_and_detail(folder, kiosk):
    done = kiosk("events", "--state", folder)
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.splitlines()
    assert first.split() == [AT, "info", "first", "number:", "1"]
    assert second.endswith("ticket ••••••••••••••4568")
    assert sorted(path.name for path in folder.iterdir()) == ["seat.db"]


def test_that_kinds_severity_and_time_choose(folder, kiosk):
    def kinds(*words):
        return [
            json.loads(line)["kind"]
            for line in kiosk("events", "--state", folder, "--json", *words).stdout.splitlines()
        ]

    assert kinds("--kind", "first") == ["first"]
    assert kinds("--kind", "first", "--kind", "second") == ["first", "second"]
    assert kinds("--severity", "fault") == ["second"]
    assert kinds("--since", LATER) == ["second"]
    assert kinds("--since", "2026-02-02") == []
    assert "--since '2026': expected a day" in kiosk("events", "--state", folder, "--since", "2026").stderr


def test_that_no_terminal_obeys_an_event(folder, kiosk):
    with closing(SeatStore(folder / "seat.db")) as store:
        happen(store, "evil", detail="\x1b[2J\r\nfirst \u202e \x9b")
    done = kiosk("events", "--state", folder)
    assert len(done.stdout.splitlines()) == 3
    assert "\\x1b[2J\\r\\nfirst \\u202e \\x9b" in done.stdout


def test_that_a_detail_that_does_not_decode_is_shown_and_gives_status_1(folder, kiosk):
    with closing(sqlite3.connect(folder / "seat.db")) as db:
        db.execute("UPDATE event SET detail = '{' WHERE id = 1")
        db.commit()
    done = kiosk("events", "--state", folder)
    assert done.returncode == 1
    assert "does not decode" in done.stdout
    assert "second" in done.stdout


def test_that_new_events_are_told_as_they_are_committed(folder):
    with closing(SeatStore(folder / "seat.db")) as store, following(folder) as lines:
        assert [lines.next(), lines.next()] == ["first", "second"]
        for number in range(5):
            happen(store, f"new-{number}")
            assert lines.next() == f"new-{number}"
        assert lines.end() == (0, "")


def test_that_it_goes_on_when_the_seat_starts_again(folder):
    with following(folder) as lines:
        assert [lines.next(), lines.next()] == ["first", "second"]
        for number in range(4):
            with closing(SeatStore(folder / "seat.db")) as store:
                happen(store, f"start-{number}", LATER)
                happen(store, f"after-{number}", LATER)
            assert [lines.next(), lines.next()] == [f"start-{number}", f"after-{number}"]
        assert lines.end() == (0, "")


def test_that_it_goes_on_with_a_copy_that_is_put_back(folder, tmp_path):
    older = shutil.copy(folder / "seat.db", tmp_path / "older.db")
    with following(folder) as lines:
        assert [lines.next(), lines.next()] == ["first", "second"]
        with closing(SeatStore(folder / "seat.db")) as store:
            happen(store, "lost", LATER)
            assert lines.next() == "lost"
        older.replace(folder / "seat.db")
        with closing(SeatStore(folder / "seat.db")) as store:
            happen(store, "other", LAST)  # under the number of the one that is lost
            assert lines.next() == "other"
        assert lines.end() == (0, "")


def test_that_it_waits_for_a_file_that_is_away_and_tells_a_new_ones_events(folder):
    with following(folder) as lines:
        assert [lines.next(), lines.next()] == ["first", "second"]
        (folder / "seat.db").unlink()
        with closing(SeatStore(folder / "seat.db")) as store:
            happen(store, "new", LAST)
            assert lines.next() == "new"
        assert lines.end() == (0, "")


def test_that_a_file_that_becomes_another_programs_ends_it_in_words(folder):
    with following(folder) as lines:
        assert [lines.next(), lines.next()] == ["first", "second"]
        with closing(sqlite3.connect(folder / "other.db")) as db:
            db.execute("CREATE TABLE t(x)")
            db.commit()
        (folder / "other.db").replace(folder / "seat.db")
        assert lines.next() is None
        assert lines.process.wait(SECONDS) == 2
        said = lines.process.stderr.read()
        assert "not a seat's journal" in said
        assert "Traceback" not in said


def test_that_it_ends_by_itself_when_its_reader_has_gone(folder):
    follow = Process(
        [*KIOSK, "events", "--state", str(folder), "--follow"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=REPO,
    )
    assert "first" in follow.stdout.readline()
    follow.stdout.close()
    assert follow.wait(SECONDS) in (0, 2)  # without any new event
    assert follow.stderr.read() == ""
    follow.stderr.close()


def test_that_following_holds_up_neither_commits_nor_the_seats_end(folder):
    with following(folder) as lines:
        assert [lines.next(), lines.next()] == ["first", "second"]
        with closing(SeatStore(folder / "seat.db")) as store:
            for number in range(2_000):
                happen(store, "many", number=number)
            assert store.self_test() == []
        told = [lines.next() for _ in range(2_000)]
        assert told == ["many"] * 2_000
        assert lines.end() == (0, "")


def test_that_what_cannot_be_followed_is_said_in_words(kiosk, tmp_path):
    done = kiosk("events", "--state", tmp_path / "nowhere", "--follow")
    assert done.returncode == 2
    assert "no journal at" in done.stderr
    done = kiosk("events", "--state", tmp_path, "--severity", "bad")
    assert done.returncode == 2
