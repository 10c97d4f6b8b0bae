"""What goes wrong in the simulation: a power cut at any instruction, a full disk, a registry that is away."""

import random
import sqlite3
from collections import deque

from msgspec.structs import replace

from kiosk.runner.performer import Performer
from kiosk.store.seat_store import SeatStore
from kiosk.tickets.registry import RegistryFault
from kiosk.tickets.sqlite import SqliteRegistry

INSIDE = "inside a commit"


class Crash(BaseException):
    """The power is gone. Nothing in the product may catch it, so it is no Exception."""


class Chance:
    """The one source of chance of a run, the fuse of the next power cut, and the trace of what happened."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(f"simulation:{seed}")
        self.chaos = self.random.choice((0.3, 1.0, 2.0))  # how rough this run is
        self.quiet = False  # nothing goes wrong any more
        self.fuse = 0  # crash points left until the power cut; 0: none is coming
        self.between = (
            False  # the coming power cut falls between commits: those have many points of their own
        )
        self.disk_full = 0  # statements of a commit left until the disk is full; 0: it is not
        self.trace: deque[str] = deque(maxlen=120)
        self.crash_points: dict[str, int] = {}
        self.met: set[str] = set()  # rare things that have happened

    def light(self, longest: int) -> None:
        """A power cut is coming within ``longest`` crash points."""
        self.fuse = self.random.randint(1, longest)
        self.between = self.random.random() < 0.7

    def happens(self, likelihood: float) -> bool:
        """Whether something unlikely happens now."""
        return not self.quiet and self.random.random() < likelihood * self.chaos

    def point(self, where: str) -> None:
        """A place where the power may fail. Raises Crash when the fuse has burnt down here."""
        if self.fuse and not (self.between and where == INSIDE):
            self.fuse -= 1
            if self.fuse == 0:
                self.crash_points[where] = self.crash_points.get(where, 0) + 1
                self.trace.append(f"CRASH {where}")
                raise Crash(where)


class FlakyConnection:
    """The seat's connection; between any two statements of a commit the power may fail or the disk be full."""

    def __init__(self, db: sqlite3.Connection, chance: Chance) -> None:
        self._db = db
        self._chance = chance
        self.committing = False

    def __getattr__(self, name: str):
        return getattr(self._db, name)

    def execute(self, sql: str, *args):
        self._fail(sql)
        return self._db.execute(sql, *args)

    def executemany(self, sql: str, *args):
        self._fail(sql)
        return self._db.executemany(sql, *args)

    def _fail(self, sql: str) -> None:
        if not self.committing or sql == "ROLLBACK":
            return
        self._chance.point(INSIDE)
        if self._chance.disk_full:
            self._chance.disk_full -= 1
            if self._chance.disk_full == 0:
                self._chance.trace.append("DISK FULL")
                self._chance.met.add("DISK FULL")
                raise sqlite3.OperationalError("database or disk is full")


class SimStore(SeatStore):
    """The real store on a real file; remembers what it has committed, and looks whether the disk says the same."""

    def __init__(self, path, chance: Chance) -> None:
        super().__init__(path)
        self._chance = chance
        self._flaky = FlakyConnection(self._db, chance)
        self._db = self._flaky
        self.committed = None

    def commit(self, step, at) -> None:
        self._chance.point("before a commit")
        self._flaky.committing = True
        try:
            super().commit(step, at)
        finally:
            self._flaky.committing = False
        self.committed = replace(step.state, history=())  # what Undo can take back is volatile
        on_disk = self.load().state
        assert on_disk == self.committed, f"the disk holds {on_disk}, memory {step.state}"
        booked = dict(self._db.execute("SELECT name, cents FROM meter"))
        held = {name: getattr(step.state.balances, name) for name in booked}
        assert booked == held, f"the meters show {booked}, the state {held}"
        self._chance.point("after a commit")

    def waits(self, key: str) -> bool:
        """Whether the outbox on disk holds that entry."""
        return self._db.execute("SELECT 1 FROM outbox WHERE key = ?", (key,)).fetchone() is not None


class SimPerformer(Performer):
    """The real performer, with a place for a power cut before and after every effect."""

    def __init__(self, config, ports, store, deliver, chance: Chance) -> None:
        super().__init__(config, ports, store, deliver)
        self._chance = chance

    def perform(self, effect) -> None:
        name = type(effect).__name__
        self._chance.trace.append(f"perform {effect}")
        self._chance.point(f"before {name}")
        super().perform(effect)
        self._chance.point(f"after {name}")


class SimRegistry(SqliteRegistry):
    """The real registry; it may be away, and it may fail after it has done what it was asked."""

    def __init__(self, path, chance: Chance, at: str) -> None:
        super().__init__(path, lambda: at)  # by the clock of the world, as the seat's tickets
        self._chance = chance
        self.away = False

    def issue_pending(self, ticket, /):
        return self._asked(super().issue_pending, ticket)

    def confirm(self, number, /):
        return self._asked(super().confirm, number)

    def void(self, number, why, /):
        return self._asked(super().void, number, why)

    def reserve(self, number, by, at_utc, /):
        return self._asked(super().reserve, number, by, at_utc)

    def release(self, number, by, /):
        return self._asked(super().release, number, by)

    def redeem(self, number, by, /):
        return self._asked(super().redeem, number, by)

    def _asked(self, call, *args):
        if self.away and not self._chance.happens(0.2):
            raise RegistryFault("the registry is away")
        self._chance.point("before the registry")
        answer = call(*args)
        self._chance.trace.append(f"registry {call.__name__}{args[:1]} -> {answer}")
        self._chance.point("after the registry")
        if self._chance.happens(0.05):
            raise RegistryFault("the registry did it, and its answer was lost")
        return answer
