"""A playing seat is killed at random moments; after every kill the money is exact to the cent."""

import json
import random
import shutil
import subprocess
import time
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kiosk.app.state_dir import StateDir
from kiosk.links.embedded import EmbeddedLog
from kiosk.store.seat_store import SeatStore
from kits import KIOSK
from kits.app.seat_play import assert_sound, changed, come_to_rest, settled
from kits.audit import physical_truth as truth
from kits.processes import Process, run_process

ROUNDS = 10_000  # more than any run can play before it is killed
STARTING_S, PLAYING_S = 0.25, 1.2
OUTSIDE_EVERY = 40
WRITTEN = {
    "item": "acceptor.json",
    "commit": "seat.db-wal",
    "append": "table.db-wal",
    "ticket": "registry.db",
}


class Player:
    """`kiosk demo` with the bot in a process of its own."""

    def __init__(self, folder, seed):
        self._folder = folder
        words = ["--headless", "--bot", "--seed", str(seed), "--state", str(folder), "--rounds", str(ROUNDS)]
        self.process = Process([*KIOSK, "demo", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def wait_until(self, reached, most_s):
        """Whether `reached` came true before the time ran out. The process must be alive."""
        end = time.monotonic() + most_s
        while not (found := reached()) and time.monotonic() < end:
            if self.process.poll() is not None:
                pytest.fail(f"the seat ended by itself: {self.process.stdout.read().decode()}")
            time.sleep(0.001)
        return found

    def holds(self):
        """Whether the process has the state directory open. The lock itself must not be probed: that takes it."""
        lock = str(self._folder / "lock")
        try:
            return any(
                str(link.readlink()) == lock for link in Path(f"/proc/{self.process.pid}/fd").iterdir()
            )
        except OSError:
            return False  # a file was closed while we looked

    def prints(self):
        return any((self._folder / "tickets").glob("*.part"))

    def writes(self, name):
        """A question that becomes true when the file of that name is next written."""
        before = changed(self._folder / name)
        return lambda: changed(self._folder / name) != before

    def kill(self):
        self.process.kill()
        self.process.communicate()


def play_and_kill(folder, seed, source):
    """One start and one kill: soon after the start, somewhere in play, or just when something is being written."""
    player = Player(folder, seed)
    try:
        kind = source.choice(("starting", "playing", "printing", *WRITTEN))
        if kind == "starting" and source.random() < 0.2:
            time.sleep(source.uniform(0, 1))  # even before it has opened anything
            return kind
        assert player.wait_until(player.holds, 60)
        if kind != "starting":
            rounds = settled(folder)
            assert player.wait_until(lambda: settled(folder) > rounds, 60)
        if kind == "printing":
            player.wait_until(player.prints, 5)
            time.sleep(source.uniform(0, 0.01))
        elif kind in WRITTEN:
            time.sleep(source.uniform(0, PLAYING_S))
            player.wait_until(player.writes(WRITTEN[kind]), 5)
            time.sleep(source.uniform(0, 0.004))
        else:
            time.sleep(source.uniform(0, STARTING_S if kind == "starting" else PLAYING_S))
    finally:
        player.kill()
    return kind


def check(copy, tally):
    """The killed state as it lies there, then the same after a restart that comes to rest."""
    if (copy / "seat.db").exists():
        assert_sound(copy)
    if (copy / "table.db").exists() and (copy / "seat.db-wal").exists():
        journal = truth.check_killed(copy)
        tally["phase " + journal.state.get("table", {}).get("phase", "none")] += 1
        tally.update({"pending " + key.partition(":")[0] for key in journal.outbox})
        tally["pending send"] += bool(journal.state.get("flight"))
    come_to_rest(copy)
    truth.check_at_rest(copy)
    assert_sound(copy)
    shutil.rmtree(copy)


def audit_outside(folder):
    done = run_process(
        [*KIOSK, "verify", "--state", str(folder), "--json"],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, json.loads(done.stdout)["findings"]) == (0, []), done.stderr


def torment(folder, kills, seed):
    """Kill `kills` times over one state directory; answers what was played."""
    source, tally = random.Random(f"kills:{seed}"), Counter()
    state = folder / "state"
    state.mkdir()
    with ThreadPoolExecutor(1) as pool:  # checks one kill while the next process starts
        checks = deque()
        for number in range(kills):
            tally["killed while " + play_and_kill(state, seed * 100_000 + number, source)] += 1
            copy = folder / f"copy-{number}"
            shutil.copytree(state, copy)
            checks.append(pool.submit(check, copy, tally))
            while len(checks) > 1 or (checks and checks[0].done()):
                checks.popleft().result()
            if number % OUTSIDE_EVERY == OUTSIDE_EVERY - 1:
                audit_outside(state)
        while checks:
            checks.popleft().result()
    come_to_rest(state)
    journal, found, rounds = truth.check_at_rest(state)
    audit_outside(state)
    tally["kills"] = kills
    tally["rounds"] = len(rounds)
    tally["rounds void"] = sum(1 for played in rounds.values() if played.phase == "void")
    tally["rounds settled"] = len(journal.rounds)
    tally["bets"] = sum(len(played.stakes) for played in rounds.values())
    tally["notes"] = len(found.notes)
    tally["tickets printed"] = len(found.papers)
    tally["tickets redeemed"] = len(found.stacked_tickets)
    tally["cents lost"] = 0  # an inequality of one cent has failed above
    return tally


def report(tally, capsys):
    with capsys.disabled():
        print("\nkill test: " + ", ".join(f"{name} {count}" for name, count in sorted(tally.items())))


@pytest.mark.parametrize("making", ["table.db", "registry.db"])
def test_that_a_seat_that_was_killed_as_it_made_its_files_is_sound(memory_path, making):
    folder = memory_path / "state"
    folder.mkdir()
    state = StateDir(folder)
    SeatStore(state.seat, state.seat_anchor).close()
    if making != "table.db":
        EmbeddedLog(state.table).close()
    (folder / making).touch()  # as SQLite makes it, before anything is committed to it
    assert_sound(folder)
    come_to_rest(folder)
    assert_sound(folder)


def test_that_money_is_exact_after_every_kill(memory_path, capsys):
    tally = torment(memory_path, 6, seed=1)
    report(tally, capsys)
    assert tally["rounds settled"] >= 4


@pytest.mark.torture
@pytest.mark.timeout(7200)
def test_that_money_is_exact_after_three_hundred_kills(memory_path, capsys):
    tally = torment(memory_path, 300, seed=2)
    report(tally, capsys)
    assert tally["rounds settled"] >= 300
    assert tally["tickets printed"] >= 30
    assert tally["killed while starting"] >= 30
    for key in ("print", "pending", "note", "send"):
        assert tally["pending " + key] >= 1, f"no kill fell between {key} and its answer"
