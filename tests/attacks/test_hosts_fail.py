"""Hosts are killed, stopped and parted at any step of rounds and tickets; seats play on and every book agrees."""

import contextlib
import os

import pytest

from kits.attacks.hosts_floor import HOSTS, hosts_floor, killed, parted, stopped
from kits.audit.floor_books import check_books
from kits.chaos.faults import run
from kits.chaos.floor import SEATS

SHORT, LONG = 6, int(os.environ.get("HOSTS_TIMES", "300"))
TORTURE = (pytest.mark.torture, pytest.mark.timeout(7200))


def harm(floor, times):
    """So many faults, in an order of the seed: a third each of kills, stops and partings."""
    found = []
    parties = [*HOSTS, "console", *(f"seat-{name}" for name in SEATS)]
    for n in range(times):
        name = floor.random.choice(HOSTS)
        party = floor.random.choice(parties)
        lines = (
            None if party in HOSTS or floor.random.random() < 0.3 else [floor.random.randrange(len(HOSTS))]
        )
        found.append((killed(name), stopped(name), parted(party, lines))[n % 3])
    return floor.random.sample(found, len(found))


@pytest.mark.parametrize(
    ("nodes", "times"),
    [(1, SHORT), pytest.param(1, LONG, marks=TORTURE), pytest.param(3, LONG // 3, marks=TORTURE)],
)
def test_that_no_cent_is_lost_where_hosts_are_killed_stopped_and_parted(tmp_path, capsys, nodes, times):
    seed = int(os.environ.get("HOSTS_SEED", "1"))
    with hosts_floor(tmp_path, nodes=nodes, seed=seed + nodes) as floor:
        run(floor, harm(floor, times), overlap=2)
        seen = floor.observer.counts
        floor.come_to_rest()
        floor.hosts["host-2"].stop()
        truth = check_books(floor.archive, floor.files(), house=True)
        findings = floor.audit()
    counts = floor.faults + truth.counts
    counts["slips"] = seen["Slip"]
    counts["cents lost"] = truth.counts["cents lost"]
    with capsys.disabled() if times > SHORT else contextlib.nullcontext():
        print("\nhosts: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    assert findings == []
    assert sum(floor.faults[name] for name in ("host killed", "host stopped", "host parted")) == times
    assert counts["bets registered"] >= 1
