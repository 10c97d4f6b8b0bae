"""The power goes and the disk forgets what was not synced: the books hold the cause of all that had left the seat."""

import json
import random
import shutil
from collections import Counter

import pytest

from kits import program
from kits.app.seat_play import assert_sound, come_to_rest
from kits.audit import physical_truth as truth
from kits.store import power_cut

pytestmark = pytest.mark.skipif(power_cut.compiler() is None, reason="the disk is watched by a library in C")
ROUNDS = 6


@pytest.fixture
def traced(memory_path):
    """Plays in a process of its own; the entries of its trace."""
    shim = power_cut.build(memory_path)

    def play(seed, *pragmas):
        folder = memory_path / f"play-{seed}"
        folder.mkdir()
        trace = memory_path / f"trace-{seed}"
        words = (folder / "state", seed, ROUNDS, *pragmas)
        power_cut.record(program("kits.store.traced_seat", *words), folder, trace, shim)
        return folder, list(power_cut.read(trace))

    return play


def cuts(folder, entries, count, source, copies):
    """The folder after ``count`` power cuts anywhere, one at a time; where each fell and what the disk kept."""
    disk, taken = power_cut.Disk(folder), 0
    begun = next(at for at, entry in enumerate(entries) if entry.path.endswith("told.jsonl"))
    for number, at in enumerate(sorted(source.sample(range(begun + 1, len(entries)), count))):
        for entry in entries[taken:at]:
            disk.take(entry)
        taken, copy = at, copies / f"cut-{number}"
        how = disk.make(copy, source)
        yield copy, how
        shutil.rmtree(copy)


def told(copy):
    return [json.loads(line) for line in (copy / "told.jsonl").read_text().split("\n")[:-1]]


def check(copy):
    """As it lies there: what had left the seat has its cause in the books, and what was answered stands in the log."""
    state, left = copy / "state", Counter()
    hashes = dict(truth.rows(state / "seat.db", "SELECT id, hash FROM txn"))
    stands = {key for (key,) in truth.rows(state / "table.db", "SELECT key FROM entry")}
    journal = truth.check_killed(state)
    for said in told(copy):
        if "holds" in said:
            assert set(said["holds"]) <= stands, "the log has lost what it had answered for"
            continue
        left[said["left"]] += 1
        if said["number"]:
            assert hashes.get(said["number"], b"").hex() == said["hash"], (
                f"{said} left before its step was on disk"
            )
        if "rev" in said:
            table = journal.state["table"]
            decided = table["phase"] in ("result", "void", "ended")  # its revisions are counted no more
            assert table["number"] >= said["round"], f"{said} left before its step was on disk"
            if table["number"] == said["round"] and not decided:
                assert journal.state["rev"] >= said["rev"], f"{said} left before its step was on disk"
    return left


def torment(traced, copies, seed, count, whole):
    """Cut the power ``count`` times within one play; every ``whole``-th copy is played on and audited to the cent."""
    folder, entries = traced(seed)
    tally, source = Counter(), random.Random(f"power:{seed}")
    for number, (copy, how) in enumerate(cuts(folder, entries, count, source, copies)):
        tally.update({f"left {name}": n for name, n in check(copy).items()})
        tally[how] += 1
        if number % whole == 0:
            come_to_rest(copy / "state")
            truth.check_at_rest(copy / "state")
            assert_sound(copy / "state")
            tally["to rest"] += 1
    tally["cuts"] += count
    tally["cents lost or made"] = 0  # an inequality of one cent has failed above
    return tally


def report(tally, capsys):
    with capsys.disabled():
        print("\npower cuts: " + ", ".join(f"{name} {count}" for name, count in sorted(tally.items())))


def test_that_a_power_cut_takes_nothing_that_had_left_the_seat(traced, memory_path, capsys):
    tally = torment(traced, memory_path, seed=1, count=30, whole=10)
    report(tally, capsys)
    assert tally["left Send"] > 0
    assert tally["left StackNote"] > 0


def test_that_a_seat_that_does_not_sync_is_found_out(traced, memory_path):
    folder, entries = traced(2, "synchronous=OFF")
    source = random.Random("power:off")
    found = Counter()
    for copy, _ in cuts(folder, entries, 40, source, memory_path):
        try:
            check(copy)
        except AssertionError:  # of whatever is compared first: box, papers, heads or log
            found["noticed"] += 1
        except truth.sqlite3.DatabaseError:
            found["damaged"] += 1
    assert found["noticed"] > 0, found


@pytest.mark.torture
@pytest.mark.timeout(7200)
def test_that_money_is_exact_after_a_thousand_power_cuts(traced, memory_path, capsys):
    tally = Counter()
    for seed in range(10, 20):
        tally.update(torment(traced, memory_path, seed, count=100, whole=10))
    report(tally, capsys)
    for what in ("Send", "Report", "StackNote", "Print", "RegistryPending"):
        assert tally[f"left {what}"] > 0
