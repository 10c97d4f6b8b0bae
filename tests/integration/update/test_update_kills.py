"""An update that is killed anywhere ends, when it is resumed, in one version that opens the books with every cent."""

import json
import os
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from kits import program, surroundings
from kits.ops.update import books, play

MEMORY = "/dev/shm"
POINTS, LONG_POINTS = 60, 400
FROM, TO = "1.0", "2.0"


def run(template, scratch, action, points):
    """What came of each point. A line tells how far it is; whoever ends the test ends all that it has begun."""
    scratch.mkdir(exist_ok=True)
    found = []
    with (scratch / "errors").open("w+") as errors:
        killer = subprocess.Popen(
            program("kits.ops.update_killer", template, scratch, action, *points),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=surroundings(),
        )
        try:
            for line in killer.stdout:
                found.append(json.loads(line))
                print(f"\r{action}: {len(found)} of {len(points)} points", end="", flush=True)
            print()
        finally:
            end_family(killer)
        errors.seek(0)
        assert (errors.read(), killer.returncode) == ("", 0)
    return found


def end_family(killer):
    """The killer, and the updaters that it has started: their folder can be removed then."""
    if killer.poll() is None:
        started = psutil.Process(killer.pid).children(recursive=True)
        killer.kill()
        for one in started:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        psutil.wait_procs(started)
    killer.wait()
    killer.stdout.close()


def spread(begun, count, points):
    """So many numbers up to ``count``, a few before ``begun`` and most behind it; the first and last among them."""
    few = points // 5
    before = {1 + round(number * (begun - 1) / few) for number in range(few)}
    return sorted(
        before | {begun + round(n * (count - begun) / (points - few - 1)) for n in range(points - few)}
    )


def rows_of(world):
    return {name: [list(map(repr, row)) for row in table] for name, table in books(world.seat_db).items()}


@pytest.fixture
def scratch():
    """Where no write waits for a disk: a process that is killed loses nothing by that, and there are many."""
    with tempfile.TemporaryDirectory(dir=MEMORY if os.access(MEMORY, os.W_OK) else None) as folder:
        yield Path(folder)


@pytest.fixture
def updating(world):
    """Ready for an update that migrates the books."""
    world.bundle(TO, 3)
    return world


@pytest.fixture
def failing(world):
    """Ready for an update that migrates the books and then fails its last check: it is taken back."""
    world.bundle(TO, 3, crashes="manifest")
    return world


@pytest.fixture
def returning(world):
    """Ready for a way back over one schema, with play since the update."""
    world.updater().update(world.bundle(TO), stop=False)
    play(world.seat_db, digits=8)
    return world


@pytest.fixture
def returning_state(world):
    """Ready for a way back that puts the state of the backup in place."""
    world.updater().update(world.bundle(TO, 3), stop=False)
    return world


def check(found, world, rows, money, versions):
    """One version, all money, nothing left over, whatever the point was."""
    for one in found:
        where = {key: one[key] for key in ("point", "status", "told", "resumed", "left")}
        assert len(one["installed"]) == 1, where
        assert one["installed"][0] in versions, (where, one["installed"])
        examined = json.loads(one["examined"])
        assert examined["findings"] == [], where
        assert examined["software"] == one["installed"][0], where
        assert {name: cents for name, cents in examined["money"].items() if cents} == money, where
        assert one["rows"] == rows, where
        assert one["left"] == [], where
        assert not str(one["resumed"]).startswith("!"), one["resumed"]


CASES = {"updating": "update", "failing": "update", "returning": "back", "returning_state": "back"}


def try_all(request, scratch, case, points):
    world, action = request.getfixturevalue(case), CASES[case]
    rows = rows_of(world)
    money = {name: cents for name, cents in world.money().items() if cents}
    assert world.updater().resume() is None
    (whole,) = run(world.folder, scratch / "whole", action, [0])
    wanted = TO if case == "updating" else FROM
    assert whole["told"] == wanted or (case == "failing" and "was not taken" in whole["told"])
    check([whole], world, rows, money, [wanted])
    chosen = [str(point) for point in spread(whole["begun"], whole["count"], points)]
    twice = [f"{point}:{5 + 7 * number % 90}" for number, point in enumerate(chosen[::4])]
    found = run(world.folder, scratch / "kills", action, [*chosen, *twice])
    assert [one["status"] for one in found] == [-9] * len(found)
    check(found, world, rows, money, [FROM] if case == "failing" else [FROM, TO])
    return found


@pytest.mark.torture
@pytest.mark.parametrize("case", CASES)
def test_that_a_change_killed_anywhere_ends_in_one_version_with_every_cent(request, scratch, case):
    found = try_all(request, scratch, case, POINTS if case == "updating" else POINTS // 3)
    ends = {one["resumed"][0] if one["resumed"] else None for one in found}
    assert {None, "undone"} <= ends  # before, and in the middle of, the packages
    if case != "failing":
        assert "done" in ends
        assert {one["installed"][0] for one in found} == {FROM, TO}


@pytest.mark.torture
@pytest.mark.parametrize("case", CASES)
def test_that_many_more_kills_change_nothing(request, scratch, case):
    try_all(request, scratch, case, LONG_POINTS)
