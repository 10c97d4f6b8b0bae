"""A seat in a process of its own that meets a fault, writes it down, and dies of SIGKILL in the next moment."""

import os
import signal
import sys
from pathlib import Path

from kiosk.seat.step import step
from kiosk.store.seat_store import SeatStore
from kits.seat.fault_table import FAULTS
from kits.seat.seats import NOW, Play

LIMITS = {"ticket_limit": 800_000, "win_limit": 100_000}


class Committed(Play):
    """Every step is on disk before the next begins."""

    def __init__(self, store, state=None):
        super().__init__("B", state=state, **LIMITS)
        self.store = store

    def do(self, event):
        self.store.commit(step(self.context, self.state, event), NOW)
        return super().do(event)


def main(path, name):
    play = Committed(SeatStore(Path(path)))
    play.ready(10_000)
    FAULTS[name].comes(play)
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main(*sys.argv[1:])
