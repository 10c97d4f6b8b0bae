"""What commands do to staff stands in the seat's journal, once, whatever dies: real processes and real books."""

import json
import os
import signal
import subprocess
import sys
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kiosk.app.state_dir import StateDir
from kiosk.ops.update import backup
from kiosk.seat.roles import ActKind, StaffAct
from kiosk.store.staff import StaffStore
from kiosk.store.staff_acts import StaffActs
from kits import KIOSK
from kits.processes import Process, run_process
from kits.seat.staff import PINS, QUICK, filled

WRONG = "918273"
WITHIN_S = 120
OURS = ("staff-", "seat-")
UNLOCKED = ["staff-command-begun", "staff-logged-in", "staff-unlocked", "staff-logged-out"]


def kiosk(*words, typed="", before=""):
    """The command as a process that does ``before`` first; its exit status, output and errors."""
    code = f"import os, signal, sys\n{before}\nfrom kiosk.cli import main\nsys.exit(main({[str(w) for w in words]!r}))"
    done = run_process(
        [sys.executable, "-c", code],
        input=typed,
        capture_output=True,
        text=True,
        timeout=WITHIN_S,
        check=False,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


def staff(folder, *words, **more):
    return kiosk("staff", "--state", folder, *words, **more)


def seat(folder, rounds=1, **more):
    """A seat without a screen plays so many rounds, and ends."""
    return kiosk(
        "demo",
        "--headless",
        "--state",
        folder,
        "--rounds",
        rounds,
        "--seed",
        7,
        "--betting-seconds",
        5,
        **more,
    )


def events(folder):
    """Kind and detail of what the journal holds of staff and of set-ups, oldest first."""
    status, out, err = kiosk("events", "--json", "--state", folder)
    assert (status, err) == (0, "")
    found = [json.loads(line) for line in out.splitlines()]
    return [(one["kind"], one["detail"]) for one in found if one["kind"].startswith(OURS)]


def kinds(folder):
    return [kind for kind, _ in events(folder)]


@pytest.fixture
def folder(tmp_path):
    """A seat with staff and an attendant who is locked out."""
    (tmp_path / "seat").mkdir()
    kept = filled(tmp_path / "seat/staff.db")

    def guess(store):
        for _ in range(3):
            store.log_in("Abe", WRONG, None, datetime.now(UTC))

    kept.ask(guess)
    return tmp_path / "seat"


# --- taken over -----------------------------------------------------------------------------------------------------


def test_that_every_act_of_the_commands_stands_in_the_journal_with_time_name_and_by(tmp_path):
    began = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    assert staff(tmp_path, "add-first", "Ng", typed=PINS["Ng"] + "\n")[0] == 0
    assert staff(tmp_path, "unlock", "Ng", "--as", "Ng", typed=WRONG + "\n")[0] == 1
    assert staff(tmp_path, "unlock", "Ng", "--as", "Ng", typed=PINS["Ng"] + "\n")[0] == 0
    assert staff(tmp_path, "unlock", "Eve", "--as", "Ng", typed=PINS["Ng"] + "\n")[0] == 1
    ended = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    assert seat(tmp_path)[0] == 0
    found = events(tmp_path)
    short = [(kind, detail.get("name", ""), detail.get("by", "")) for kind, detail in found]
    assert short == [
        ("staff-command-begun", "Ng", ""),
        ("staff-first-made", "Ng", ""),
        ("staff-command-begun", "Ng", ""),
        ("staff-refused", "Ng", ""),
        ("staff-command-begun", "Ng", ""),
        ("staff-logged-in", "Ng", "Ng"),
        ("staff-unlocked", "Ng", "Ng"),
        ("staff-logged-out", "Ng", "Ng"),
        ("staff-command-begun", "", ""),
        ("staff-logged-in", "Ng", "Ng"),
        ("staff-logged-out", "Ng", "Ng"),
        ("staff-command-failed", "", ""),
    ]
    assert {detail["source"] for _, detail in found} == {"command"}
    assert all(began <= detail["at"] <= ended for _, detail in found)
    assert [detail["command"] for kind, detail in found if kind == "staff-command-begun"] == [
        "add-first",
        *["unlock"] * 3,
    ]
    assert found[4][1]["as"] == "Ng"
    assert not (tmp_path / "staff-acts.jsonl").exists()
    assert kiosk("verify", "--state", tmp_path)[0] == 0


def test_that_neither_a_pin_nor_a_name_that_nobody_has_comes_into_file_or_journal(folder):
    typed = "774411"
    staff(folder, "unlock", typed, "--as", "Ng", typed=PINS["Ng"] + "\n")
    staff(folder, "unlock", "Abe", "--as", typed, typed=WRONG + "\n")
    written = (folder / "staff-acts.jsonl").read_text()
    assert not [text for text in (typed, WRONG, *PINS.values()) if text in written]
    seat(folder)
    assert typed not in str(events(folder))


def test_that_a_running_seat_is_not_disturbed_and_takes_over_at_its_next_start(folder):
    with running(folder):
        assert staff(folder, "unlock", "Abe", "--as", "Ng", typed=PINS["Ng"] + "\n")[0] == 0
        assert (folder / "staff-acts.jsonl").exists()
    assert seat(folder)[0] == 0
    assert kinds(folder) == UNLOCKED
    seat(folder)
    assert len(kinds(folder)) == 4


@contextmanager
def running(folder):
    """A seat without a screen that plays for ever, until it is told to end."""
    words = ["demo", "--headless", "--bot", "--state", str(folder), "--rounds", "0", "--speed", "20"]
    process = Process([*KIOSK, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        with closing(_follow(folder, process)) as feed:
            assert next(feed) == "power-up"
        yield process
        assert process.poll() is None, process.stderr.read()
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def _follow(folder, process):
    from kiosk.store.event_feed import EventFeed

    with closing(EventFeed(folder / "seat.db")) as feed:
        while process.poll() is None:
            for event in feed.poll():
                yield event.kind
            os.sched_yield()


# --- killed ---------------------------------------------------------------------------------------------------------

DIES_BEFORE_REMOVAL = """
import kiosk.store.staff_acts as module
def die(*_): os.kill(os.getpid(), signal.SIGKILL)
module.StaffActs._write = die
"""
DIES_AFTER_THE_SECOND_EVENT = """
import kiosk.store.seat_store as module
real, left = module.SeatStore.commit, [2]
def commit(store, step, at):
    real(store, step, at)
    left[0] -= any(getattr(effect, "kind", "").startswith("staff-") for effect in step.effects)
    if not left[0]: os.kill(os.getpid(), signal.SIGKILL)
module.SeatStore.commit = commit
"""


@pytest.mark.parametrize("death", [DIES_BEFORE_REMOVAL, DIES_AFTER_THE_SECOND_EVENT])
def test_that_a_seat_killed_between_commit_and_removal_keeps_each_act_once(folder, death):
    staff(folder, "unlock", "Abe", "--as", "Ng", typed=PINS["Ng"] + "\n")
    lines = (folder / "staff-acts.jsonl").read_bytes()
    assert seat(folder, before=death)[0] == -signal.SIGKILL
    assert (folder / "staff-acts.jsonl").read_bytes() == lines
    assert len(kinds(folder)) in (2, 4)
    assert seat(folder)[0] == 0
    assert kinds(folder) == UNLOCKED
    assert not (folder / "staff-acts.jsonl").exists()


@pytest.mark.parametrize(
    ("dies", "made"), [("before", False), ("after", True)], ids=["before the act", "after the act"]
)
def test_that_a_command_killed_around_its_act_has_left_word_that_it_began(tmp_path, dies, made):
    hook = f"""
import kiosk.store.staff as module
real = module.StaffStore.create_first
def create_first(*asked):
    if {dies!r} == "after": real(*asked)
    os.kill(os.getpid(), signal.SIGKILL)
module.StaffStore.create_first = create_first
"""
    assert staff(tmp_path, "add-first", "Ng", typed=PINS["Ng"] + "\n", before=hook)[0] == -signal.SIGKILL
    seat(tmp_path)
    ((kind, detail),) = events(tmp_path)
    assert (kind, detail["command"], detail["name"]) == ("staff-command-begun", "add-first", "Ng")
    with closing(StaffStore(tmp_path / "staff.db", QUICK)) as store:
        assert bool(store.users()) is made


# --- what cannot be written down is not done ------------------------------------------------------------------------


def test_that_a_command_that_cannot_write_its_acts_down_does_nothing_and_says_so(folder, tmp_path):
    (folder / "staff-acts.jsonl").mkdir()
    status, out, err = staff(folder, "unlock", "Abe", "--as", "Ng", typed=WRONG + "\n")
    assert (status, out, "nothing was done" in err, len(err.splitlines())) == (2, "", True, 1)
    with closing(StaffStore(folder / "staff.db", QUICK)) as store:
        assert [one.failures for one in store.users()] == [0, 3, 0], "no PIN was looked at"
    new = tmp_path / "new"
    (new / "staff-acts.jsonl").mkdir(parents=True)
    assert staff(new, "add-first", "Ng", typed=PINS["Ng"] + "\n")[0] == 2
    assert "no user yet" in staff(new, "list")[1]


def test_that_a_file_that_is_full_is_a_clear_refusal_before_anything_is_done(folder):
    (folder / "staff-acts.jsonl").write_bytes(b"x" * (1 << 20))
    status, out, err = staff(folder, "unlock", "Abe", "--as", "Ng", typed=PINS["Ng"] + "\n")
    assert (status, out) == (2, "")
    assert "holds 1,048,576 bytes that no seat has taken over" in err
    assert "Start the seat" in err
    assert seat(folder)[0] == 0
    assert kinds(folder) == ["staff-act-damaged"]
    assert staff(folder, "unlock", "Abe", "--as", "Ng", typed=PINS["Ng"] + "\n")[0] == 0


def test_that_what_comes_of_it_and_cannot_be_written_down_is_said_and_stands_as_begun(tmp_path):
    hook = """
import kiosk.store.staff_acts as module
module.MOST_BYTES = 200
module.RESERVED_BYTES = 20
"""
    status, out, err = staff(tmp_path, "add-first", "Ng", typed=PINS["Ng"] + "\n", before=hook)
    assert (status, out) == (2, "staff-first-made Ng role=supervisor\n")
    assert "staff-first-made Ng: it was done and is not written down" in err
    seat(tmp_path)
    assert kinds(tmp_path) == ["staff-command-begun"]


# --- damaged, planted, backed up ------------------------------------------------------------------------------------


def test_that_a_damaged_file_keeps_no_seat_from_starting_and_is_one_event(folder):
    staff(folder, "unlock", "Abe", "--as", "Ng", typed=PINS["Ng"] + "\n")
    with (folder / "staff-acts.jsonl").open("ab") as file:
        file.write(b"\x1b[31mtorn by a pow")
    assert seat(folder)[0] == 0
    found = events(folder)
    assert [kind for kind, _ in found][-1] == "staff-act-damaged"
    assert found[-1][1]["line"] == "?[31mtorn by a pow"
    assert len(found) == 5
    seat(folder)
    assert len(events(folder)) == 5


@pytest.mark.parametrize("plant", ["link", "folder"])
def test_that_what_cannot_be_read_keeps_no_seat_from_starting_and_is_said(folder, tmp_path, plant):
    path = folder / "staff-acts.jsonl"
    path.mkdir() if plant == "folder" else path.symlink_to(tmp_path / "nowhere")
    assert seat(folder)[0] == 0
    ((kind, detail),) = events(folder)
    assert (kind, "staff-acts.jsonl cannot be used" in detail["why"]) == ("staff-acts-unread", True)


def test_that_a_seat_whose_books_are_damaged_takes_nothing_and_loses_nothing(folder):
    seat(folder)
    staff(folder, "unlock", "Abe", "--as", "Ng", typed=PINS["Ng"] + "\n")
    lines = (folder / "staff-acts.jsonl").read_bytes()
    whole = (folder / "seat.db").read_bytes()
    (folder / "seat.db").write_bytes(whole[:8192] + b"\xff" * 4096 + whole[12288:])
    assert seat(folder)[0] != 0
    assert (folder / "staff-acts.jsonl").read_bytes() == lines


def test_that_a_backup_has_the_file_and_puts_it_back_and_a_way_back_sees_what_came_since(folder, tmp_path):
    acts = StaffActs(StateDir(folder).staff_acts)
    acts.tell([StaffAct(ActKind.UNLOCKED, "Abe", "Ng")])
    whole = acts.path.read_bytes()
    states = tmp_path / "states"
    states.mkdir()
    folder.rename(states / "seat")
    kept = tmp_path / "backup"
    backup.back_up({"seat": states / "seat"}, kept, "1.0", "2026-02-01T00:00:00Z")
    path = states / "seat" / acts.path.name
    assert "seat/staff-acts.jsonl" not in backup.changed_since(kept, states)
    StaffActs(path).tell([StaffAct(ActKind.UNLOCKED, "Tom", "Ng")])
    assert backup.changed_since(kept, states) == ["seat/staff-acts.jsonl"]
    backup.place(kept, {"seat": states / "seat"})
    assert path.read_bytes() == whole
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="it takes root to give files away")
def test_that_what_root_does_in_the_seats_folder_belongs_to_the_seats_user(tmp_path):
    os.chown(tmp_path, 12345, 12346)
    assert staff(tmp_path, "add-first", "Ng", typed=PINS["Ng"] + "\n")[0] == 0
    for path in Path(tmp_path).iterdir():
        found = path.stat()
        assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (12345, 12346, 0o600), path.name
    assert {path.name for path in tmp_path.iterdir()} == {"staff.db", "staff.key", "staff-acts.jsonl"}
    (tmp_path / "staff.key").rename(tmp_path / "moved")
    (tmp_path / "staff.key").symlink_to(tmp_path / "moved")
    status, _, err = staff(tmp_path, "unlock", "Ng", "--as", "Ng", typed=PINS["Ng"] + "\n")
    assert (status, "staff.key is a link" in err) == (2, True)
