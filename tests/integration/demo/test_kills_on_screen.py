"""The demonstration on a screen is killed at random moments: store, sender, devices and table in their own threads.

After every kill, and after the restart that follows, the money is exact to the cent.
"""

import os
import random
import shutil
import subprocess
import sys
import time
from collections import Counter

from kits.app.seat_play import assert_sound, changed, come_to_rest, settled
from kits.audit import physical_truth as truth

KILLS = 5
PLAYED = 2  # every so many starts a round that the seat played is settled before the kill
MOST_WRITES = 12  # of the seat's books, that are waited for before a kill in play
STARTING_S = 0.5
WITHIN_S = 120  # that which must come, also on a busy machine
WRITTEN = ("acceptor.json", "seat.db-wal", "table.db-wal", "registry.db")


def begin(folder, seed):
    words = ["--bot", "--speed", "50", "--seed", str(seed), "--state", str(folder)]
    return subprocess.Popen(
        [sys.executable, "-m", "kiosk", "demo", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
    )


def wait_at_most(process, reached, most_s, every_s=0.002):
    """Whether it was reached within that time."""
    end = time.monotonic() + most_s
    while not (found := reached()) and time.monotonic() < end:
        assert process.poll() is None, f"the seat ended by itself: {process.stderr.read().decode()}"
        time.sleep(every_s)
    return found


def wait_for(process, reached, what):
    assert wait_at_most(process, reached, WITHIN_S, every_s=0.02), f"{what} did not come within {WITHIN_S} s"


def play_and_kill(folder, seed, source):
    """One start and one kill: while starting, in play, or just when a file is being written."""
    process = begin(folder, seed)
    try:
        before = changed(folder / "table.db-wal")
        if seed % 4 == 0:
            kind = "starting"
            wait_at_most(process, lambda: False, source.uniform(0.5, 0.5 + STARTING_S))
        else:
            wait_for(process, lambda: changed(folder / "table.db-wal") not in (0, before), "a record")
            if seed % PLAYED:
                rounds = settled(folder)
                wait_for(process, lambda: settled(folder) > rounds, "a settled round")
            for _ in range(source.randrange(MOST_WRITES)):
                was = changed(folder / "seat.db-wal")
                wait_at_most(process, lambda was=was: changed(folder / "seat.db-wal") != was, 0.2)
            kind = source.choice(("playing", *WRITTEN))
            if kind in WRITTEN:
                was = changed(folder / kind)
                wait_at_most(process, lambda: changed(folder / kind) != was, 3)
                wait_at_most(process, lambda: False, source.uniform(0, 0.004))
    finally:
        process.kill()
        process.communicate()
    return kind


def check(copy):
    if (copy / "seat.db").exists():
        assert_sound(copy)
    if (copy / "table.db").exists() and (copy / "seat.db-wal").exists():
        truth.check_killed(copy)
    come_to_rest(copy)
    truth.check_at_rest(copy)
    assert_sound(copy)
    shutil.rmtree(copy)


def test_that_money_is_exact_after_every_kill_of_the_screen(memory_path, capsys):
    source, tally = random.Random("kills on screen"), Counter()
    folder = memory_path / "state"
    for number in range(KILLS):
        tally["killed while " + play_and_kill(folder, number + 1, source)] += 1
        copy = memory_path / f"copy-{number}"
        shutil.copytree(folder, copy)
        check(copy)
    come_to_rest(folder)
    journal, found, rounds = truth.check_at_rest(folder)
    with capsys.disabled():
        print(
            f"\nkills on screen: {dict(tally)}, rounds {len(rounds)}, settled {len(journal.rounds)}, "
            f"notes {len(found.notes)}, tickets {len(found.papers)}"
        )
    assert len(journal.rounds) >= 2
    assert found.notes
