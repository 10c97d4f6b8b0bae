"""Who is there: the seats of the table and other consoles, by keys that go when their owner does."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from kiosk.console.view import Presence
from kiosk.table import keys
from kiosk.table.log import Feed, NoAnswer, Presences
from kiosk.table.records import BadRecord, ConsolePresent, Present, decode

LOOK_S = 2.0  # so long a starting console waits for the list of those at work
REST_S = 0.05  # the rest of the list comes with our own name on it


def others_at_work(presences: Presences, table: str, own: ConsolePresent) -> list[ConsolePresent]:
    """The consoles that are before this one: at work at the table, or starting at the same moment and first by name.

    The one that asks must show ``own`` before it asks: of two that start at once at least one then sees the other, and
    the one that is not first goes. Raises :class:`NoAnswer` when our own name has not come within ``LOOK_S``, or when
    one that should go stays: who does not see how it is with the others must not act as if nobody were there.
    """
    look = _Look(table, own)
    watch = presences.watch(keys.console_presences(table), look.changed)
    try:
        return look.wait()
    finally:
        watch.close()


class _Look:
    """One look at who else is there."""

    def __init__(self, table: str, own: ConsolePresent) -> None:
        self._table, self._own = table, own
        self._key = keys.console_present(table, own.console, own.instance)
        self._news = threading.Condition()
        self._others: dict[str, ConsolePresent] = {}
        self._seen = False  # our own name as it stands now, and so all that stood there before it

    def changed(self, key: str, value: bytes | None) -> None:
        """Any thread."""
        record = console_at_work(self._table, key, value)
        with self._news:
            if key == self._key:
                self._seen = self._seen or record == self._own
            elif record is None:
                self._others.pop(key, None)
            else:
                self._others[key] = record
            self._news.notify_all()

    def wait(self) -> list[ConsolePresent]:
        """See :func:`others_at_work`."""
        with self._news:
            if not self._news.wait_for(lambda: self._seen or bool(self._before()), LOOK_S):
                raise NoAnswer(f"table {self._table}: who is at work there was not told within {LOOK_S:g} s")
            self._news.wait_for(lambda: bool(self._before()), REST_S)
            if not self._news.wait_for(lambda: not self._others or bool(self._before()), LOOK_S):
                names = ", ".join(sorted(other.console for other in self._others.values()))
                raise NoAnswer(f"table {self._table}: console {names} starts there too, and has not gone yet")
            return self._before()

    def _before(self) -> list[ConsolePresent]:
        own = (self._own.console, self._own.instance)
        return [
            other for other in self._others.values() if other.take or (other.console, other.instance) < own
        ]


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

    def __init__(self, table: str, own_key: str, woken: Callable[[], None]) -> None:
        self._table = table
        self._own_key = own_key  # where this console shows itself
        self._woken = woken
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
        if record is None or key == self._own_key:
            self.others.pop(key, None)
        else:
            self.others[key] = record

    def _seat_changed(self, key: str, value: bytes | None, now_ms: int) -> tuple[str, Presence] | None:
        seat = key[len(keys.presences(self._table)) :]
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
