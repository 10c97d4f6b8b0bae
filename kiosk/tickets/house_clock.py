"""The newest time that a house's hosts have seen: kept in etcd, so that a clock set back revives no expired ticket."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Final

import msgspec

from kiosk.links.etcd.cells import Cell, Cells
from kiosk.table.log import Put
from kiosk.tickets.keys import CLOCK, STEPS, clock_set
from kiosk.tickets.registry import RegistryFault
from kiosk.tickets.rules import MOST_APART, later
from kiosk.tickets.ticket import utc_time

RAISED_BY: Final = timedelta(minutes=1)  # it is written this often at most: it need not be newer than that
LOOK_S: Final = 5.0  # so long what was read counts: only true time has passed since


class Seen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The newest time that any host of the house has seen, UTC text."""

    newest: str


class HouseClockSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Staff have said at `at` that this host's clock is right, and that `was`, the newest time seen, was not."""

    at: str
    was: str
    who: str
    why: str


class HouseClock:
    """What one host knows of the house's time. Any thread but the link's; all raise NoAnswer and RegistryFault.

    guarantee: a time is taken when it is at most a day after the newest, or when the clock of whoever asks agrees
    with it within a day: one host whose clock is far ahead spoils nothing for the others. ``trouble`` says in words
    that this host's clock is behind or not believed; empty for neither.
    """

    def __init__(self, cells: Cells) -> None:
        self._cells = cells
        self._newest = ""
        self._looked_s: float | None = None
        self.trouble = ""

    def newest(self, at_utc: str, asked_utc: str = "") -> str:
        """The newest time seen, empty for none. ``at_utc`` is this host's clock, ``asked_utc`` that of who asks."""
        now_s = time.monotonic()
        if self._looked_s is None or now_s - self._looked_s > LOOK_S:
            self._newest, self._looked_s = self._read()[1], now_s
        believed = self.believes(at_utc, asked_utc)
        if believed and (not self._newest or utc_time(at_utc) - utc_time(self._newest) >= RAISED_BY):
            self._raise(at_utc)
        self.trouble = self._trouble(at_utc, believed=believed)
        return self._newest

    def believes(self, at_utc: str, asked_utc: str) -> bool:
        """Whether this host's clock is taken for right, or for behind."""
        at, newest = utc_time(at_utc), self._newest
        if newest and at - utc_time(newest) <= MOST_APART:
            return True
        return bool(asked_utc) and abs(at - utc_time(asked_utc)) <= MOST_APART

    def of_step(self, at_utc: str, known_utc: str) -> str:
        """When a step is taken, as reports count it: by this host's clock ``at_utc`` unless it is more than a day from
        the newest time seen and from ``known_utc``, which who asks or the ticket itself says (empty for none).

        A host's wrong clock moves no money into another day's books.
        """
        seen = [utc_time(one) for one in (self._newest, known_utc) if one]
        if not seen or any(abs(utc_time(at_utc) - one) <= MOST_APART for one in seen):
            return at_utc
        return self._newest or at_utc

    def set_right(self, at_utc: str, who: str, why: str) -> HouseClockSet | None:
        """Staff say that it is ``at_utc`` now. What was seen after it, was wrong; None when nothing was."""
        while True:
            cell, newest = self._read()
            if later(at_utc, newest) == at_utc:
                return None
            said, n = HouseClockSet(at_utc, newest, who, why), 1
            while self._cells.get(clock_set(n)) is not None:
                n += 1
            unchanged = {CLOCK: cell.changed if cell is not None else 0, clock_set(n): 0}
            puts = [Put(CLOCK, _encoded(Seen(at_utc))), Put(clock_set(n), _encoded(said))]
            if self._cells.swap(unchanged, puts):
                return said

    def _trouble(self, at_utc: str, *, believed: bool) -> str:
        if not self._newest:
            return ""
        if not believed:
            return (
                f"this host's clock shows {at_utc}, more than a day after {self._newest}, the newest time that the "
                "house has seen, and nobody who asks agrees: it is not taken. Set the clock"
            )
        if utc_time(self._newest) - utc_time(at_utc) > MOST_APART:
            return (
                f"this host's clock shows {at_utc}, but the house has seen {self._newest}: no ticket is issued, and "
                "none is taken or paid whose time was over then. Set it; where it is right: kiosk host --clock-right"
            )
        return ""

    def _raise(self, at_utc: str) -> None:
        while True:
            cell, self._newest = self._read()
            if later(at_utc, self._newest) == self._newest:
                return
            unchanged = {CLOCK: cell.changed if cell is not None else 0}
            if self._cells.swap(unchanged, [Put(CLOCK, _encoded(Seen(at_utc)))]):
                self._newest = at_utc
                return

    def _read(self) -> tuple[Cell | None, str]:
        """The key and its time. Before it was first written, the newest step's says it."""
        cell = self._cells.get(CLOCK)
        if cell is not None:
            return cell, _time(cell, "newest")
        step = self._cells.newest(STEPS)
        return None, _time(step, "at_utc") if step is not None else ""


def _time(cell: Cell, name: str) -> str:
    try:
        found = str(msgspec.json.decode(cell.value, type=dict[str, object])[name])
        utc_time(found)
    except (msgspec.DecodeError, UnicodeDecodeError, KeyError, ValueError) as error:
        raise RegistryFault(f"registry of the house: the newest time seen is damaged: {error}") from error
    return found


def _encoded(record: Seen | HouseClockSet) -> bytes:
    return msgspec.json.encode(record)
