"""The same with Debian's own dpkg on a root of its own: what the simulated one does is what it does."""

import fcntl
import os
import shutil
import threading
from contextlib import closing

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.ops.update.machine import run_command
from kiosk.store.seat_store import SeatStore
from kits.ops.update import World, as_schema, books, play

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("dpkg") is None,
    reason="dpkg installs into a root of its own for root alone",
)


class DebianWorld(World):
    """dpkg and dpkg-query are Debian's; only the programs are run as everywhere in these tests."""

    def run(self, command):
        if command[0] in ("env", "dpkg", "dpkg-query"):
            return run_command(command)
        return super().run(command)

    def put(self, debs):
        return run_command(["dpkg", f"--root={self.root}", "-i", *debs])


@pytest.fixture
def debian(tmp_path):
    world = DebianWorld(tmp_path / "machine")
    database = world.root / "var/lib/dpkg"
    for name in ("info", "updates", "triggers"):
        (database / name).mkdir()
    for name in ("status", "available"):
        (database / name).touch()
    return world.set_up()


def test_that_debians_dpkg_goes_forward_and_back(debian):
    rows, money = books(debian.seat_db), debian.money()
    assert debian.installed() == {"1.0"}
    assert debian.updater().update(debian.bundle("2.0", 3), stop=False) == "2.0"
    assert debian.installed() == {"2.0"}
    with as_schema(3):
        assert debian.updater().back(stop=False) == "1.0"
    assert debian.installed() == {"1.0"}
    assert (books(debian.seat_db), debian.money()) == (rows, money)
    debian.updater().update(debian.bundle("2.0"), stop=False)
    play(debian.seat_db, digits=8)
    rows, money = books(debian.seat_db), debian.money()
    assert debian.updater().back(stop=False) == "1.0"
    assert (books(debian.seat_db), debian.money()) == (rows, money)


@pytest.mark.parametrize("lock", ["lock-frontend", "lock"])
def test_that_another_dpkg_at_work_is_waited_for(debian, lock):
    money = debian.money()
    bundle = debian.bundle("2.0", 3)
    with (debian.root / "var/lib/dpkg" / lock).open("w") as held:
        fcntl.lockf(held, fcntl.LOCK_EX)
        turned_away = threading.Event()
        world_run = debian.run

        def watched(command):
            found = world_run(command)
            if "locked by another process" in found.err:
                turned_away.set()
            return found

        debian.run = watched

        def let_go():
            turned_away.wait(60)
            fcntl.lockf(held, fcntl.LOCK_UN)

        other = threading.Thread(target=let_go)
        other.start()
        assert debian.updater().update(bundle, stop=False) == "2.0"
        other.join()
    assert turned_away.is_set()
    assert (debian.installed(), debian.money()) == ({"2.0"}, money)


def test_that_what_debians_dpkg_refuses_is_taken_back(debian):
    bundle = debian.bundle("2.0", 3, script="#!/bin/sh\nexit 1\n")
    rows = books(debian.seat_db)
    with pytest.raises(EnvironmentFault, match=r"version 2\.0 was not taken: dpkg ended with status 1"):
        debian.updater().update(bundle, stop=False)
    assert debian.installed() == {"1.0"}
    assert books(debian.seat_db) == rows
    with closing(SeatStore(debian.seat_db)) as store:
        assert store.self_test() == []
