"""Real processes that are killed, and many that guess at once: no way gives more than three tries."""

import os
import resource
import shutil
import signal
import sys
import threading
from contextlib import closing
from datetime import timedelta

import pytest
from argon2 import Parameters
from argon2.low_level import Type

import kiosk.store.staff_schema as schema
from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import StaffRefusal
from kiosk.store.anchor import anchor_folder
from kiosk.store.staff import Session, StaffStore, Why
from kits.seat.staff import NOW, PINS, QUICK

WRONG = "918273"
SLOWER = Parameters(Type.ID, 19, 16, 32, 2, 4096, 1)  # so that the checks of several run at once


class Child:
    """A forked process that tells what it does in single letters, until it ends or is killed."""

    def __init__(self, work, starts=None):
        self._read, write = os.pipe()

        def tell(letter):
            return os.write(write, letter.encode())

        self.pid = os.fork()
        if self.pid == 0:
            status = 1
            try:
                os.close(self._read)
                if starts is not None:
                    os.read(starts, 1)
                work(tell)
                status = 0
            except BaseException as error:  # noqa: BLE001 - the parent tells it
                tell(f" {error!r}")
            finally:
                os._exit(status)
        os.close(write)

    def wait(self):
        """Whether it was killed, and what it had told."""
        told = b""
        while more := os.read(self._read, 1000):
            told += more
        os.close(self._read)
        status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        assert status in (0, -signal.SIGKILL), told
        return status != 0, told.decode()


def kill_at(point, folder):
    """SIGKILL this process at the ``point``-th of its statements to SQLite and its file operations in ``folder``."""
    left = [point]

    def tick(*_):
        left[0] -= 1
        if left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def connect(*args, **words):
        db = real(*args, **words)
        if str(folder) in str(args[0]):
            db.set_trace_callback(tick)
        return db

    def audit(event, args):
        if event in ("open", "os.rename") and str(folder) in str(args[0]):
            tick()

    real, schema.sqlite3.connect = schema.sqlite3.connect, connect
    fsync = os.fsync
    os.fsync = lambda handle: (tick(), fsync(handle))
    sys.addaudithook(audit)


def guesses(staff, tell, times, *, name="Ng"):
    """So many wrong tries; tells of each look at a PIN and each answer."""
    checks = staff._matches
    staff._matches = lambda *asked: tell("L") and checks(*asked)
    for _ in range(times):
        said = staff.log_in(name, WRONG, None, NOW)
        tell({Why.WRONG: "W", Why.LOCKED: "l"}[said.reason])


# --- killed ---------------------------------------------------------------------------------------------------------


def test_that_a_process_killed_at_any_point_of_a_try_grants_none(kept):
    whole = {file: file.read_bytes() for file in kept.path.parent.iterdir()}
    point, killed, points = 0, True, 0
    while killed:
        point += 1
        for file in kept.path.parent.iterdir():
            file.unlink()
        for file, content in whole.items():
            file.write_bytes(content)
            file.chmod(0o600)
        shutil.rmtree(anchor_folder(kept.path.parent))  # all of it is put back, the second place too

        def work(tell, point=point):
            kill_at(point, kept.path.parent)
            with closing(StaffStore(kept.path, QUICK)) as staff:
                guesses(staff, tell, 3)

        killed, told = Child(work).wait()
        _, later = Child(lambda tell: kept.ask(lambda staff: guesses(staff, tell, 4))).wait()
        assert (told + later).count("L") <= 3, f"point {point}: {told} {later}"
        assert later.endswith("l"), f"point {point}: {told} {later}"
        assert kept.findings() == [], f"point {point}"
        assert kept.enters("Ng", now=NOW + timedelta(seconds=30)) == "Ng", f"point {point}"
        points += killed
    assert points > 20
    assert told == "LW" * 3


def test_that_a_process_killed_while_it_looks_at_a_pin_has_counted_the_try(kept):
    def work(tell):
        with closing(StaffStore(kept.path, QUICK)) as staff:
            staff._matches = lambda *_: tell("L") and os.kill(os.getpid(), signal.SIGKILL)
            tell({Why.LOCKED: "l"}[staff.log_in("Ng", PINS["Ng"], None, NOW).reason])

    assert [Child(work).wait() for _ in range(4)] == [*[(True, "L")] * 3, (False, "l")]
    assert kept.enters("Ng") == "locked"


def test_that_a_guesser_killed_from_outside_again_and_again_gets_three_tries(kept):
    looks = 0
    for _ in range(12):
        read, write = os.pipe()

        def work(tell, write=write):
            with closing(StaffStore(kept.path, QUICK)) as staff:
                guesses(staff, lambda letter: os.write(write, b".") and tell(letter), 1000)

        child = Child(work)
        os.read(read, 1)  # it has begun
        os.kill(child.pid, signal.SIGKILL)
        killed, told = child.wait()
        assert killed
        looks += told.count("L")
        os.close(read)
        os.close(write)
    assert looks <= 3, "a try may be lost between its count and the look, never won"
    assert kept.findings() == []
    assert kept.enters("Ng") == "locked"


def test_that_a_seat_killed_at_any_point_of_its_first_run_begins_anew_or_has_its_supervisor(tmp_path):
    point, killed, seen = 0, True, set()
    while killed:
        point += 1
        path = tmp_path / f"at-{point}" / "staff.db"
        path.parent.mkdir()

        def work(tell, point=point, path=path):
            kill_at(point, path.parent)
            with closing(StaffStore(path, QUICK)) as staff:
                staff.create_first("Ng", PINS["Ng"])
                tell("d")

        killed, told = Child(work).wait()
        with closing(StaffStore(path, QUICK)) as staff:
            assert staff.self_test() == [], f"point {point}"
            first = staff.first_run
            seen.add(first)
            assert not (first and told), "what was told as done is done"
            if first:
                staff.create_first("Ng", PINS["Ng"])
            assert staff.log_in("Ng", PINS["Ng"], None, NOW).name == "Ng"
        with closing(StaffStore(path, QUICK)) as staff:
            assert (staff.first_run, staff.self_test()) == (False, [])
        assert b'"began":true' in path.with_suffix(".key").read_bytes(), f"point {point}"
    assert seen == {True, False}


def test_that_a_change_killed_at_any_point_is_done_whole_or_not_at_all(kept):
    point, killed, seen = 0, True, set()
    while killed:
        point += 1

        def work(tell, point=point):
            kill_at(point, kept.path.parent)
            with closing(StaffStore(kept.path, QUICK)) as staff:
                boss = staff.log_in("Ng", PINS["Ng"], None, NOW)
                staff.reset_pin(boss, "Abe", WRONG)

        killed, _ = Child(work).wait()
        assert kept.findings() == [], f"point {point}"
        changed = kept.enters("Abe", WRONG) == "Abe"
        seen.add(changed)
        assert kept.enters("Ng") == "Ng"  # clears the count of what was killed
        if changed:
            kept.ask(
                lambda staff: staff.reset_pin(staff.log_in("Ng", PINS["Ng"], None, NOW), "Abe", PINS["Abe"])
            )
        assert kept.enters("Abe") == "Abe", f"point {point}"
    assert seen == {True, False}


def test_that_on_a_full_disk_no_pin_is_looked_at(kept):
    def work(tell):
        with closing(StaffStore(kept.path, QUICK)) as staff:
            staff._matches = lambda *_: tell("L")
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(
                resource.RLIMIT_FSIZE, (0, 0)
            )  # nothing more is written anywhere but to the pipe
            for _ in range(5):
                try:
                    staff.log_in("Ng", WRONG, None, NOW)
                except EnvironmentFault:
                    tell("f")

    assert Child(work).wait() == (False, "fffff")
    assert kept.findings() == []
    assert kept.enters("Ng") == "Ng"


# --- at once --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ng", "Eve"])
def test_that_processes_that_guess_at_once_get_three_tries_together(kept, name):
    starts, start = os.pipe()

    def work(tell):
        with closing(StaffStore(kept.path, SLOWER)) as staff:
            guesses(staff, tell, 5, name=name)

    children = [Child(work, starts) for _ in range(4)]
    os.write(start, b"go!!")
    told = "".join(child.wait()[1] for child in children)
    os.close(starts)
    os.close(start)
    assert (told.count("L"), told.count("W"), told.count("l")) == (3, 3, 17)
    assert kept.findings() == []


@pytest.mark.parametrize("shared", [True, False])
def test_that_threads_that_guess_at_once_get_three_tries_together(kept, shared):
    stores = (
        [StaffStore(kept.path, SLOWER)] * 6 if shared else [StaffStore(kept.path, SLOWER) for _ in range(6)]
    )
    gate, reasons = threading.Barrier(6), []

    def guess(staff):
        gate.wait(30)
        reasons.extend(staff.log_in("Ng", WRONG, None, NOW).reason for _ in range(3))

    threads = [threading.Thread(target=guess, args=(staff,)) for staff in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    for staff in set(stores):
        staff.close()
    assert (reasons.count(Why.WRONG), reasons.count(Why.LOCKED)) == (3, 15)


def test_that_of_many_first_supervisors_made_at_once_there_is_one(tmp_path):
    path = tmp_path / "staff.db"
    starts, start = os.pipe()

    def work(tell):
        with closing(StaffStore(path, QUICK)) as staff:
            try:
                staff.create_first(f"User {os.getpid()}", PINS["Ng"])
                tell("d")
            except StaffRefusal:
                tell("r")

    children = [Child(work, starts) for _ in range(6)]
    os.write(start, b"go go!")
    told = "".join(child.wait()[1] for child in children)
    os.close(starts)
    os.close(start)
    assert sorted(told) == ["d", *"rrrrr"]
    with closing(StaffStore(path, QUICK)) as staff:
        assert (len(staff.users()), staff.self_test()) == (1, [])


def test_that_a_session_of_one_process_ends_when_another_changes_the_user(kept):
    with closing(StaffStore(kept.path, QUICK)) as staff:
        abe = staff.log_in("Abe", PINS["Abe"], None, NOW)
        assert isinstance(abe, Session)
        kept.ask(lambda other: other.deactivate(other.log_in("Ng", PINS["Ng"], None, NOW), "Abe"))
        with pytest.raises(StaffRefusal, match="has ended"):
            staff.change_pin(abe, PINS["Abe"], WRONG, NOW)
