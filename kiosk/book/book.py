"""The book of a whole table. Pure: it reads records and answers questions; it writes and asks nobody."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import cast

from kiosk.book import due, events, play
from kiosk.book.pages import LAST, Pages
from kiosk.book.totals import Exposure, ItemView, Totals
from kiosk.book.values import Absence, Finding, Ignored, Kept, Registered, RoundBook
from kiosk.games.game import Game, Layout, Window
from kiosk.table import keys
from kiosk.table.log import Entry
from kiosk.table.records import (
    AmountBooked,
    AmountOrdered,
    BadRecord,
    ConsoleHeld,
    DeskRecorded,
    ManagerRecorded,
    RoundEvent,
    decode,
    is_named,
)
from kiosk.table.round import Table
from kiosk.table.shoe import Shoe


class Book:
    """Everything under ``keys.root(table)``, folded in the log's order as every reader does.

    ``seats`` names the layout of every seat of the table; ``layouts`` holds these layouts by name, the table's own
    first, and all others that bets may have been placed on. Raises ValueError for a seat whose layout is not among
    them.
    note: one thread. What it gives out is to be read at once, and not to be changed.
    """

    def __init__(
        self, table: str, game: Game, layouts: Mapping[str, Layout], seats: Mapping[str, str]
    ) -> None:
        without = sorted(seat for seat, layout in seats.items() if layout not in layouts)
        if without or not layouts:
            raise ValueError(f"seats {without}: expected for each one of the layouts {sorted(layouts)}")
        self._pages = Pages(table, game, layouts, seats)
        self._keys_there: set[str] = set()  # records of one append share their place
        self._ignored: deque[Ignored] = deque(maxlen=LAST)
        self._ignored_count = 0
        self._passed_over = False  # what may be a newer program's, also before a bounded start

    # --- the log ------------------------------------------------------------------------------------------------

    def take(self, entry: Entry) -> Ignored | None:
        """The next record of the log; why it counts for nothing, or None. A record taken before changes nothing."""
        pages, seq, key = self._pages, entry.seq, entry.key
        if seq < pages.seq or (seq == pages.seq and key in self._keys_there):
            return None
        if seq > pages.seq:
            self._keys_there.clear()
        pages.seq = seq
        self._keys_there.add(key)
        pages.written.note(key)
        why = self._why_nothing(entry)
        if why is None:
            return None
        ignored = Ignored(seq, key[:200], why[:300])
        self._ignored.append(ignored)
        self._ignored_count += 1
        return ignored

    def _why_nothing(self, entry: Entry) -> str | None:
        try:
            record = decode(entry.value)
        except BadRecord as error:
            self._passed_over = self._passed_over or is_named(entry.value)
            return str(error)
        if not keys.stands_rightly(self._pages.name, entry.key, record):
            return f"{type(record).__name__} does not belong there"
        handler = events.HANDLERS.get(type(record))
        if handler is not None:
            return handler(self._pages, entry.seq, record)
        n = keys.event_in(entry.key)
        return events.on_event(self._pages, entry.seq, cast("RoundEvent", record), n)

    # --- answers ------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The table's name."""
        return self._pages.name

    @property
    def game(self) -> Game:
        """The game of the table."""
        return self._pages.game

    @property
    def seq(self) -> int:
        """The place of the newest record that was taken."""
        return self._pages.seq

    @property
    def table(self) -> Table:
        """The newest round as the fold has it."""
        return self._pages.table

    @property
    def highest(self) -> int:
        """The highest number of a round that was ever opened, as far as is known: the next one is above it."""
        return max(self._pages.table.number, self._pages.elsewhere)

    @property
    def life_seq(self) -> int:
        """Where the life of the log begins that staff let begin last; 0 for none.

        What stood before it may stand elsewhere now, or nowhere.
        """
        return self._pages.life_seq

    @property
    def holder(self) -> tuple[ConsoleHeld, int] | None:
        """Which console holds the table, and the place of that record (the fencing token)."""
        return self._pages.holder

    @property
    def rounds(self) -> Mapping[int, RoundBook]:
        """The newest 120 rounds and every older one that waits for a seat or a jackpot, by number, oldest first."""
        return MappingProxyType(self._pages.rounds)

    @property
    def current(self) -> RoundBook | None:
        """The newest round."""
        return self._pages.current

    @property
    def on_other_layouts(self) -> tuple[str, ...]:
        """Seats whose bets of the newest round lie on another layout than theirs, or that are none of the table."""
        slips, seats = self.current.slips if self.current is not None else {}, self._pages.seats
        return tuple(
            seat for seat in sorted(slips) if slips[seat].stakes and seats.get(seat) != slips[seat].layout
        )

    def window(self, seat: str) -> Window | None:
        """What that box may decide in the decision that is open, as its seat sees it; None when it is not asked."""
        return play.window(self._pages, seat)

    @property
    def exposure(self) -> Exposure:
        """What the newest round's registered bets can cost; follows every slip. In cents."""
        return self._pages.exposure.exposure

    @property
    def totals(self) -> Totals:
        """All decided rounds, each by its newest decision."""
        return self._pages.totals

    @property
    def open_items(self) -> tuple[ItemView, ...]:
        """What seats could not take back and no manager has closed, in the order of their reports."""
        return self._pages.items.open

    @property
    def managers(self) -> tuple[ManagerRecorded, ...]:
        """The newest 200 decisions of managers, oldest first."""
        return tuple(self._pages.managers)

    @property
    def desk_records(self) -> tuple[DeskRecorded, ...]:
        """The newest 200 records of what was done at the desk, oldest first."""
        return tuple(self._pages.desk)

    @property
    def absences(self) -> tuple[Absence, ...]:
        """The newest 200 boxes for which was decided as for a seat that is not there, oldest first."""
        return tuple(self._pages.absences)

    @property
    def opening(self) -> DeskRecorded | None:
        """The opening of the table that holds; None while it is closed."""
        return self._pages.opening

    @property
    def shoe(self) -> Shoe:
        """What is known of the shoe that goes on from round to round."""
        return self._pages.shoe

    @property
    def managers_written(self) -> int:
        """The highest number under which a manager's decision stands, valid or not."""
        return self._pages.written.managers

    @property
    def desk_written(self) -> int:
        """The highest number under which a record of the desk stands, valid or not."""
        return self._pages.written.desk

    @property
    def ignored(self) -> tuple[Ignored, ...]:
        """The newest 100 records that count for nothing, oldest first."""
        return tuple(self._ignored)

    @property
    def ignored_count(self) -> int:
        """How many records counted for nothing since this book was begun."""
        return self._ignored_count

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The newest 100 reports that differ from the console's own settlement, oldest first."""
        return tuple(self._pages.findings)

    def order(self, number: int) -> tuple[AmountOrdered, AmountBooked | None] | None:
        """What the manager's record of that number orders, and what its seat says of it; None when held no more."""
        for of_round in reversed(self._pages.rounds.values()):
            if (ordered := of_round.ordered.get(number)) is not None:
                return ordered, of_round.booked.get(number)
        return None

    def events_written(self, number: int) -> int:
        """The highest ``n`` that stands under ``round/<number>/``, whatever stands there; 0 for none."""
        return self._pages.written.events(number)

    def due(self, number: int, seat: str, decision: int | None = None) -> int | None:
        """What the decision (the newest when None) gives the seat's registered slip, in cents; None for none yet.

        By the seat's own pay table (rules 3.8 and 4.1); a void gives the stake back (rule 5.9). 0 for a seat without
        registered stakes.
        """
        of_round = self._pages.rounds.get(number)
        if of_round is None:
            return None
        wanted = of_round.decisions if decision is None else decision
        return of_round.decided[wanted - 1].due.get(seat, 0) if 1 <= wanted <= of_round.decisions else None

    def payable(self, number: int, seat: str) -> int:
        """What may be paid by hand now, in cents, never below 0.

        What the newest decision gives, less what the player had for an earlier decision of this round and what may
        have been staked of its interim settlement; 0 when the newest is settled or paid by hand already. A round that
        waits for a seat stays payable however old it is.
        """
        of_round = self._pages.rounds.get(number)
        return due.payable(of_round, seat) if of_round is not None else 0

    def takes_back(self, number: int, seat: str) -> int:
        """What the seat has still to take back of the round, in cents, as after a corrected result; 0 for nothing."""
        of_round = self._pages.rounds.get(number)
        return due.takes_back(of_round, seat) if of_round is not None else 0

    def settled_before(self, number: int, seat: str) -> bool:
        """Whether the book has a settlement or payment by hand of any decision: the bet may have left the log then."""
        of_round = self._pages.rounds.get(number)
        return of_round is not None and due.was_known(of_round, seat)

    # --- what was settled nobody here knows how ------------------------------------------------------------------

    def owed(self) -> list[tuple[int, str, Registered]]:
        """Of each round before the newest the registered slips that wait for their settlement, by round and seat."""
        return [
            (number, seat, of_round.slips[seat])
            for number, of_round in self._pages.rounds.items()
            if number < self._pages.table.number
            for seat in sorted(due.unsettled(of_round))
        ]

    def note_elsewhere(self, number: int, seat: str) -> None:
        """The seat's bet has left the log: it is settled, and how is not known here. Nothing is owed for it."""
        self._pages.rounds[number].elsewhere.add(seat)

    @property
    def elsewhere(self) -> tuple[int, ...]:
        """The rounds with bets of which it is not known here how they were settled."""
        return tuple(
            number
            for number, of_round in self._pages.rounds.items()
            if any(not due.is_known(of_round, seat) for seat in of_round.elsewhere)
        )

    def unsettled(self, number: int) -> frozenset[str]:
        """The seats with registered stakes whose newest decision is neither settled nor paid by hand (rule 1.8).

        While the round is open these are all seats with registered stakes.
        """
        of_round = self._pages.rounds.get(number)
        return due.unsettled(of_round) if of_round is not None else frozenset()

    # --- what may leave -----------------------------------------------------------------------------------------

    def may_leave(self, number: int) -> bool:
        """Whether the bets and reports of the round may leave the log: it is wholly settled, and every seat knows it.

        The round can no longer be corrected; every seat with registered stakes has reported the newest decision
        settled or was paid it by hand; and every seat that has any slip in it has shown to have read all its slips,
        one that was paid by hand even what came after. Otherwise a seat that comes back would miss its newest slip
        and settle an older one, or miss the mark of what it was paid. A shared jackpot that did not know all of the
        round when the next one was opened knows it: a console that has nothing but the log can tell it.
        """
        return events.may_leave(self._pages, number)

    @property
    def passed(self) -> int:
        """Every seat of the table has shown to have read all rounds below this number; 0 while one has shown none."""
        return min((self._pages.signs.get(seat, 0) for seat in self._pages.seats), default=0)

    # --- the bounded start --------------------------------------------------------------------------------------

    @property
    def kept(self) -> Kept:
        """What the archive keeps beside the records, see :func:`resume`."""
        carried = self._pages.totals
        for of_round in self._pages.rounds.values():
            carried = due.added(carried, of_round.totals, -1)
        return Kept(
            seq=self._pages.seq,
            table=self._pages.table,
            held=tuple((number, of_round.beyond_seq) for number, of_round in self._pages.rounds.items()),
            carried=carried,
            signs=dict(self._pages.signs),
            items=tuple(self._pages.items.keep()),
            opening=self._pages.opening,
            absences=tuple(self._pages.absences),
            owes=tuple(sorted(self._pages.owes)),
            shoe=self._pages.shoe,
            passed_over=self._passed_over,
        )

    def resume(self, entries: Iterable[Entry], kept: Kept) -> None:
        """Into an empty book: the records of the rounds that ``kept`` holds, up to its place, and what it carries."""
        self._pages.keeps_all, self._pages.resumes = True, dict(kept.held)
        for entry in entries:
            self.take(entry)
        self._pages.keeps_all, self._pages.resumes = False, {}
        self._passed_over = kept.passed_over
        self._pages.table = kept.table
        self._pages.totals = kept.carried
        for of_round in self._pages.rounds.values():
            self._pages.totals = due.added(self._pages.totals, of_round.totals)
        self._pages.signs = dict(kept.signs)
        self._pages.items.resume(kept.items)
        self._pages.opening = kept.opening
        self._pages.owes = frozenset(kept.owes)
        self._pages.shoe = kept.shoe
        self._pages.absences = deque(kept.absences, self._pages.absences.maxlen)
        if kept.seq > self._pages.seq:
            self._pages.seq = kept.seq
            self._keys_there.clear()
