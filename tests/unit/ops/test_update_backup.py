"""Backups of a state: whole, proven, and put back whole whenever the power goes."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.ops.update import backup as b
from kiosk.ops.update.files import size_of


@pytest.fixture
def state(tmp_path):
    """A console's state: a database with a write-ahead log that is not written back, files, a folder, a link."""
    folder = tmp_path / "state/console"
    (folder / "deeper").mkdir(parents=True)
    (folder / "deeper/file").write_text("deep")
    (folder / "notes.json").write_text("{}")
    (folder / "notes.json").chmod(0o640)
    (folder / "away").symlink_to("/nowhere")
    (folder / "lock").touch()
    os.mkfifo(folder / "pipe")
    with closing(sqlite3.connect(folder / "archive.db", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE kept(value)")
        db.execute("PRAGMA user_version = 5")
        child = os.fork()
        if child == 0:  # dies with its last commit in the log alone
            other = sqlite3.connect(folder / "archive.db", isolation_level=None)
            other.execute("INSERT INTO kept VALUES ('last')")
            os._exit(0)
        os.waitpid(child, 0)
        yield folder


def kept(path):
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT value FROM kept").fetchall()


def test_that_a_backup_holds_everything_that_was_committed(state, tmp_path):
    found = b.back_up({"console": state}, tmp_path / "backup/one", "1.0", "2026-02-01T00:00:00Z")
    copy = tmp_path / "backup/one/console"
    assert kept(copy / "archive.db") == [("last",)]
    assert (copy / "deeper/file").read_text() == "deep"
    assert (copy / "notes.json").stat().st_mode & 0o777 == 0o640
    assert (copy / "away").readlink() == Path("/nowhere")
    assert not (copy / "lock").exists()
    assert found.schemas() == {"console/archive.db": 5}
    assert b.read_backup(tmp_path / "backup/one") == found
    assert size_of(copy) > 0


@pytest.mark.parametrize("name", ["console/archive.db", "console/deeper/file", "backup.json"])
def test_that_a_backup_that_was_changed_or_lost_a_file_is_found(state, tmp_path, name):
    folder = tmp_path / "backup/one"
    b.back_up({"console": state}, folder, "1.0", "2026-02-01T00:00:00Z")
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole[:-1] + b"?")
    with pytest.raises(EnvironmentFault, match=r"backup .*one: .*(changed|does not decode)"):
        b.read_backup(folder)
    (folder / name).unlink()
    with pytest.raises(EnvironmentFault, match="cannot be read"):
        b.read_backup(folder)


def test_that_a_damaged_database_makes_no_backup(tmp_path):
    folder = tmp_path / "state/console"
    folder.mkdir(parents=True)
    (folder / "archive.db").write_bytes(b"SQLite format 3\x00" + b"?" * 9000)
    with pytest.raises(EnvironmentFault, match=r"archive\.db"):
        b.back_up({"console": folder}, tmp_path / "backup/one", "1.0", "2026-02-01T00:00:00Z")
    assert not (tmp_path / "backup/one").exists()


def test_that_placing_ends_well_wherever_it_was_cut_off(tmp_path, monkeypatch):
    source = tmp_path / "source"
    for name in ("seat", "console"):
        (source / name).mkdir(parents=True)
        (source / name / "file").write_text("new")
    rename = Path.rename
    for cut in range(1, 5):
        states = {name: tmp_path / str(cut) / name for name in ("seat", "console")}
        for path in states.values():
            path.mkdir(parents=True)
            (path / "file").write_text("old")
            (path / "more").touch()
        left = iter(range(1, cut + 1))

        def cut_off(path, target, left=left, cut=cut):
            if next(left) == cut:
                raise KeyboardInterrupt
            return rename(path, target)

        monkeypatch.setattr(Path, "rename", cut_off)
        with pytest.raises(KeyboardInterrupt):
            b.place(source, states)
        monkeypatch.undo()
        b.place(source, states)
        for path in states.values():
            assert [found.name for found in path.iterdir()] == ["file"]
            assert (path / "file").read_text() == "new"
        b.clear_replaced(tmp_path / str(cut))
        assert {found.name for found in (tmp_path / str(cut)).iterdir()} == {"seat", "console"}


def test_that_a_meter_that_moved_is_named():
    assert (
        b.differences({"account.credit": 5, "turnover": 1}, {"account.credit": 5, "turnover": 1, "new": 0})
        == []
    )
    found = b.differences({"account.credit": 5}, {"account.credit": 4, "turnover": 2})
    assert found == ["meter 'account.credit' showed 5, now 4", "meter 'turnover' showed 0, now 2"]
    assert b.differences({"turnover": 5}, {}, "account.") == []
