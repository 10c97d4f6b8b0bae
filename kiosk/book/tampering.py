"""Slips and reports that are written over or removed, and records that are not validly signed.

What a reader has taken it keeps: the first record counts. But who reads later would not find it, so it must be said.
What is not validly signed counts for nobody, and comes from no seat and no console: that must be said too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol

from kiosk.book import Book
from kiosk.table import keys
from kiosk.table.log import Feed

_DIGITS = 16


class Changes(Protocol):
    """A log that tells of records that did not stay as they were written."""

    def changes(self, prefix: str, told: Callable[[str, bool], None]) -> Feed:
        """Call ``told`` with each key under ``prefix`` that is written over, or removed (True). Any thread."""


class Tampered(NamedTuple):
    """A seat's slip or report of a round that did not stay as it was."""

    seat: str
    round: int


class Tampering:
    """Collects what was changed. ``told`` comes in any thread, everything else belongs to one."""

    def __init__(self, table: str, woken: Callable[[], None]) -> None:
        self._root = keys.root(table)
        self._woken = woken
        self._news: deque[tuple[str, bool]] = deque()
        self._feed: Feed | None = None
        self.found: dict[Tampered, None] = {}  # in their order
        self.forged: list[str] = []  # keys
        self._forged_said = 0

    def watch(self, changes: Changes) -> None:
        """Be told from now on."""
        self._feed = changes.changes(f"{self._root}seat/", self.told)

    def close(self) -> None:
        """Be told nothing more."""
        if self._feed is not None:
            self._feed.close()

    def told(self, key: str, removed: bool) -> None:
        """The key was written over or removed. Any thread."""
        self._news.append((key, removed))
        self._woken()

    def is_forged(self, key: str, _why: str) -> None:
        """The record under the key is not validly signed. Any thread."""
        self.forged.append(key)
        self._woken()

    def new_forged(self) -> int:
        """How many records were found that are not validly signed, since the last time."""
        before, self._forged_said = self._forged_said, len(self.forged)
        return self._forged_said - before

    def pump(self, book: Book) -> Iterator[Tampered]:
        """What was found since the last time, each seat and round once.

        The host removes what is wholly settled, and nothing else.
        """
        while self._news:
            key, removed = self._news.popleft()
            about = self._about(key)
            if about is None or about in self.found or (removed and book.may_leave(about.round)):
                continue
            self.found[about] = None
            yield about

    def _about(self, key: str) -> Tampered | None:
        match key.removeprefix(self._root).split("/"):
            case ["seat", seat, "slip" | "report", number, *_] if _is_number(number):
                return Tampered(seat, int(number))
        return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _DIGITS
