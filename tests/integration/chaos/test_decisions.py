"""A dealer and a supervisor decide rounds again and pay by hand while real seats are hurt; every cent is found."""

import os

import pytest

from kits.audit.floor_books import check_books
from kits.chaos import dealer as chaos_dealer
from kits.chaos import faults
from kits.chaos.floor import chaos_floor


def torment(folder, seed, rounds, planned, pays=False):
    """Deal so many rounds, hurt the seats meanwhile, come to rest, judge; answers what was done and found.

    ``pays``: go on until somebody was paid by hand. A seat must be dark just then, and it is there again soon.
    """
    with chaos_floor(folder, nodes=1, seed=seed, dealt=True) as floor:
        faults.run(floor, [chaos_dealer.dealing(rounds), *planned(floor)], overlap=3)
        while pays and not floor.faults["dealer paid by hand"]:
            faults.run(floor, [chaos_dealer.dealing(5), *hurt(2)(floor)], overlap=3)
        floor.come_to_rest()
        truth = check_books(floor.archive, floor.files())
    counts = floor.faults + truth.counts
    counts["cents lost"] = truth.counts["cents lost"]  # a sum of counters forgets zeros
    return counts


def report(counts, capsys):
    with capsys.disabled():
        print("\ndecisions: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items())))


def hurt(times):
    """Seats are killed, stopped and cut off so often."""

    def planned(floor):
        found = []
        for n in range(times):
            a, b, c = floor.random.sample(sorted(floor.seats), 3)
            found += [faults.seat_killed(a), faults.seat_stopped(b), faults.cut(f"seat-{c}", "after")]
            found += [faults.half_open(f"seat-{a}"), faults.etcd_killed(0)] if n % 2 else []
        return found

    return planned


@pytest.mark.torture  # `make test` has each irregularity of its own, without the chaos
@pytest.mark.rule("sicbo:5.4", "sicbo:5.5", "sicbo:5.9")
def test_that_no_cent_is_lost_when_rounds_are_decided_again_in_a_short_chaos(folder, capsys):
    counts = torment(folder, 1, 8, hurt(1))
    report(counts, capsys)
    assert counts["decided anew"] >= 1


@pytest.mark.torture
@pytest.mark.timeout(7200)
@pytest.mark.rule("sicbo:5.4", "sicbo:5.5", "sicbo:5.9")
def test_that_no_cent_is_lost_when_rounds_are_decided_again_in_a_long_chaos(folder, capsys):
    counts = torment(folder, 2, int(os.environ.get("CHAOS_ROUNDS", "200")), hurt(30), pays=True)
    report(counts, capsys)
    for kind in ("result corrected", "void afterwards", "earlier round void", "paid by hand", "open items"):
        assert counts[kind] >= 1, f"no {kind}"
