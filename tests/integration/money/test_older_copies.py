"""A file of a seat that is put back from an older copy: named and locked before a cent is shown, never paid twice."""

import hashlib
import shutil
import sqlite3
from contextlib import closing, contextmanager

import pytest

from kiosk.app.state_dir import StateDir
from kiosk.demo.headless import TICK_MS, Headless
from kiosk.faults import EnvironmentFault
from kiosk.ops.older_books import find_older
from kiosk.seat.events import Collect, LinkUp, LockCleared, Tap
from kiosk.seat.state import LockKind
from kiosk.store.anchor import anchor_folder
from kiosk.table.round import Phase
from kiosk.tickets.sqlite import SqliteRegistry
from kits import KIOSK
from kits.app.seat_play import assert_sound, audit, make_play, rules
from kits.processes import run_process


@contextmanager
def opened(folder):
    state = StateDir(folder)
    state.hold()
    try:
        table = Headless(state, rules(), make_play(0))
        try:
            yield table
        finally:
            table.close()
    finally:
        state.release()


def put_in(folder, cents):
    with opened(folder) as seat:
        seat.runner.handle(LinkUp())
        seat.acceptor.insert(cents)
        seat.runner.pump()
        assert seat.state.balances.credit == cents


def collect(folder):
    """Answers the number of the ticket."""
    with opened(folder) as seat:
        seat.runner.handle(LinkUp())
        seat.runner.handle(Collect())
        seat.runner.pump()
        assert seat.state.balances.credit == 0
        return seat.seat.store.tickets("out")[0].number


def take(folder, number):
    with opened(folder) as seat:
        seat.runner.handle(LinkUp())
        seat.acceptor.insert_ticket(number)
        seat.runner.pump()
        assert seat.state.balances.credit > 0


def lose(folder):
    """One round on a triple that does not come."""
    with opened(folder) as seat:
        seat.runner.handle(LinkUp())

        def until(there):
            for _ in range(5_000):
                if there(seat.state):
                    return
                seat._table.deal()
                seat._after_dealer()
                seat._played.tick(seat._now_ms)
                seat._now_ms += TICK_MS
            raise AssertionError("it never came")

        until(lambda s: s.table.phase is Phase.BETTING and s.audited_round == s.table.number)
        number = seat.state.table.number
        seat.runner.handle(Tap("triple-1", 2_000))
        until(lambda s: s.registered is not None)
        until(lambda s: s.table.number == number and s.table.phase is Phase.ENDED)


@pytest.fixture
def seat(memory_path):
    """A seat with $100 on the meter, and copies of all its files as they were then; then a ticket came and went."""
    folder = memory_path / "state"
    put_in(folder, 10_000)
    shutil.copytree(folder, memory_path / "first")
    lose(folder)
    shutil.copytree(folder, memory_path / "played")
    number = collect(folder)
    shutil.copytree(folder, memory_path / "printed")
    take(folder, number)
    lose(folder)
    return folder, memory_path, number


def put_back(folder, copy, *names):
    for name in sorted(names or [path.name for path in copy.iterdir() if path.is_file()]):
        for end in ("", "-wal", "-shm", "-journal"):
            (folder / (name + end)).unlink(missing_ok=True)
        shutil.copy(copy / name, folder / name)


def content_of(path):
    """The bytes of a file; of the registry all but the newest time that the machine's clock has shown.

    That is seen at every start, before anybody can know that another file is older.
    """
    if path.name != "registry.db":
        return path.read_bytes()
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
        return "".join(
            line for line in database.iterdump() if not line.startswith('INSERT INTO "clock"')
        ).encode()


def all_bytes(folder):
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(content_of(path)).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock" and not path.name.endswith(("-shm", "-wal"))
    }


def assert_locked(folder, *words):
    """Nothing is shown, paid or written; what is older is named."""
    for path in folder.glob("*.db"):  # what a closing seat has left beside a file is no change of it
        with closing(sqlite3.connect(path, timeout=60)) as database:
            assert database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0, path.name
    before = all_bytes(folder)
    with opened(folder) as seat:
        (lock,) = seat.state.locks
        assert lock.kind is LockKind.OLDER_COPY
        assert (seat.state.balances.credit, seat.state.credit_shown) == (0, 0)
        assert not hasattr(seat, "runner"), "nothing moves money behind the lock"
        for word in words:
            assert word in lock.detail
    assert all_bytes(folder) == before
    return lock.detail


# --- named and locked ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("copy", ["first", "played", "printed"])
@pytest.mark.parametrize("anchored", [True, False], ids=["anchor", "no anchor"])
def test_that_an_older_journal_is_named_and_pays_nothing(seat, copy, anchored):
    folder, copies, _ = seat
    put_back(folder, copies / copy, "seat.db")
    if not anchored:
        shutil.rmtree(anchor_folder(folder))
    words = ("seat.db", "is an older copy: it ends at transaction", "known") if anchored else ("seat.db",)
    assert_locked(folder, *words)
    assert not audit(folder).ok


@pytest.mark.parametrize("anchored", [True, False], ids=["anchor", "no anchor"])
def test_that_an_older_registry_is_named_and_pays_nothing(seat, anchored):
    folder, copies, _ = seat
    put_back(folder, copies / "printed", "registry.db")
    if not anchored:
        shutil.rmtree(anchor_folder(folder))
    assert_locked(folder, "registry.db", "this seat has taken it")


def test_that_an_older_table_log_is_named(seat):
    folder, copies, _ = seat
    put_back(folder, copies / "printed", "table.db")
    assert_locked(folder, "table.db is an older copy")


def test_that_all_files_of_an_older_moment_are_named(seat):
    folder, copies, _ = seat
    for name in ("cash-box.jsonl", "acceptor.json", "acceptor-driver.json", "printer.json"):
        (folder / name).unlink(missing_ok=True)
    put_back(folder, copies / "first")
    detail = assert_locked(folder, "seat.db is an older copy", "registry.db is an older copy")
    assert "credit $100.00, known" in detail, "the difference is there for the manager"


def test_that_an_emptied_folder_is_no_new_seat(seat):
    folder, _, _ = seat
    shutil.rmtree(folder)
    with opened(folder) as found:
        assert [lock.kind for lock in found.state.locks] == [LockKind.OLDER_COPY]
        assert "it ends at transaction 0, known is" in found.state.locks[0].detail


def test_that_another_history_of_the_same_length_is_named(seat):
    folder, copies, _ = seat
    put_back(folder, copies / "first", "seat.db", "table.db", "registry.db")
    anchor = anchor_folder(folder)
    kept = copies / "kept"
    shutil.move(anchor, kept)
    for _ in range(4):
        lose(folder)
    shutil.rmtree(anchor)
    shutil.move(kept, anchor)
    assert_locked(folder, "another history")


def test_that_what_is_newest_starts_again_and_again(seat):
    folder, _, _ = seat
    for _ in range(2):
        with opened(folder) as found:
            assert found.seat.findings == []
    assert_sound(folder)
    shutil.rmtree(anchor_folder(folder))
    with opened(folder) as found:
        assert found.seat.findings == []
        events = [event.kind for event in found.seat.store.events(5)]
    assert events.count("anchor-begun") == 1
    with opened(folder) as found:
        assert [event.kind for event in found.seat.store.events(3)].count("anchor-begun") == 0


@pytest.mark.parametrize("damage", [b"", b"x", b"\xff" * 4_096, b"\0" * 4_096, b"a" * 100_000])
def test_that_a_damaged_anchor_locks_and_an_empty_one_begins_anew(seat, damage):
    folder, _, _ = seat
    (anchor_folder(folder) / "seat").write_bytes(damage)
    if damage:
        assert_locked(folder, "is damaged: expected two places")
    else:
        with opened(folder) as found:
            assert found.seat.findings == []


def test_that_a_power_cut_in_the_middle_of_an_anchor_leaves_the_one_before(seat):
    folder, _, _ = seat
    path = anchor_folder(folder) / "seat"
    whole = path.read_bytes()
    for place in (whole[:2_048], whole[2_048:]):
        at = whole.index(place)
        path.write_bytes(whole[:at] + place[:700] + b"\0" * 1_348 + whole[at + 2_048 :])
        with opened(folder) as found:
            assert found.seat.findings == []


def test_that_a_seat_whose_anchor_cannot_be_written_does_not_start(memory_path):
    folder = memory_path / "state"
    anchor_folder(folder).write_text("a file where a folder belongs")
    state = StateDir(folder)
    state.hold()
    try:
        with pytest.raises(EnvironmentFault, match=r"state\.anchor"):
            Headless(state, rules(), make_play(0))
    finally:
        state.release()


# --- the desk -----------------------------------------------------------------------------------------------------


def kiosk(*words, typed=""):
    return run_process(
        [*KIOSK, *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize("anchored", [True, False], ids=["anchor", "no anchor"])
def test_that_the_desk_pays_nothing_from_an_older_registry(seat, anchored):
    folder, copies, number = seat
    put_back(folder, copies / "printed", "registry.db")
    if not anchored:
        shutil.rmtree(anchor_folder(folder))
    answer = kiosk("tickets", "--state", str(folder), "--as", "Ann", "pay", typed=f"{number}\n")
    assert answer.returncode == 2
    assert "Nothing is paid from an older copy" in answer.stderr
    assert "PAID" not in answer.stdout
    assert "Traceback" not in answer.stderr


def test_that_a_payment_at_the_desk_is_anchored_too(memory_path):
    folder = memory_path / "state"
    put_in(folder, 10_000)
    number = collect(folder)
    shutil.copytree(folder, memory_path / "unpaid")
    paid = kiosk("tickets", "--state", str(folder), "--as", "Ann", "pay", typed=f"{number}\n")
    assert paid.returncode == 0, paid.stderr
    put_back(folder, memory_path / "unpaid", "registry.db")
    again = kiosk("tickets", "--state", str(folder), "--as", "Ann", "pay", typed=f"{number}\n")
    assert again.returncode == 2
    assert "registry.db is an older copy" in again.stderr
    assert_locked(folder, "registry.db is an older copy")


# --- the release --------------------------------------------------------------------------------------------------


def test_that_a_release_pays_nothing_and_begins_new_books(seat):
    folder, copies, number = seat
    put_back(folder, copies / "first", "seat.db")
    assert kiosk("release", "--state", str(folder)).returncode == 1
    for words in (("--as", "Ann"), ("--as", "Ann", "--reason", " "), ("--as", " ", "--reason", "none left")):
        answer = kiosk("release", "--state", str(folder), *words)
        assert answer.returncode == 1, "a name and a reason"
        assert_locked(folder)
    answer = kiosk("release", "--state", str(folder), "--as", "Ann", "--reason", "the disk died")
    assert answer.returncode == 0, answer.stderr
    assert "$100.00 of credit" in answer.stdout
    with opened(folder) as found:
        assert found.seat.findings == []
        assert found.state.balances.credit == 0
        events = found.seat.store.events(20)
        (released,) = [event for event in events if event.kind == "older-copy-released"]
        assert released.detail["by"] == "Ann"
        assert released.detail["reason"] == "the disk died"
        assert released.detail["credit"] == 10_000
        assert "seat.db is an older copy" in str(released.detail["what"])
        found.runner.handle(LinkUp())
        found.runner.handle(Collect())
        found.acceptor.insert_ticket(number)
        found.runner.pump()
        assert found.state.balances.credit == 0, "no cent of the old books"
        assert [kept.state for kept in found.seat.store.tickets("out")] == []
        retired = folder / str(released.detail["folder"])
    assert {path.name for path in retired.iterdir()} >= {"seat.db", "registry.db", "table.db", "release.json"}
    assert (retired / "seat.db").read_bytes() == (copies / "first" / "seat.db").read_bytes()
    assert_sound(folder)
    assert kiosk("release", "--state", str(folder)).returncode == 0


def test_that_a_release_that_the_power_ends_stays_locked(seat, monkeypatch):
    folder, copies, _ = seat
    put_back(folder, copies / "first", "seat.db")
    from kiosk.app import older

    state = StateDir(folder)
    held, found = find_older(state)
    monkeypatch.setattr(older, "_begin", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        older.release(state, held, found, "Ann", "the disk died", "2026-01-31T12:00:00Z")
    monkeypatch.undo()
    with opened(folder) as again:
        assert [lock.kind for lock in again.state.locks] == [LockKind.OLDER_COPY]
    held, found = find_older(state)
    older.release(state, held, found, "Ann", "the disk died", "2026-01-31T12:00:01Z")
    with opened(folder) as again:
        assert again.seat.findings == []


def test_that_an_attendant_alone_clears_nothing(seat):
    from kiosk.seat.state import Lock, SeatState, with_lock
    from kiosk.seat.step import step

    folder, copies, _ = seat
    put_back(folder, copies / "first", "seat.db")
    with opened(folder) as found:
        taken = step(found.seat.context, found.state, LockCleared("older-copy", "attendant"))
        assert taken.state.locks == found.state.locks
    alone = with_lock(SeatState(), Lock(LockKind.OLDER_COPY))
    assert step(found.seat.context, alone, LockCleared("older-copy", "attendant")).state.locks == alone.locks


def test_that_a_supervisor_with_a_pin_releases_where_there_are_staff(seat):
    folder, copies, _ = seat
    made = kiosk("staff", "--state", str(folder), "add-first", "Ann", typed="482019\n")
    assert made.returncode == 0, made.stderr
    put_back(folder, copies / "first", "seat.db")
    words = ("release", "--state", str(folder), "--as", "Ann", "--reason", "the disk died")
    wrong = kiosk(*words, typed="111222\n")
    assert wrong.returncode == 1
    assert_locked(folder)
    right = kiosk(*words, typed="482019\n")
    assert right.returncode == 0, right.stderr


def test_that_the_registry_tells_the_step_that_it_is_asked_for(memory_path):
    folder = memory_path / "state"
    put_in(folder, 10_000)
    collect(folder)
    with closing(SqliteRegistry(folder / "registry.db")) as registry:
        newest = registry.head()
        assert newest.number == 2
        assert registry.head(2) == newest
        assert registry.head(1) != newest
        assert registry.head(3).number == 0
