"""The table service: writes what happens at the table, each event only in the phase that allows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kiosk.console.attendance import others_at_work
from kiosk.console.book import Book
from kiosk.console.reading import Reading, newest_round_after
from kiosk.faults import EnvironmentFault
from kiosk.games.game import Fact, Game, Layout
from kiosk.table import keys
from kiosk.table.facts import why_not
from kiosk.table.log import Presences, Put, Refused, RefusedBecause, Standing, TableLog
from kiosk.table.records import (
    Barrier,
    BetsClosed,
    BetsClosing,
    ConsoleHeld,
    ConsolePresent,
    Limits,
    ManagerRecorded,
    PaidByHand,
    PaidMark,
    ResultCorrected,
    ResultEntered,
    RoundEnded,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    TumbleEnded,
    TumbleStarted,
    encode,
)
from kiosk.table.round import Table, fold


class Fenced(EnvironmentFault):
    """Another console has taken over this table; this one may write nothing more."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Which table this is, who is the console, and the game that is played with its limits.

    ``seats`` gives the layout of every seat by name, ``layouts`` these layouts; ``layout`` is one of them and stands
    for all where none are named.
    """

    table: str
    console: str
    game: Game
    layout: Layout
    limits: Limits
    seats: Mapping[str, str] = field(default_factory=dict)
    layouts: Mapping[str, Layout] = field(default_factory=dict)

    def new_book(self) -> Book:
        """A book of this table with nothing in it."""
        return Book(self.table, self.game, self.all_layouts, self.seats)

    @property
    def all_layouts(self) -> Mapping[str, Layout]:
        """The layouts by name."""
        return self.layouts or {self.layout.name: self.layout}


@dataclass(frozen=True, slots=True)
class _Pending:
    """An append that was asked for, with its exact bytes: a repeat finds its own records."""

    puts: tuple[Put, ...]
    unless: tuple[str, ...]
    record: RoundEvent | ManagerRecorded
    n: int


class TableService:
    """One console's hold on one table. Resumes the round that the log shows.

    Raises :class:`NotAllowed` for an event that the phase forbids, :class:`Fenced` when another console holds the
    table, :class:`kiosk.table.log.NoAnswer` when the log does not answer. What had no answer is ``pending`` and is
    repeated, byte for byte, before anything else is written.

    With ``presences`` the console shows that it is at work, and is refused at a table where another one is, unless
    ``take_over`` is said on purpose. ``reading`` is how the table is read; by default the newest round alone is.
    """

    def __init__(
        self,
        log: TableLog,
        settings: TableSettings,
        presences: Presences | None = None,
        take_over: bool = False,
        *,
        reading: Reading | None = None,
    ) -> None:
        self._log = log
        self._settings = settings
        self._presences = presences
        self._standing: Standing | None = None
        self._shown = ConsolePresent(console=settings.console, take=1)
        self._pending: _Pending | None = None
        self._written: dict[int, int] = {}  # by round: the number of our newest event
        self._managers = 0
        self._reads_itself = reading is None  # else somebody else lets the reading take what has come
        self._flagged: dict[str, int] = {}  # by seat: how many answers it had given when it was flagged
        self.fenced = False
        self.written_seq = 0
        try:
            if presences is not None and not take_over:
                self._refuse_beside_another(presences)
            self._take()
            self.reading = reading if reading is not None else self._read_newest()
            self.reading.catch_up()
        except BaseException:
            self._leave()
            raise
        self.table: Table = self.reading.book.table
        self.reading.follow()

    def close_service(self) -> None:
        """Stop reading and be no longer at work; the table stays as the log shows it."""
        self.reading.close()
        self._leave()

    # --- what the seats say -------------------------------------------------------------------------------------

    @property
    def close_shown_by(self) -> frozenset[str]:
        """The seats that show "No more bets" in this round (rules 3.5 and 5.3.3)."""
        self._pump()
        current = self.reading.book.current
        if current is None or current.number != self.table.number:
            return frozenset()
        return frozenset(current.close_shown)

    @property
    def unsettled(self) -> frozenset[str]:
        """The seats with a registered bet in this round that have not reported its settlement (rule 1.8)."""
        self._pump()
        return self.reading.book.unsettled(self.table.number)

    @property
    def silent(self) -> frozenset[str]:
        """The seats that are flagged as not answering, until they do (rule 5.3.3)."""
        self._pump()
        answers = self.reading.answers
        self._flagged = {seat: count for seat, count in self._flagged.items() if answers[seat] == count}
        return frozenset(self._flagged)

    def _pump(self) -> None:
        if self._reads_itself:
            self.reading.pump()

    def flag_silent(self, seats: frozenset[str]) -> None:
        """These seats did not answer in time; the table goes on without their answer."""
        self._flagged |= {seat: self.reading.answers[seat] for seat in seats}

    @property
    def caught_up(self) -> bool:
        """Whether all that this console wrote has come back to it, and so all that stood before it in the log."""
        return self.reading.seq >= self.written_seq and not self.reading.waits

    # --- the round ----------------------------------------------------------------------------------------------

    def open_round(self, closes_in_ms: int, at: str) -> int:
        """Open the next round for bets (rule 3.2); answers its number. ``at`` is UTC for information."""
        self.retry()
        number = self.table.number + 1
        self._write(
            RoundOpened(
                round=number,
                game=self._settings.game.name,
                limits=self._settings.limits,
                closes_in_ms=closes_in_ms,
                at=at,
            )
        )
        return number

    def hurry(self, closes_in_ms: int) -> None:
        """Tell the players that the bets are about to close."""
        self._write(BetsClosing(round=self.table.number, closes_in_ms=closes_in_ms))

    def close_bets(self) -> None:
        """No more bets (rule 3.5); the bar for late slips is written in the same transaction."""
        number = self.table.number
        bar = Put(keys.closed(self._settings.table, number), encode(Barrier(round=number)))
        self._write(BetsClosed(round=number), bar)

    def start_tumble(self) -> None:
        """The tumbler is activated (rule 3.6)."""
        self._write(TumbleStarted(round=self.table.number))

    def end_tumble(self, tumbles: int) -> None:
        """The tumbler rests after ``tumbles`` tumbles."""
        self._write(TumbleEnded(round=self.table.number, tumbles=tumbles))

    def enter_result(self, facts: Sequence[Fact], by: str) -> None:
        """Enter the facts that decide the round (rule 3.7)."""
        self._write(ResultEntered(round=self.table.number, facts=tuple(facts), by=by))

    def correct_result(self, facts: Sequence[Fact], by: str, authorised_by: str) -> None:
        """What the dice really showed (rule 5.5), until the next round opens."""
        self._write(
            ResultCorrected(round=self.table.number, facts=tuple(facts), by=by, authorised_by=authorised_by)
        )

    def void(self, reason: str, by: str, authorised_by: str = "") -> None:
        """Void the round: every stake returns (rule 5.9). After its result only with a supervisor."""
        self.void_earlier(self.table.number, reason, by, authorised_by)

    def void_earlier(self, number: int, reason: str, by: str, authorised_by: str) -> None:
        """Void a round before this one, with a supervisor (rule 5.4); this one goes on as it stands."""
        self._write(RoundVoided(round=number, reason=reason, by=by, authorised_by=authorised_by))

    def pay_by_hand(
        self, seat: str, number: int, decision: int, cents: int, by: str, authorised_by: str
    ) -> bool:
        """The House pays what a decision of a round gave a seat. False: the seat has settled it meanwhile."""
        table = self._settings.table
        event = PaidByHand(
            round=number, seat=seat, decision=decision, cents=cents, by=by, authorised_by=authorised_by
        )
        mark = PaidMark(seat=seat, round=number, decision=decision)
        return self._write(
            event,
            Put(keys.paid_mark(table, seat, number, decision), encode(mark)),
            unless=(keys.settled(table, seat, number, decision),),
        )

    def end_round(self) -> None:
        """The settlement for all players is made (rule 1.8)."""
        self._write(RoundEnded(round=self.table.number))

    def record_manager(
        self,
        decision: str,
        reason: str,
        by: str,
        authorised_by: str,
        at: str,
        *,
        number: int = 0,
        seat: str = "",
        cents: int = 0,
        closes: int = 0,
    ) -> None:
        """A manager's decision (rules 5.6 and 5.10). ``number`` is the round that it is about, 0 for none."""
        self.retry()
        n = max(self._managers, self.reading.book.managers_written) + 1
        record = ManagerRecorded(
            number=n,
            decision=decision,
            reason=reason,
            by=by,
            authorised_by=authorised_by,
            at=at,
            round=number,
            seat=seat,
            cents=cents,
            closes=closes,
        )
        put = Put(keys.manager_record(self._settings.table, n), encode(record))
        self._pending = _Pending((put,), (), record, n)
        self._send()

    # --- the log ------------------------------------------------------------------------------------------------

    @property
    def pending(self) -> bool:
        """Whether something had no answer: it may stand in the log or not."""
        return self._pending is not None

    def retry(self) -> bool:
        """Repeat what had no answer. False: it was a payment that the seat has settled meanwhile."""
        return self._pending is None or self._send()

    def take_again(self) -> None:
        """Take the table back from another console, on purpose; it goes on where the log stands."""
        self._take()
        self.reading.catch_up()
        self.table = self.reading.book.table

    def look(self) -> None:
        """See whether another console has taken the table: this one then only follows what that one writes."""
        holder = self.reading.book.holder
        if holder is not None and holder[1] > self._token and not self.fenced:
            self.fenced, self._pending = True, None
            self._leave()
        if self.fenced:
            self.table = self.reading.book.table

    def show_archived(self) -> None:
        """Show how far the archive is: what it does not hold yet must not leave the log.

        note: each new place costs the log a write; ask once a second at most.
        """
        archive = self.reading.archive
        if archive is not None and self._presences is not None and self._standing is not None:
            self._show_at_work(self._presences, self._shown.take, archive.whole_seq)

    def _refuse_beside_another(self, presences: Presences) -> None:
        """Raises :class:`Fenced` when another console is at work at this table."""
        table = self._settings.table
        self._show_at_work(presences, 1)
        for other in others_at_work(presences, table, self._settings.console):
            self._leave()
            raise Fenced(
                f"table {table}: console '{other.console}' is at work there, since take {other.take}",
                "Stop that console first, or take the table over from it on purpose",
            )

    def _take(self) -> None:
        """Become the table's console: the sequence number of our record is the fencing token."""
        table, console = self._settings.table, self._settings.console
        newest = self._log.last(keys.consoles(table))
        take = int(newest.key.rpartition("/")[2]) + 1 if newest is not None else 1
        record = ConsoleHeld(console=console, take=take)
        answer = self._log.append([Put(keys.console(table, take), encode(record))])
        if isinstance(answer, Refused):
            raise Fenced(
                f"table {table} was taken by another console at the same moment",
                "Stop the other console, then start this one again",
            )
        self._token = answer.seq
        self.fenced, self._pending = False, None
        self.written_seq = answer.seq
        if self._presences is not None:
            self._show_at_work(self._presences, take)

    def _show_at_work(self, presences: Presences, take: int, archived: int = 0) -> None:
        table, console = self._settings.table, self._settings.console
        present = ConsolePresent(console=console, take=take, archived=archived)
        if self._standing is None:
            self._standing = presences.stand(keys.console_present(table, console), encode(present))
        elif present != self._shown:
            self._standing.show(encode(present))
        self._shown = present

    def _leave(self) -> None:
        if self._standing is not None:
            self._standing.close()
            self._standing = None

    def _read_newest(self) -> Reading:
        table = self._settings.table
        after = newest_round_after(self._log, table, self._settings.game)
        return Reading(self._log, table, self._settings.new_book(), after)

    def _why_not(self, event: RoundEvent) -> str | None:
        return why_not(self._settings.game, self._settings.layout, event)

    def _write(self, event: RoundEvent, *also: Put, unless: tuple[str, ...] = ()) -> bool:
        self.retry()
        fold(self.table, 0, event, self._why_not)  # refuses here what every reader would ignore
        known = max(self._written.get(event.round, 0), self.reading.book.events_written(event.round))
        n = 1 if isinstance(event, RoundOpened) else known + 1
        key = keys.round_event(self._settings.table, event.round, n)
        self._pending = _Pending((Put(key, encode(event)), *also), unless, event, n)
        return self._send()

    def _send(self) -> bool:
        """Append what is pending. It stays pending when there is no answer."""
        pending = self._pending
        assert pending is not None  # noqa: S101 - both callers have seen it
        if self.fenced:
            raise self._fenced(pending, RefusedBecause.FENCED.value)
        holding = (keys.consoles(self._settings.table), self._token)
        answer = self._log.append(pending.puts, unless=pending.unless, holding=holding)
        self._pending = None
        if isinstance(answer, Refused):
            if answer.because is RefusedBecause.BARRED:
                return False
            self.fenced = True
            self._leave()  # who does not hold the table must not keep others away from it
            raise self._fenced(pending, f"{answer.because.value} ({answer.key})")
        self._done(pending, answer.seq)
        return True

    def _done(self, pending: _Pending, seq: int) -> None:
        self.written_seq = max(self.written_seq, seq)
        if isinstance(pending.record, ManagerRecorded):
            self._managers = pending.n
            return
        self.table = fold(self.table, seq, pending.record, self._why_not)
        written = self.reading.book.events_written  # what has come back needs no other memory
        self._written = {number: n for number, n in self._written.items() if written(number) < n}
        self._written[pending.record.round] = pending.n

    def _fenced(self, pending: _Pending, because: str) -> Fenced:
        self._pending = None
        return Fenced(
            f"table {self._settings.table} refused '{type(pending.record).__name__}': {because}",
            "Another console has taken over; this one may write nothing more",
        )
