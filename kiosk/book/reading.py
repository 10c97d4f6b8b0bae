"""How the console reads its table: the log's records go into the archive first, then into the book."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable

from kiosk.book import Book, Registered
from kiosk.book.archive import Archive
from kiosk.games.game import Game
from kiosk.table import keys
from kiosk.table.log import Entry, Feed, TableLog
from kiosk.table.records import BadRecord, RoundOpened, decode

PAGE = 1_000  # records taken at once


class Reading:
    """Keeps a book up to date with the log. With an archive, no record is acted upon that is not kept there.

    ``after`` is where the book stands. note: one thread, except that the log delivers in any; ``pump`` takes what it
    has delivered, and tells ``taken`` of each record that counts. Raises :class:`kiosk.faults.EnvironmentFault` when
    the archive cannot be written: the records wait for the next time then.
    """

    def __init__(
        self, log: TableLog, table: str, book: Book, after: int, archive: Archive | None = None
    ) -> None:
        self.book = book
        self.archive = archive
        self.seq = after
        self.answers: Counter[str] = Counter()
        self.taken: Callable[[Entry], None] = lambda _: None
        self.woken: Callable[[], None] = lambda: None
        self._log = log
        self._table = table
        self._prefixes = [keys.root(table)]
        self._seats = f"{keys.root(table)}seat/"
        self._after = after
        self._inbox: deque[Entry] = deque()
        self._page: list[Entry] = []  # out of the inbox, but not taken yet
        self._feed: Feed | None = None
        self._linked = False

    @property
    def linked(self) -> bool:
        """Whether the log answers, as far as the feed knows."""
        return self._linked

    @property
    def waits(self) -> bool:
        """Whether records wait to be taken."""
        return bool(self._inbox or self._page)

    def catch_up(self) -> None:
        """Read all that stands in the log now. Raises :class:`kiosk.table.log.NoAnswer`."""
        while entries := self._log.read(self._prefixes, self._after, PAGE):
            self._take(entries)
            self._after = entries[-1].seq

    def finish(self) -> None:
        """Take all that stands in the log now, so that the archive ends where the log does. Raises NoAnswer."""
        self.pump()
        after = max(0, self.seq - 1)  # another record of the same append may still come
        while entries := self._log.read(self._prefixes, after, PAGE):
            self._take(entries)
            after = entries[-1].seq

    def stands(self, number: int, seat: str, slip: Registered) -> bool:
        """Whether that slip stands in the log still. Raises NoAnswer. What is gone was settled, and stays gone."""
        key = keys.slip(self._table, seat, number, slip.rev)
        return any(entry.key == key for entry in self._log.read([key], slip.seq - 1, 1))

    def look_for_bets(self) -> None:
        """Find what was settled while another console was at work and has left the log since. Raises NoAnswer.

        An archive that was not there then holds the bets without their settlement.
        """
        for number, seat, slip in self.book.owed():
            if not self.stands(number, seat, slip):
                self.book.note_elsewhere(number, seat)

    def follow(self) -> None:
        """Let the log deliver what comes from now on."""
        self._feed = self._log.follow(self._prefixes, self._after, self._deliver, self._link)

    def close(self) -> None:
        """Read no more."""
        if self._feed is not None:
            self._feed.close()

    def pump(self) -> bool:
        """Take what the log has delivered; whether there was anything."""
        found = False
        while self.waits:
            # The log delivers meanwhile: a deque bears that when it is popped from, not when it is looked through.
            while self._inbox and len(self._page) < PAGE:
                self._page.append(self._inbox.popleft())
            self._take(self._page)
            self._page = []
            found = True
        return found

    def _take(self, entries: list[Entry]) -> None:
        if self.archive is not None:
            self.archive.add(entries)
        for entry in entries:
            before = self.book.seq
            ignored = self.book.take(entry)
            self.seq = max(self.seq, entry.seq)
            if ignored is None and entry.seq >= before:
                self._count(entry.key)
                self.taken(entry)

    def _count(self, key: str) -> None:
        """A seat that reports anything answers."""
        if key.startswith(self._seats):
            seat, _, rest = key[len(self._seats) :].partition("/")
            if rest.startswith("report/"):
                self.answers[seat] += 1

    def _deliver(self, entry: Entry) -> None:
        self._inbox.append(entry)
        self.woken()

    def _link(self, up: bool) -> None:
        self._linked = up
        self.woken()


def newest_round_after(log: TableLog, table: str, game: Game) -> int:
    """Where to read from for the newest round alone: right before it opened; 0 when the whole log must say."""
    prefix = keys.rounds(table)
    newest = log.last(prefix)
    if newest is None:
        return 0
    number = newest.key[len(prefix) :].partition("/")[0]
    after = 0
    while entries := log.read([f"{prefix}{number}/"], after, PAGE):
        for entry in entries:
            if _opens(table, game, entry):
                return entry.seq - 1
        after = entries[-1].seq
    return 0  # what stands last is no event that any reader accepts


def newest_number(log: TableLog, prefix: str) -> int:
    """The number of the newest record under ``prefix``, 0 for none; whatever stands there. Raises NoAnswer."""
    newest = log.last(prefix)
    last = newest.key.rpartition("/")[2] if newest is not None else ""
    return int(last) if last.isascii() and last.isdecimal() else 0


def _opens(table: str, game: Game, entry: Entry) -> bool:
    try:
        record = decode(entry.value)
    except BadRecord:
        return False
    stands = keys.stands_rightly(table, entry.key, record)
    return isinstance(record, RoundOpened) and stands and record.game == game.name
