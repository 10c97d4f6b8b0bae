"""A seat that played long ago and lately, for the tests of archive and reports.

Run as a program it archives and is killed:

    python -m kits.store.aged_seat SEAT_DB FOLDER STEP    # SIGKILL when that step is reached, counted from 1
"""

import os
import signal
import sys
from contextlib import closing, contextmanager
from pathlib import Path

from kiosk.seat import events as e
from kiosk.seat.step import step
from kiosk.store import archive, archive_select
from kiosk.store.seal import COLUMNS, Seals
from kiosk.store.seat_store import SeatStore, connect
from kiosk.tickets.number import check_digit
from kits.seat.seats import Play

OLD, BEFORE, LATELY, NOW = (
    f"{day}T12:00:00Z" for day in ("2026-01-31", "2026-04-01", "2026-05-01", "2026-06-30")
)
OLD_ROUNDS, NEW_ROUNDS = 140, 110
FEW = {"event": 20, "outcome": 10, "recall": 10, "ticket": 2}


@contextmanager
def few_kept():
    """Fewer rows stay than in a seat's life, so that a short one has something to archive."""
    before = dict(archive_select.KEPT)
    archive_select.KEPT.update(FEW)
    try:
        yield
    finally:
        archive_select.KEPT.update(before)


class Aged(Play):
    """Every step is committed at the time that ``at`` says."""

    def __init__(self, store, state=None, at=OLD):
        super().__init__(state=state)
        self.store, self.at = store, at
        self.seq = self.state.log_seq

    def do(self, event):
        self.store.commit(step(self.context, self.state, event), self.at)
        return super().do(event)

    def ticket(self, digits):
        """The credit goes out on paper, and new money comes in."""
        number = f"{digits:017}" + check_digit(f"{digits:017}")
        self.collect(number)
        self.do(e.RegistryDone("pending", number))
        self.do(e.TicketPrinted(number))
        self.do(e.RegistryDone("confirm", number))
        self.credit(50_000)

    def play(self, rounds):
        for _ in range(rounds):
            self.open()
            if self.number % 3:
                self.bet(big=500)
            self.finish(6, 5, 1)
            if self.number % 20 == 0:
                self.ticket(self.number)


def make(path):
    """A seat.db with rounds, tickets and events of long ago and of lately."""
    with closing(SeatStore(path)) as store:
        store._db.execute("PRAGMA synchronous = OFF")
        aged = Aged(store)
        aged.do(e.Restarted())
        aged.do(e.LinkUp())
        aged.credit(50_000)
        for number in range(40):
            aged.do(e.Happened(f"happened-{number}", "info" if number % 2 else "fault", {"number": number}))
        aged.do(e.EventAcknowledged(3, "Kim"))
        aged.play(OLD_ROUNDS)
        aged.do(e.PeriodEnded("day", "Kim"))
        aged.do(e.PeriodEnded("clear-out", "Kim"))
        aged.at = LATELY
        aged.credit(5_000)
        for number in range(30):
            aged.do(e.Happened("lately", "info", {"number": number}))
        aged.do(e.EventAcknowledged(4, "Lee"))
        aged.play(NEW_ROUNDS)


def lists(db):
    """All rows of the archived lists, as they are sealed."""
    names = ("event", "acknowledged", "recall", "outcome", "ticket")
    return {name: _rows(db, COLUMNS[name], name) for name in names}


def books(db):
    """What no archiving may touch."""
    tables = ("txn", "posting", "meter", "counter", "hourly", "period", "snapshot", "outbox")
    return {name: _rows(db, "*", name) for name in tables}


def _rows(db, columns, name):
    return db.execute(f"SELECT {columns} FROM {name} ORDER BY 1, 2").fetchall()  # noqa: S608 - names of our own


def main(path, folder, last):
    """Archive all that is old, and be killed at the step number ``last``."""
    steps = iter(range(1, last + 1))

    def reached(what):
        print(what, flush=True)
        if next(steps) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    with few_kept(), closing(connect(path)) as db:
        seals = Seals(db)
        while archive.archive_old(db, folder, BEFORE, seals=seals, at=NOW, reached=reached):
            pass


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
