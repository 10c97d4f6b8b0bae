"""A seat that plays as a guest does, in a process of its own: slip after slip while bets are open, round after round.

    python -m kits.bench.seat_rounds STATE WARM ROUNDS     # plays WARM rounds, then ROUNDS that are measured

The product's own headless table: console, log, seat, runner, store. What is said, as JSON: rounds and slips that were
measured, and the bytes that a round takes in the archive.
"""

import gzip
import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from kiosk.app.machine import read_rules
from kiosk.app.state_dir import StateDir
from kiosk.console.chance import seeded_chance
from kiosk.console.desk import Pace
from kiosk.demo.headless import Headless, Play
from kiosk.seat.events import Rebet, Tap
from kiosk.table.round import Phase

SLIPS = 12  # of a round of 36 s: a guest who lays a chip every three seconds
STAKE, NOTE, LEAST = 100, 10_000, 3_000
MARK = "measured"  # a file that is made when the measured rounds begin


class Guest:
    """Lays one chip at a time on spots that take any stake; buys in again when little is left."""

    def __init__(self, table):
        self._table = table
        layout = table.seat.context.layout
        self._spots = [
            spot
            for spot, found in layout.spots.items()
            if found.kind not in ("triple", "small", "big", "odd", "even")
        ]
        self._round = 0
        self._acts = 0
        self.slips = 0

    def act(self):
        state = self._table.runner.state
        if state.balances.credit + state.balances.escrow < LEAST:
            self._table.acceptor.insert(NOTE)
            return []
        if state.table.phase is not Phase.BETTING:
            return []
        if state.table.number != self._round:
            self._round, self._acts = state.table.number, 0
        self._acts += 1
        laid, wait = divmod(self._acts, 3)
        if wait or laid > SLIPS:
            return []
        self.slips += 1
        if laid == 1 and state.rebet:
            return [Rebet()] if self._round % 4 == 0 else [self._tap()]
        return [self._tap()]

    def _tap(self):
        return Tap(self._spots[(self._round * 7 + self._acts) % len(self._spots)], STAKE)


def archived(path):
    """Bytes that a round takes in the archive, in the form in which its lists leave the seat's file."""
    with closing(sqlite3.connect(path)) as db:
        rows = [*db.execute("SELECT 'recall', round, body FROM recall")]
        played = len(rows)
        rows += db.execute("SELECT 'outcome', round, body FROM outcome")
    return len(gzip.compress(b"".join(json.dumps(row).encode() + b"\n" for row in rows))) / played


def main(folder, warm, rounds):
    state = StateDir(folder)
    state.hold()
    table = Headless(state, read_rules("B"), Play(Pace(), seeded_chance(1), 1, warm))
    guest = table._played._bot = Guest(table)
    table.run()
    folder.with_name(MARK).touch()
    guest.slips, played = 0, table.played
    table._play = Play(Pace(), seeded_chance(2), 1, played + rounds)
    table.run()
    told = {"rounds": rounds, "slips": guest.slips, "archived": archived(folder / "seat.db")}
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()
    os._exit(0)  # nothing more is written


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
