"""The console's archive: every record of the table that the console has read, in a SQLite file of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from kiosk.console.book import Book
from kiosk.games.game import Game, Layout
from kiosk.table.log import Entry


class Leaving(msgspec.Struct, frozen=True):
    """A round of which something may leave the log: its bets and reports, or (``whole``) its events too."""

    number: int
    whole: bool


class Archive:
    """Append-only, durable before it answers. One connection, one thread."""

    def __init__(self, path: Path, table: str) -> None:
        raise NotImplementedError

    def close(self) -> None:
        """Close the file."""
        raise NotImplementedError

    @property
    def last_seq(self) -> int:
        """The place of the newest record in it; 0 for none."""
        raise NotImplementedError

    @property
    def follow_after(self) -> int:
        """Where to follow the log from: one place before the newest, since records of one append share a place."""
        raise NotImplementedError

    def add(self, entries: Sequence[Entry]) -> None:
        """Keep these records, in one transaction; those that stand there already stay as they are."""
        raise NotImplementedError

    def read(self, after: int, limit: int) -> list[Entry]:
        """The first ``limit`` records above ``after``, in order; records of one append are not parted."""
        raise NotImplementedError

    def note(self, book: Book) -> None:
        """Keep where the book stands, so that the next start reads little. Once a round is enough."""
        raise NotImplementedError

    def removable(self, book: Book) -> list[Leaving]:
        """The rounds of which something may leave the log now, oldest first."""
        raise NotImplementedError

    def keys_of(self, leaving: Leaving) -> list[str]:
        """All keys that leave the log with it."""
        raise NotImplementedError

    def note_left(self, leaving: Leaving) -> None:
        """The keys have left the log."""
        raise NotImplementedError


def open_book(archive: Archive, game: Game, layouts: Mapping[str, Layout], seats: Mapping[str, str]) -> Book:
    """The book as the archive has it, by a bounded read: what :meth:`Archive.note` kept and what came after."""
    raise NotImplementedError
