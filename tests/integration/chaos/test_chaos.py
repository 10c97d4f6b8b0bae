"""Real processes are hurt while they play; at rest every book agrees to the cent."""

import os

import pytest

from kits.audit.floor_books import check_archives_agree, check_books
from kits.audit.floor_truth import Truth
from kits.chaos import faults
from kits.chaos.damage import DAMAGES, copy_of
from kits.chaos.floor import chaos_floor


def torment(folder, seed, nodes, planned, overlap):
    """Play, hurt, come to rest, judge; answers what was done and found, and where it lies."""
    with chaos_floor(folder, nodes=nodes, seed=seed) as floor:
        faults.run(floor, planned(floor), overlap)
        seen = floor.observer.counts
        floor.come_to_rest()
        truth = check_books(floor.archive, floor.files())
        check_archives_agree(floor.archive, floor.host_archive)
    counts = floor.faults + truth.counts
    counts["slips"] = seen["Slip"]
    counts["cents lost"] = truth.counts["cents lost"]
    return counts, floor


def found_wrong(archive, files):
    """Whether the judge finds anything."""
    try:
        Truth(archive, files).check_at_rest()
    except AssertionError:
        return True
    return False


def report(counts, capsys):
    with capsys.disabled():
        print("\nchaos: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))


def short(floor):
    """One of each kind that the quick form must have."""
    return [
        faults.seat_killed("07"),
        faults.delayed("seat-08"),
        faults.cut("seat-09", "during"),
        faults.console_killed(),
        faults.seat_stopped("07"),
        faults.etcd_killed(0),
    ]


@pytest.mark.rule("sicbo:5.1.2", "sicbo:5.2.1", "sicbo:5.2.2")
def test_that_no_cent_is_lost_in_a_short_chaos(folder, capsys):
    counts, floor = torment(folder, 1, 1, short, overlap=2)
    report(counts, capsys)
    for kind in ("seat killed", "appends delayed", "line cut during the close", "console killed", "seat stopped",
                 "etcd killed"):  # fmt: skip
        assert counts[kind] >= 1, f"no {kind}"
    assert counts["bets registered"] >= 1
    for name, damage in DAMAGES.items():
        archive, files = copy_of(floor, folder / name)
        damage(archive, files)
        assert found_wrong(archive, files), f"nobody has found the damage: {name}"


KINDS = ("before", "during", "after")


def everything(times, nodes):
    """Every kind of fault so often, in an order of the seed."""

    def planned(floor):
        found = []
        for n in range(times):
            seats = floor.random.sample(sorted(floor.seats), len(floor.seats))
            lines = [*(f"seat-{name}" for name in seats), "console"]
            one = [
                *(faults.seat_killed(name) for name in seats),
                faults.console_killed(),
                faults.host_killed(),
                faults.seat_stopped(seats[0]),
                faults.console_stopped(),
                *(faults.cut(line, when) for line, when in zip(lines, KINDS, strict=False)),
                faults.cut("console", KINDS[n % 3]),
                faults.half_open(lines[n % 4]),
                *(faults.delayed(line) for line in lines[:2]),
                faults.delayed("console"),
                *(faults.answers_lost(line) for line in (seats and lines[1], "console")),
                faults.etcd_killed(n % nodes),
                faults.no_space(),
                faults.compacted(seats[1]),
                faults.removed(seats[2]),
            ]
            if nodes > 1:
                one += [faults.leader_killed(), faults.etcd_killed((n + 1) % nodes)]
            found += floor.random.sample(one, len(one))
        return found

    return planned


ALL = (
    "seat killed", "console killed", "host killed", "seat stopped", "console stopped",
    "line cut before the close", "line cut during the close", "line cut after the close", "line half-open",
    "appends delayed", "appends repeated", "etcd killed", "no space", "compacted while a seat was away",
    "archived while a seat was dark", "rounds removed while a seat was dark", "stakes returned unregistered",
)  # fmt: skip


@pytest.mark.torture
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("nodes", [1, 3])
def test_that_no_cent_is_lost_in_a_long_chaos(folder, capsys, nodes):
    times = int(os.environ.get("CHAOS_TIMES", "12"))
    seed = int(os.environ.get("CHAOS_SEED", "10"))
    counts, _ = torment(folder, seed + nodes, nodes, everything(times, nodes), overlap=3)
    report(counts, capsys)
    for kind in (*ALL, *(["etcd leader killed"] if nodes > 1 else [])):
        assert counts[kind] >= 1, f"no {kind}"
