"""A disk that is full or cannot be written: a lock or a clear message; with room again everything is exact.

The limit on the size of a file stands for the full disk: it needs no rights, and a write past it fails half done, too.
"""

import contextlib
import ctypes
import os
import resource
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path

import pytest

from kiosk.app.state_dir import StateDir
from kiosk.cli import main
from kiosk.demo.headless import Headless
from kiosk.faults import EnvironmentFault
from kiosk.seat.state import LockKind, lock_of
from kits.app.seat_play import assert_sound, come_to_rest, make_play, play, rules
from kits.audit import physical_truth as truth
from kits.processes import run_process

NOBODY = 65534


@contextlib.contextmanager
def files_no_longer_than(size):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def sizes(folder):
    return [path.stat().st_size for path in folder.glob("*.db*") if not path.name.endswith("-shm")]


def play_until_full(folder, room, seed):
    """Play with so many bytes of room in the fullest file; what the seat says of it: its lock, or the fault."""
    state = StateDir(folder)
    state.hold()
    table = None
    try:
        with files_no_longer_than(max([*sizes(folder), 4096]) + room):
            try:
                table = Headless(state, rules(), make_play(200, seed))
                table.run()
            except EnvironmentFault as fault:
                return str(fault)
        lock = lock_of(table.runner.state, LockKind.STORE)
        return lock.detail if lock else ""
    finally:
        if table is not None:
            table.close()
        state.release()


@pytest.mark.parametrize("room", [0, 1, 4095, 4096, 20_000, 60_000, 100_000, 150_000])
def test_that_a_full_disk_stops_the_seat_and_loses_nothing(memory_path, room):
    folder = memory_path / "state"
    for seed in range(2):
        told = play_until_full(folder, room, seed)
        assert any(word in told for word in ("disk", "full", "cannot be")), told
        assert_sound(folder)
        play(folder, 2, bot_seed=seed)
        come_to_rest(folder)
        assert_sound(folder)
        truth.check_at_rest(folder)


def test_that_after_a_failed_commit_nothing_more_leaves_the_seat(memory_path):
    folder = memory_path / "state"
    state = StateDir(folder)
    state.hold()
    table = Headless(state, rules(), make_play(1))
    table.acceptor.insert(10_000)
    table.runner.pump()
    assert table.runner.state.balances.credit == 10_000
    table.seat.store._db.execute(
        "PRAGMA max_page_count = 1"
    )  # SQLite raises it to what there is: no page more
    sent = 0
    for _ in range(200):
        table.acceptor.insert(500)
        table.runner.pump()
        if lock_of(table.runner.state, LockKind.STORE):
            break
        sent += 500
    assert "could not be written" in lock_of(table.runner.state, LockKind.STORE).detail
    assert "full" in lock_of(table.runner.state, LockKind.STORE).detail
    before = (folder / "cash-box.jsonl").read_bytes()
    table.acceptor.insert(500)  # comes straight back
    table.runner.pump()
    assert (folder / "cash-box.jsonl").read_bytes() == before
    table.close()
    state.release()
    come_to_rest(folder)
    journal, _, _ = truth.check_at_rest(folder)
    assert journal.accounts["credit"] in (10_000 + sent, 10_500 + sent)  # the last note may have been stacked


def test_that_the_demonstration_without_a_screen_ends_with_2_when_the_disk_is_full(memory_path):
    folder = memory_path / "state"
    play(folder, 2, bot_seed=1)
    limit = max(sizes(folder)) + 50_000
    script = (
        f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit})); "
        "from kiosk.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    words = ["demo", "--headless", "--bot", "--seed", "1", "--rounds", "500", "--state", str(folder)]
    done = run_process(
        [sys.executable, "-c", script, *words], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 2, done
    assert "Traceback" not in done.stderr
    assert "kiosk demo: " in done.stderr
    come_to_rest(folder)
    truth.check_at_rest(folder)
    assert_sound(folder)


# --- read-only ------------------------------------------------------------------------------------------------------


READ_ANYTHING = 1 << 2  # CAP_DAC_READ_SEARCH
CAPABILITIES_3 = 0x20080522


def become_nobody():
    """Give up every privilege of root but to read: the program itself may lie in root's own folder."""
    os.seteuid(NOBODY)
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(CAPABILITIES_3, 0)
    sets = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable, twice
    assert libc.capget(header, sets) == 0, os.strerror(ctypes.get_errno())
    sets[0], sets[3] = sets[1] & READ_ANYTHING, 0
    assert libc.capset(header, sets) == 0, os.strerror(ctypes.get_errno())


@pytest.fixture
def unprivileged():
    """As somebody who may write nothing that is not theirs: permissions do not bind root."""
    if os.geteuid() != 0:
        yield
        return
    become_nobody()
    yield
    os.seteuid(0)


@pytest.fixture
def read_only(played_once):
    """A played state directory in which nobody may write."""
    top = Path(tempfile.mkdtemp(prefix="kiosk-test-"))
    top.chmod(0o755)
    folder = Path(shutil.copytree(played_once, top / "state"))
    shutil.copytree(f"{played_once}.anchor", top / "state.anchor")
    for path in [*folder.rglob("*"), folder]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield folder
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755)
    shutil.rmtree(top)


def contents(folder):
    return {
        path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()
    }


def test_that_a_read_only_directory_is_refused_and_not_changed(read_only, unprivileged, capsys):
    before = contents(read_only)
    assert main(["demo", "--headless", "--state", str(read_only)]) == 2
    found = capsys.readouterr().err
    assert f"state directory {read_only} cannot be used: Permission denied" in found
    assert contents(read_only) == before


@pytest.mark.parametrize("name", ["seat.db", "table.db"])
def test_that_one_read_only_database_is_refused_by_name(read_only, unprivileged, capsys, name):
    os.seteuid(0) if os.getuid() == 0 else None
    anchor = read_only.with_name(f"{read_only.name}.anchor")
    for path in [read_only, *read_only.rglob("*"), anchor, *anchor.rglob("*")]:
        path.chmod(0o777 if path.is_dir() else 0o666)
    (read_only / name).chmod(0o444)
    become_nobody() if os.getuid() == 0 else None
    assert (
        main(["demo", "--headless", "--bot", "--seed", "3", "--rounds", "8", "--state", str(read_only)]) == 2
    )
    found = capsys.readouterr().err
    assert {"seat.db": "the journal could not be written", "table.db": "table.db"}[name] in found
    assert "readonly" in found


def test_that_a_read_only_directory_can_be_audited(read_only, unprivileged, capsys):
    before = contents(read_only)
    assert main(["verify", "--state", str(read_only), "--json"]) == 0
    assert main(["replay", "--state", str(read_only), "--json"]) == 0
    assert contents(read_only) == before


def test_that_a_place_where_no_directory_can_be_made_is_refused(unprivileged):
    with pytest.raises(EnvironmentFault, match="cannot be used"):
        StateDir(Path("/proc/kiosk/state")).hold()


def test_that_a_journal_that_turns_read_only_locks_the_seat(memory_path):
    folder = memory_path / "state"
    state = StateDir(folder)
    state.hold()
    table = Headless(state, rules(), make_play(1))
    table.seat.store._db.execute("PRAGMA query_only = ON")
    table.acceptor.insert(10_000)
    table.runner.pump()
    assert "readonly" in lock_of(table.runner.state, LockKind.STORE).detail
    table.close()
    state.release()
    come_to_rest(folder)
    truth.check_at_rest(folder)
    assert sqlite3.sqlite_version
