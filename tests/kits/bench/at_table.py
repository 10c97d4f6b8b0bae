"""A seat in its window, a bot's finger on it, at a table over etcd with hosts and TLS whose console deals by itself.

with playing(qtbot, tmp_path, monkeypatch, heed, "stud") as table:       # heed: see kits.chaos.hearing
    table.until(lambda: ...)                # the table's files: table.provided; the seat's screen: table.screen
    stamps(table.stamps)                    # after the end, see kits.bench.stamping_console
    table.bare_puts(100)                    # the servers and hosts still run
"""

import threading
import time
from contextlib import ExitStack, contextmanager

from kiosk.app.config import read_admin_file
from kiosk.links.etcd.log import EtcdLog
from kiosk.table.log import Put
from kits import program
from kits.app.parties import Opened
from kits.chaos import hearing
from kits.chaos.floor import Program
from kits.ops.provision import provisioned

SEAT, SPEED, TURNS = "07", 15, 7


class AtTable:
    """What runs. ``others`` are bots in one process of their own."""

    def __init__(self, folder, provided, qtbot, stack, others):
        self.provided, self._qtbot = provided, qtbot
        self.stamps = folder / "stamps"
        speed = ("--speed", str(SPEED))
        at_console = ("--config", str(provided.console), "--headless", "--auto", *speed)
        stamping = program("kits.bench.stamping_console", self.stamps)
        self._console = Program(folder / "console.out", *at_console, by=stamping)
        self._programs = [self._console]
        if others:
            played = ("simulate", "--dir", str(provided.dir), "--rounds", "0", "--seats", str(others))
            self._programs.append(Program(folder / "others.out", *played, "--seed", "1", *speed))
        for one in self._programs:
            one.start()
            stack.callback(one.kill)
        self.screen = Opened(qtbot, stack).seat(provided.seat(SEAT), bot_seed=1, bot_speed=float(SPEED))

    def until(self, reached):
        """Play on until then; the console ends well."""
        while not reached():
            for one in self._programs:
                one.check()
            self._qtbot.wait(50)
        self._console.stop()

    def bare_puts(self, count):
        """So long a bare put takes until a watch of the same server tells of it, ms."""
        link = EtcdLog(read_admin_file(self.provided.config("admin")).log.etcd())
        told, found = threading.Event(), []
        feed = link.follow(["bare/"], 0, lambda _entry: told.set())
        try:
            for n in range(count):
                told.clear()
                began = time.monotonic()
                link.append([Put(f"bare/{n}", b"card" * 40)])
                assert told.wait(30)
                found.append((time.monotonic() - began) * 1e3)
        finally:
            feed.close()
            link.close()
        return found


@contextmanager
def playing(qtbot, tmp_path, monkeypatch, heed, game, others=0):
    """The seat plays, and so many others; ``heed`` is told each word that comes to it. Needs a QApplication."""
    from kiosk.ui.kit.fonts import load_fonts
    from kiosk.ui.terminal.play import playing as play

    monkeypatch.setattr(play, "WARM_AFTER_MS", 3_600_000)
    load_fonts()
    monkeypatch.setattr(hearing.grpc.aio, "secure_channel", hearing.grpc.aio.secure_channel)
    hearing.hear(heed)
    seats = dict.fromkeys([*(f"{n:02d}" for n in range(1, others + 1)), SEAT], "A")
    with provisioned(tmp_path, seats, serving=1, game=game) as provided, ExitStack() as stack:
        yield AtTable(tmp_path, provided, qtbot, stack, others)
    qtbot.wait(0)


def percentile(times, share=0.99):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def turns(values):
    """The p99 of each turn."""
    size = len(values) // TURNS
    return [percentile(values[n : n + size]) for n in range(0, size * TURNS, size)]
