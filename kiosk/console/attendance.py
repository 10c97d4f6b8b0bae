"""Who is there: the seats of the table and other consoles, by keys that go when their owner does."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable

from kiosk.console.view import Presence
from kiosk.table import keys
from kiosk.table.log import Feed, NoAnswer, Presences
from kiosk.table.records import BadRecord, ConsolePresent, Present, decode

LOOK_S = 2.0  # so long a starting console waits for the list of those at work
REST_S = 0.05  # the rest of the list comes with our own name on it


def others_at_work(presences: Presences, table: str, console: str) -> list[ConsolePresent]:
    """The other consoles that are at work at the table. The one that asks must show itself before it asks.

    Its own name says that the list has come. Raises :class:`NoAnswer` when nothing has within ``LOOK_S``: who did
    not see whether another one is there must not act as if nobody were.
    """
    found: dict[str, ConsolePresent] = {}
    seen, another = threading.Event(), threading.Event()

    def changed(key: str, value: bytes | None) -> None:
        record = console_at_work(table, key, value)
        if record is not None and record.console != console:
            found[key] = record
            another.set()
        if record is not None:
            seen.set()

    watch = presences.watch(keys.console_presences(table), changed)
    try:
        if not seen.wait(LOOK_S):
            raise NoAnswer(f"table {table}: who is at work there was not told within {LOOK_S:g} s")
        another.wait(REST_S)
    finally:
        watch.close()
    return list(found.values())


def console_at_work(table: str, key: str, value: bytes | None) -> ConsolePresent | None:
    """The console that is at work under ``key``; None when it went, and for what counts for nothing."""
    record = _record(table, key, value)
    return record if isinstance(record, ConsolePresent) else None


def _record(table: str, key: str, value: bytes | None) -> Present | ConsolePresent | None:
    """What stands under the key, or None for nothing and for what counts for nothing."""
    if value is None:
        return None
    try:
        record = decode(value)
    except BadRecord:
        return None
    if not isinstance(record, Present | ConsolePresent) or not keys.stands_rightly(table, key, record):
        return None
    return record


class Attendance:
    """The seats that are there. ``changed`` may be called in any thread, everything else in one.

    A seat whose key is gone is silent since then; one that has not been seen since the console started is absent.
    """

    def __init__(self, table: str, console: str, seats: Iterable[str], woken: Callable[[], None]) -> None:
        self._table = table
        self._console = console
        self._woken = woken
        self._seats = frozenset(seats)
        self._news: deque[tuple[str, bytes | None]] = deque()
        self._feeds: list[Feed] = []
        self._gone: dict[str, int] = {}  # by seat: since when it is silent
        self.shown: dict[str, Present] = {}
        self.others: dict[str, ConsolePresent] = {}

    def watch(self, presences: Presences) -> None:
        """Follow who comes and goes."""
        for prefix in (keys.presences(self._table), keys.console_presences(self._table)):
            self._feeds.append(presences.watch(prefix, self._changed))

    def close(self) -> None:
        """Follow no more."""
        for feed in self._feeds:
            feed.close()
        self._feeds.clear()

    def pump(self, now_ms: int) -> list[tuple[str, Presence]]:
        """Take what has changed: the seats that came back or went."""
        moved: list[tuple[str, Presence]] = []
        while self._news:
            key, value = self._news.popleft()
            if key.startswith(keys.console_presences(self._table)):
                self._console_changed(key, value)
            elif (change := self._seat_changed(key, value, now_ms)) is not None:
                moved.append(change)
        return moved

    @property
    def waits(self) -> bool:
        """Whether changes wait to be taken."""
        return bool(self._news)

    @property
    def present(self) -> frozenset[str]:
        """The seats that are there."""
        return frozenset(self.shown)

    def since(self, moment_ms: int) -> frozenset[str]:
        """The seats that are there, or were at some time since then."""
        return self.present | {seat for seat, gone_ms in self._gone.items() if gone_ms >= moment_ms}

    def presence(self, seat: str, now_ms: int) -> tuple[Presence, int]:
        """How it is with the seat, and for how many ms it has been silent."""
        if seat in self.shown:
            return Presence.PRESENT, 0
        gone_ms = self._gone.get(seat)
        return (Presence.ABSENT, 0) if gone_ms is None else (Presence.SILENT, max(0, now_ms - gone_ms))

    @property
    def silent(self) -> frozenset[str]:
        """The seats that were there and are not now."""
        return frozenset(self._gone)

    def _changed(self, key: str, value: bytes | None) -> None:
        self._news.append((key, value))
        self._woken()

    def _console_changed(self, key: str, value: bytes | None) -> None:
        record = console_at_work(self._table, key, value)
        if record is None or record.console == self._console:
            self.others.pop(key, None)
        else:
            self.others[key] = record

    def _seat_changed(self, key: str, value: bytes | None, now_ms: int) -> tuple[str, Presence] | None:
        seat = key[len(keys.presences(self._table)) :]
        if seat not in self._seats:
            return None
        record = _record(self._table, key, value)
        was = seat in self.shown
        if isinstance(record, Present):
            self.shown[seat] = record
            self._gone.pop(seat, None)
            return None if was else (seat, Presence.PRESENT)
        self.shown.pop(seat, None)
        if was:
            self._gone[seat] = now_ms
        return (seat, Presence.SILENT) if was else None
