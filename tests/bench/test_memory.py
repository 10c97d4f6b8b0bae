"""A seat that plays for days must not grow."""

import gc
import random

import psutil
import pytest

from kiosk.app.machine import read_rules
from kiosk.app.state_dir import StateDir
from kiosk.console.chance import seeded_chance
from kiosk.console.desk import Pace
from kiosk.demo.headless import Headless, Play
from kiosk.seat.events import Collect
from kits.bench.figures import Spent

WARM_UP, ROUNDS = 500, 10_000
GOAL_MB = 5
COLLECT_SHARE = 0.1


class RarelyCollects:
    """The bot, but most of its COLLECT touches are left out: a print costs as much as a hundred rounds."""

    def __init__(self, bot):
        self._bot = bot
        self._random = random.Random(1)

    def act(self):
        return [
            e for e in self._bot.act() if not isinstance(e, Collect) or self._random.random() < COLLECT_SHARE
        ]


def resident_mb():
    gc.collect()
    return psutil.Process().memory_info().rss / 2**20


@pytest.mark.bench
@pytest.mark.timeout(7200)
def test_how_much_memory_grows_in_ten_thousand_rounds(in_memory, say, figure):
    state = StateDir(in_memory / "state")
    state.hold()
    table = Headless(state, read_rules("B"), Play(Pace(), seeded_chance(1), 1, WARM_UP))
    table._played._bot = RarelyCollects(table._played._bot)
    table.seat.warm_up()
    table.run()
    before_mb = resident_mb()
    table._play = Play(Pace(), seeded_chance(1), 1, WARM_UP + ROUNDS)
    with Spent() as spent:
        table.run()
    after_mb = resident_mb()
    printed = len(list(state.tickets.glob("ticket-*.pdf")))
    played = table.played
    table.close()
    state.release()
    say(
        f"memory after {played} headless rounds ({printed} tickets, {ROUNDS / spent.processor:.0f} a second): "
        f"{before_mb:.1f} MB to {after_mb:.1f} MB"
    )
    assert played == WARM_UP + ROUNDS
    figure("memory: after 10,000 rounds, beside before them", after_mb, before_mb, before_mb + GOAL_MB, "MB")
