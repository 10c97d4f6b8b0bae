"""A seat on a screen takes over what commands beside it did: at its start, and as its log-in opens; once."""

import os
from contextlib import closing

from kiosk.store.event_list import EventFilter
from kiosk.store.seat_store import SeatStore
from kits import KIOSK
from kits.processes import run_process

PIN = "482915"
PATIENCE_MS = 60_000


def staff(folder, *words):
    """`kiosk staff` as a process beside the seat."""
    done = run_process(
        [*KIOSK, "staff", "--state", folder, *words],
        input=PIN + "\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )
    assert done.returncode == 0, done.stderr


def kinds(demo, qtbot):
    """What the books of the running seat hold of staff, asked in their own thread."""
    answers = []
    wanted = EventFilter(prefixes=("staff-",))
    demo.playing.bridge.ask_books(lambda store: store.listed_events(wanted), answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=PATIENCE_MS)
    return [event.kind for event in answers[0]][::-1]


MADE = ["staff-command-begun", "staff-first-made"]
UNLOCKED = ["staff-command-begun", "staff-logged-in", "staff-unlocked", "staff-logged-out"]


def test_that_a_seat_on_a_screen_takes_over_at_its_start_and_as_its_log_in_opens(demo_on, qtbot, tmp_path):
    staff(tmp_path, "add-first", "Dana")
    demo = demo_on(tmp_path)
    lies = tmp_path / "staff-acts.jsonl"
    qtbot.waitUntil(lambda: not lies.exists(), timeout=PATIENCE_MS)
    assert kinds(demo, qtbot) == MADE
    staff(tmp_path, "unlock", "Dana", "--as", "Dana")
    assert lies.exists()
    demo._terminal.turn_service_key(True)
    qtbot.waitUntil(
        lambda: type(demo._terminal.open_screen).__name__ == "LoginScreen" and not lies.exists(),
        timeout=PATIENCE_MS,
    )
    assert kinds(demo, qtbot) == MADE + UNLOCKED
    demo._terminal.open_login()
    assert kinds(demo, qtbot) == MADE + UNLOCKED


def test_that_a_seat_that_dies_with_its_commits_done_and_the_lines_still_there_keeps_them_once(
    demo_on, qtbot, tmp_path
):
    staff(tmp_path, "add-first", "Dana")
    lies = tmp_path / "staff-acts.jsonl"
    lines = lies.read_bytes()
    demo = demo_on(tmp_path)
    qtbot.waitUntil(lambda: not lies.exists(), timeout=PATIENCE_MS)
    lies.write_bytes(lines)  # as a death before the removal leaves it
    demo._terminal.turn_service_key(True)
    qtbot.waitUntil(lambda: not lies.exists(), timeout=PATIENCE_MS)
    assert kinds(demo, qtbot) == MADE
    demo.end()
    with closing(SeatStore(tmp_path / "seat.db")) as store:
        assert store.self_test() == []
