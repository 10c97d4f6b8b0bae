"""The host's side of a table: it archives every record, and takes what is finished out of the log."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from kiosk.book import Book
from kiosk.book.archive import Archive, Leaving
from kiosk.book.reading import Reading
from kiosk.book.same_log import check_log
from kiosk.console.attendance import console_at_work
from kiosk.table import keys
from kiosk.table.left import Left
from kiosk.table.log import Feed, NoAnswer, TableLog

REMOVE_MS = 1_000  # it is looked this often for what may leave
AT_ONCE = 10  # rounds that leave between two looks at what has come


class RemovableLog(TableLog, Protocol):
    """A table log that also lets records go, and tells which consoles are at work."""

    def watch(self, prefix: str, changed: Callable[[str, bytes | None], None]) -> Feed:
        """See :class:`kiosk.table.log.Presences`."""

    def delete(self, keys: Sequence[str]) -> None:
        """Remove these keys, in this order. Raises :class:`NoAnswer`: some may be gone then."""


class Done(msgspec.Struct, frozen=True):
    """What a host has done for a table since it started: records archived and removed.

    ``trouble`` says why the last removal had no answer; empty when it had one.
    """

    archived: int = 0
    removed: int = 0
    trouble: str = ""


class Archiving:
    """Follows one table into an archive of the host's own, and removes from the log what nobody needs any more.

    guarantee: a record leaves only when it is on disk in this archive and in that of every console at work. With no
    console at work nothing leaves: a console that missed a seat's report would take the seat for one that can still
    be paid by hand. What of a round may leave, and when, is said by :class:`kiosk.book.archive.Archive`.
    A round's records leave in their order, bets before reports: whoever reads between sees no bet without its
    settlement. Killed between archive and removal, the next start removes again. ``leaves`` is told before anything
    is removed, so that an archive that was put back from an older copy is known for one.
    note: one thread, except that log and presences tell in any. Several hosts at a table do not harm each other as
    long as each has an archive of its own; one that is away misses what the others remove.
    Raises :class:`kiosk.faults.EnvironmentFault` when the archive cannot be used; nothing leaves then.
    """

    def __init__(
        self,
        log: RemovableLog,
        book: Book,
        archive: Archive,
        leaves: Callable[[Left], None] = lambda _: None,
    ) -> None:
        self._log = log
        self._leaves = leaves
        self._archive = archive
        self._reading = Reading(log, archive.table, book, archive.follow_after, archive)
        self._news: deque[tuple[str, bytes | None]] = deque()
        self._consoles: dict[str, int] = {}  # by key: how far its archive is
        self._watch: Feed | None = None
        self._noted = book.table.number
        self._due_ms = 0
        self._begun_at = archive.records
        self._removed = 0
        self._trouble = ""

    def check(self) -> None:
        """See :func:`kiosk.book.same_log.check_log`."""
        check_log(self._log, self._archive.table, self._reading.book)

    def start(self, woken: Callable[[], None]) -> None:
        """Begin to follow. ``woken`` is called, in any thread, when something waits for :meth:`poll`."""
        self._reading.woken = woken
        prefix = keys.console_presences(self._archive.table)
        self._watch = self._log.watch(prefix, lambda key, value: self._news.append((key, value)))
        self._reading.follow()

    def close(self) -> None:
        """Follow no more. The archive stays the caller's to close."""
        self._reading.close()
        if self._watch is not None:
            self._watch.close()

    @property
    def done(self) -> Done:
        """Since the start."""
        return Done(self._archive.records - self._begun_at, self._removed, self._trouble)

    def poll(self, now_ms: int) -> None:
        """Archive what has come; from time to time remove what may leave. ``now_ms`` is a monotonic clock's."""
        self._reading.pump()
        self._look_at_consoles()
        book = self._reading.book
        if book.table.number != self._noted:
            self._archive.note(book)
            self._noted = book.table.number
        if now_ms >= self._due_ms and self._reading.linked:
            self._due_ms = now_ms if self._remove() == AT_ONCE else now_ms + REMOVE_MS

    def _look_at_consoles(self) -> None:
        while self._news:
            key, value = self._news.popleft()
            record = console_at_work(self._archive.table, key, value)
            if record is None:
                self._consoles.pop(key, None)
            else:
                self._consoles[key] = record.archived

    def _remove(self) -> int:
        """Let what may leave leave; how many rounds did."""
        kept_by_all = min(self._consoles.values(), default=0)
        if not kept_by_all:
            return 0
        left = Left()
        leaving: list[Leaving] = []
        for each in self._archive.removable(self._reading.book):
            newest = self._archive.newest_of(each)
            if newest <= kept_by_all:
                leaving.append(each)
                if self._archive.keys_of(each):
                    left = left.joined(Left(each.number, newest))
            if len(leaving) == AT_ONCE:
                break
        gone = 0
        try:
            if left.seq:
                self._leaves(left)
            for each in leaving:
                self._let_go(each)
                gone += 1
                self._trouble = ""
        except NoAnswer as silence:  # some may be gone: it is removed once more when the log answers
            self._trouble = str(silence)
        return gone

    def _let_go(self, leaving: Leaving) -> None:
        found = self._archive.keys_of(leaving)
        if found:
            self._log.delete(found)
        self._archive.note_left(leaving)
        self._removed += len(found)
