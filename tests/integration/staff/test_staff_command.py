"""`kiosk staff` as a real process: PINs come from the terminal or standard input, and never show."""

import os
import pty
from contextlib import closing
from datetime import UTC, datetime

import pytest

from kiosk.store.staff import StaffStore
from kits import KIOSK
from kits.processes import run_process
from kits.seat.staff import PINS, QUICK

KIOSK = [*KIOSK, "staff", "--state"]
WRONG = "918273"


def run(folder, *words, typed=""):
    """Exit status, output, errors."""
    done = run_process(
        [*KIOSK, folder, *words], input=typed, capture_output=True, text=True, timeout=60, check=False
    )
    assert "Traceback" not in done.stderr
    assert not [pin for pin in (*PINS.values(), WRONG) if pin in done.stdout + done.stderr]
    return done.returncode, done.stdout, done.stderr


def at_terminal(words, answers):
    """What a terminal shows while the answers to the prompts are typed; and the exit status."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(words[0], words)  # noqa: S606 - the command under test
    shown, left = "", list(answers)
    while True:
        try:
            shown += os.read(terminal, 1000).decode()
        except OSError:  # the other end has closed
            break
        if left and shown.endswith(left[0][0]):
            os.write(terminal, (left.pop(0)[1] + "\n").encode())
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown


@pytest.fixture
def locked(kept):
    def guess(staff):
        for _ in range(3):
            staff.log_in("Abe", WRONG, None, datetime.now(UTC))

    kept.ask(guess)
    return kept


def test_that_the_first_supervisor_is_made_once_with_a_pin_from_standard_input(tmp_path):
    status, out, err = run(tmp_path, "add-first", "Ng", typed=PINS["Ng"] + "\n")
    assert (status, out, err) == (0, "staff-first-made Ng role=supervisor\n", "")
    assert run(tmp_path, "list") == (0, "Ng: supervisor\n", "")
    status, _, err = run(tmp_path, "add-first", "Eve", typed=WRONG + "\n")
    assert (status, "have been users already" in err) == (1, True)


@pytest.mark.parametrize("typed", ["", "123456\n", "x" * 100_000])
def test_that_a_bad_pin_makes_no_supervisor(tmp_path, typed):
    status, _, err = run(tmp_path, "add-first", "Ng", typed=typed)
    assert (status, "expected 6 to 12 digits" in err) == (1, True)
    status, out, _ = run(tmp_path, "list")
    assert (status, "no user yet" in out) == (0, True)


def test_that_a_pin_typed_at_a_terminal_is_asked_twice_and_not_echoed(tmp_path):
    words = [*KIOSK, str(tmp_path), "add-first", "Ng"]
    status, shown = at_terminal(words, [("PIN for Ng: ", PINS["Ng"]), ("once more: ", WRONG)])
    assert (status, "differ" in shown) == (1, True)
    status, shown = at_terminal(words, [("PIN for Ng: ", PINS["Ng"]), ("once more: ", PINS["Ng"])])
    assert (status, "staff-first-made Ng" in shown) == (0, True), shown
    assert PINS["Ng"] not in shown
    with closing(StaffStore(tmp_path / "staff.db", QUICK)) as staff:
        assert [member.name for member in staff.users()] == ["Ng"]


def test_that_a_supervisor_ends_a_lock_out_and_nobody_else_does(locked):
    folder = locked.path.parent
    assert "Abe: attendant, badge, 3 wrong tries, locked until 20" in run(folder, "list")[1]
    for person, pin in (("Ng", WRONG), ("Abe", PINS["Abe"]), ("Eve", PINS["Ng"]), ("Ng", "")):
        status, _, err = run(folder, "unlock", "Abe", "--as", person, typed=pin + "\n")
        assert (status, "is not logged in" in err) == (1, True)
    status, out, err = run(folder, "unlock", "abe", "--as", "ng", typed=PINS["Ng"] + "\n")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "staff-logged-in Ng role=supervisor",
        "staff-unlocked Abe by Ng failures=3",
        "staff-logged-out Ng",
    ]
    assert "Abe: attendant, badge\n" in run(folder, "list")[1]


def test_that_a_supervisor_whose_badge_is_wanted_gives_it_on_the_next_line(locked):
    badge = "SB-0001-AA"
    locked.ask(
        lambda staff: staff.set_badge(
            staff.log_in("Ng", PINS["Ng"], None, datetime.now(UTC)), "Ng", badge, second_factor=True
        )
    )
    status, out, _ = run(locked.path.parent, "unlock", "Abe", "--as", "Ng", typed=f"{PINS['Ng']}\n{badge}\n")
    assert (status, "staff-unlocked Abe by Ng" in out, badge in out) == (0, True, False)


def test_that_a_list_names_what_another_hand_changed(kept):
    kept.sql("UPDATE user SET role = 'supervisor' WHERE name = 'Abe'")
    status, out, err = run(kept.path.parent, "list")
    assert (status, err) == (1, "staff.db: user 'Abe': name and role\n")
    assert "Abe: DAMAGED (name and role)" in out
    assert "Tom: technician, not active" in out


def test_that_what_is_not_there_or_cannot_be_trusted_is_one_clear_line(kept, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    for folder, words in (
        (tmp_path / "away", ("list",)),
        (empty, ("list",)),
        (empty, ("unlock", "A", "--as", "B")),
    ):
        status, out, err = run(folder, *words)
        assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert list(empty.iterdir()) == [], "looking makes no file"
    kept.key.unlink()
    status, _, err = run(kept.path.parent, "list")
    assert (status, "staff.key is missing" in err) == (2, True)
    assert not kept.key.exists()
