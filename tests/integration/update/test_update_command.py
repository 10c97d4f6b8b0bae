"""`kiosk update` as a command, in a process of its own."""

import json
import os
import subprocess
import sys

import pytest

from kiosk.app.state_dir import hold_folder
from kiosk.ops.update import backup, journal
from kits.ops.update import World, books, fill_state


def kiosk(*words):
    found = subprocess.run(
        [sys.executable, "-I", "-m", "kiosk", *map(str, words)], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in found.stderr
    return found


def test_that_a_program_answers_what_it_finds_in_a_state(tmp_path):
    state = fill_state(tmp_path / "state").parent
    found = kiosk("update", "--examine", state, "--root", tmp_path)
    assert found.returncode == 0, found.stderr
    answer = json.loads(found.stdout)
    assert answer["findings"] == []
    assert answer["money"] == backup.money_of(state)


def test_that_what_a_program_finds_wrong_has_its_own_status(tmp_path):
    state = fill_state(tmp_path / "state").parent
    (tmp_path / "etc/etg-kiosk").mkdir(parents=True)
    (tmp_path / "etc/etg-kiosk/seat.toml").write_text("colour = 1\n")
    found = kiosk("update", "--examine", state, "--root", tmp_path)
    assert found.returncode == 1
    assert "seat.toml" in json.loads(found.stdout)["findings"][0]


def test_that_nobody_examines_the_state_of_a_seat_that_runs(tmp_path):
    state = fill_state(tmp_path / "state").parent
    with hold_folder(state / "seat", "seat"):
        found = kiosk("update", "--examine", state, "--root", tmp_path)
        assert found.returncode == 2
        assert "in use by a running seat" in found.stderr
        assert kiosk("update", "--examine", state, "--root", tmp_path, "--held").returncode == 0


def test_that_there_is_nothing_to_resume_where_nothing_began(tmp_path):
    found = kiosk("update", "--resume", "--root", tmp_path)
    assert (found.returncode, found.stdout) == (0, "no update was under way\n")
    assert list(tmp_path.iterdir()) == []


def test_that_a_machine_without_the_packages_is_not_updated(tmp_path):
    world = World(tmp_path / "machine")
    for words in ([world.bundle("1.1")], ["--back"]):
        found = kiosk("update", *words, "--root", world.root)
        assert found.returncode == 2
        assert "the package etg-kiosk-base is not installed" in found.stderr or "dpkg-query" in found.stderr


@pytest.mark.parametrize("words", [[], ["a", "--back"], ["--back", "--resume"]])
def test_that_one_thing_at_a_time_is_asked_for(words):
    assert kiosk("update", *words).returncode == 2


# --- odd machines ---------------------------------------------------------------------------------------------------


def test_that_a_seat_that_never_started_is_updated_too(tmp_path):
    world = World(tmp_path / "machine")
    bundle = world.bundle("1.0")
    world.put([str(world.folder / "build" / f"{name}_1.0_amd64.deb") for name in world.packages])
    world.updater().update(bundle, stop=False)
    (world.state / "seat").mkdir()
    assert world.updater().update(world.bundle("1.1"), stop=False) == "1.1"
    assert world.updater().back(stop=False) == "1.0"
    assert world.installed() == {"1.0"}


def test_that_money_behind_a_link_is_no_state_to_begin_from(world):
    away = world.folder / "away.db"
    (world.state / "seat/staff.db").rename(away)
    (world.state / "seat/staff.db").symlink_to(away)
    rows = books(world.seat_db)
    with pytest.raises(Exception, match="is a link to a file: expected the file itself"):
        world.updater().update(world.bundle("1.1"), stop=False)
    assert world.installed() == {"1.0"}
    assert books(world.seat_db) == rows


def test_that_a_lock_that_is_a_link_is_not_followed(world):
    secret = world.folder / "secret"
    secret.write_text("")
    (world.state / "seat/lock").unlink()
    (world.state / "seat/lock").symlink_to(secret)
    with pytest.raises(Exception, match="is a link: expected a file"):
        world.updater().update(world.bundle("1.1"), stop=False)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_that_the_state_stays_its_users(world):
    seat, user = world.state / "seat", 12_345
    outside = world.folder / "outside"
    outside.write_text("root's")
    for path in [seat, *seat.rglob("*")]:
        os.chown(path, user, user)
    (seat / "away").symlink_to(world.folder)
    os.link(outside, seat / "second-name")
    world.updater().update(world.bundle("2.0"), stop=False)
    world.updater().back(stop=False)
    found = {path.name: path.lstat().st_uid for path in [seat, *seat.rglob("*")]}
    assert {name for name, owner in found.items() if owner != user} <= {"away", "second-name"}
    assert outside.stat().st_uid == 0


def test_that_only_what_is_needed_is_kept(world):
    for number in range(1, 9):
        world.updater().update(world.bundle(f"1.{number}"), stop=False)
    assert {path.name for path in (world.state / "packages").iterdir()} == {"1.7", "1.8"}
    assert len(list((world.state / "backup").iterdir())) == 5
    assert {path.name for path in (world.state / "update").iterdir()} == {"last.json", "lock"}
    last = journal.read(world.state / "update/last.json")
    assert (last.source, last.target, last.step) == ("1.7", "1.8", "done")
    assert world.updater().back(stop=False) == "1.7"
