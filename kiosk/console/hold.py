"""A console's hold on its table: what it writes stands behind its fencing token, and is repeated byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kiosk.book import Registered
from kiosk.book.desk_acts import DeskAct
from kiosk.book.reading import Reading, newest_round_after
from kiosk.book.same_log import check_opened, check_understood
from kiosk.book.settings import TableSettings
from kiosk.console.at_work import AtWork
from kiosk.faults import EnvironmentFault
from kiosk.table import keys
from kiosk.table.facts import Facts, GameRules, Sealed
from kiosk.table.log import Entry, NoAnswer, Presences, Put, Refused, RefusedBecause, TableLog
from kiosk.table.records import (
    ConsoleHeld,
    DeskRecorded,
    FactCorrected,
    FactsSealed,
    HandsMoved,
    OfManagers,
    PaidByHand,
    RoundEvent,
    RoundOpened,
    encode,
)
from kiosk.table.round import Table, fold
from kiosk.table.signature import is_of

_OPENINGS = (
    DeskAct.TABLE_OPENED,
    DeskAct.TABLE_CLOSED,
    DeskAct.NEW_SHOE,
    DeskAct.COVER_CARD,
    DeskAct.COVER_CARD_BACK,
    DeskAct.STRAY_CARD,
)


class Fenced(EnvironmentFault):
    """Another console has taken over this table; this one may write nothing more."""


@dataclass(frozen=True, slots=True)
class Pending:
    """An append that was asked for, with its exact bytes: a repeat finds its own records.

    ``bet``: round, seat and slip that must stand in the log still. ``manager``: the number of the manager's record.
    """

    puts: tuple[Put, ...]
    unless: tuple[str, ...]
    record: RoundEvent | OfManagers | DeskRecorded | FactsSealed
    n: int
    bet: tuple[int, str, Registered] | None = None
    manager: int = 0


@dataclass(frozen=True, slots=True)
class _Unread:
    """What this console wrote about hidden facts, after these facts of the play, and may not have read back yet."""

    seq: int
    record: FactsSealed | FactCorrected | HandsMoved
    entered: Facts


class Hold:
    """One console's hold on one table, and its way into the log. See :class:`kiosk.console.service.TableService`."""

    def __init__(
        self,
        log: TableLog,
        settings: TableSettings,
        presences: Presences | None = None,
        take_over: bool = False,
        *,
        reading: Reading | None = None,
        instance: str = "",
    ) -> None:
        self._log = log
        self._settings = settings
        self._rules = GameRules(settings.game, settings.layout)
        self._at_work = AtWork(presences, settings.table, settings.console, instance)
        self._pending: Pending | None = None
        self._written: dict[int, int] = {}  # by round: the number of our newest event
        self._managers = self._desk = self._opening_seq = 0
        self._reads_itself = reading is None  # else somebody else lets the reading take what has come
        self._seals: dict[tuple[int, str], int] = {}  # by round and seat: the number of our newest
        self._unread: list[_Unread] = []
        self._flagged: dict[str, int] = {}  # by seat: how many answers it had given when it was flagged
        self.fenced = False
        self._came = False  # what is pending has been read in the log
        self.dropped_stands = False  # of what was dropped last
        self.written_seq = 0
        self.barred: Callable[[PaidByHand], None] = lambda _: None
        self.taken: Callable[[Entry], None] = lambda _: None
        try:
            if not take_over:
                self._refuse_beside_another()
            self.reading = reading if reading is not None else self._read_newest()
            self.reading.catch_up()
            check_understood(log, self.reading.book)
            self._take()
            self.reading.catch_up()
            self.reading.look_for_bets()
        except BaseException:
            self._at_work.leave()
            raise
        self.table: Table = self.reading.book.table
        self.reading.taken = self._taken
        self.reading.follow()

    def close_service(self) -> None:
        """Stop reading and be no longer at work; the table stays as the log shows it."""
        self.reading.close()
        self._at_work.leave()

    def _pump(self) -> None:
        if self._reads_itself:
            self.reading.pump()

    def _taken(self, entry: Entry) -> None:
        pending = self._pending
        put = pending.puts[0] if pending is not None else None
        if put is not None and entry.key == put.key and is_of(entry.value, put.value):
            self._came = True
        self.taken(entry)

    @property
    def caught_up(self) -> bool:
        """Whether all that this console wrote has come back to it, and so all that stood before it in the log."""
        return self.reading.seq >= self.written_seq and not self.reading.waits

    @property
    def opening_caught_up(self) -> bool:
        """Whether the newest word of the table's opening, close or shoe that this console wrote has come back to it."""
        return self.reading.seq >= self._opening_seq

    @property
    def sealed(self) -> Sealed:
        """The values of the round's hidden facts: what was read, and what this console wrote and has not read back.

        An answer may come before the log delivers what it answers. Without its own words the console would not know
        the card that it has just sealed, and let the same card be dealt again.
        """
        number = self.table.number
        of_round = self.reading.book.rounds.get(number)
        sealed = of_round.sealed if of_round is not None else Sealed()
        if self.fenced:
            return sealed
        # Of one append a part may have come: what is said twice says the same.
        self._unread = [
            one for one in self._unread if one.seq >= self.reading.seq and one.record.round == number
        ]
        for one in self._unread:
            if isinstance(one.record, FactsSealed):
                sealed = sealed.with_record(one.record, one.entered)
            else:
                sealed = sealed.after(one.record, one.entered)
        return sealed

    # --- the log ------------------------------------------------------------------------------------------------

    @property
    def pending(self) -> bool:
        """Whether something had no answer: it may stand in the log or not."""
        return self._pending is not None

    @property
    def asked_for(self) -> Put | None:
        """The first record of what had no answer."""
        return self._pending.puts[0] if self._pending is not None else None

    def stands(self, key: str, value: bytes) -> bool:
        """Whether that record stands in the log. Raises NoAnswer."""
        return any(found.key == key and is_of(found.value, value) for found in self._log.read([key], 0, 1))

    def retry(self) -> bool:
        """Repeat what had no answer. False: it was a payment that the seat has settled meanwhile."""
        return self._pending is None or self._send()

    def take_again(self, jackpot: str = "") -> None:
        """Take the table back from another console, on purpose; it goes on where the log stands.

        Raises :class:`EnvironmentFault` for an archive that cannot be written, and for a round that goes by another
        layout or ``jackpot`` than this console's, or that it does not understand, before the table is taken: nobody
        could deal then. Whatever goes wrong later leaves this console looking on, as it was.
        """
        self.reading.pump()
        if self.reading.archive is not None:
            self.reading.archive.note(self.reading.book)
        check_opened(self._log, self._settings, jackpot)
        try:
            check_understood(self._log, self.reading.book)
        except EnvironmentFault:  # or its opening has not come yet
            self.reading.finish()
            check_understood(self._log, self.reading.book)
        self._take()
        try:
            self.reading.catch_up()
            self.reading.look_for_bets()
        except (EnvironmentFault, NoAnswer):
            self.fenced = True
            self._at_work.leave()
            raise
        self.table = self.reading.book.table

    def look(self) -> None:
        """See whether another console has taken the table: this one then only follows what that one writes."""
        holder = self.reading.book.holder
        if holder is not None and holder[1] > self._token and not self.fenced:
            self.fenced = True
            self._drop()
            self._at_work.leave()
        if self.fenced:
            self.table = self.reading.book.table

    def show_archived(self) -> None:
        """Show how far the archive is: what it does not hold yet must not leave the log.

        note: each new place costs the log a write; ask once a second at most.
        """
        archive = self.reading.archive
        if archive is not None:
            self._at_work.show_archived(archive.whole_seq)

    def _refuse_beside_another(self) -> None:
        """Raises :class:`Fenced` when another console is at work at this table, NoAnswer when nobody tells."""
        for other in self._at_work.others():
            twin = other.console == self._settings.console
            whose = f"another console of the name '{other.console}'" if twin else f"console '{other.console}'"
            does = (
                f"is at work there, since take {other.take}"
                if other.take
                else "starts there too, and is first"
            )
            raise Fenced(
                f"table {self._settings.table}: {whose} {does}",
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
        self._came = self.dropped_stands = False
        self._unread.clear()
        self.written_seq = answer.seq
        self._at_work.show(take)

    def _read_newest(self) -> Reading:
        table = self._settings.table
        after = newest_round_after(self._log, table, self._settings.game)
        return Reading(self._log, table, self._settings.new_book(), after)

    def _write(
        self,
        event: RoundEvent,
        *also: Put,
        unless: tuple[str, ...] = (),
        bet: tuple[int, str, Registered] | None = None,
    ) -> bool:
        self.retry()
        fold(self.table, 0, event, self._rules)  # refuses here what every reader would ignore
        n = self._next_event(event)
        key = keys.round_event(self._settings.table, event.round, n)
        self._pending = Pending((Put(key, encode(event)), *also), unless, event, n, bet)
        return self._send()

    def _next_event(self, event: RoundEvent) -> int:
        """The number under which the event is to stand in its round."""
        known = max(self._written.get(event.round, 0), self.reading.book.events_written(event.round))
        return 1 if isinstance(event, RoundOpened) else known + 1

    def _send(self) -> bool:
        """Append what is pending. It stays pending when there is no answer."""
        pending = self._pending
        assert pending is not None  # noqa: S101 - both callers have seen it
        if self.fenced:
            self._drop()
            raise self._fenced(pending, RefusedBecause.FENCED.value)
        if pending.bet is not None and not self.reading.stands(*pending.bet):
            self._drop()
            return False
        holding = (keys.consoles(self._settings.table), self._token)
        answer = self._log.append(pending.puts, unless=pending.unless, holding=holding)
        if isinstance(answer, Refused):
            self._drop()
            if answer.because is RefusedBecause.BARRED:
                return False
            self.fenced = True
            self._at_work.leave()  # who does not hold the table must not keep others away from it
            raise self._fenced(pending, f"{answer.because.value} ({answer.key})")
        self._pending, self._came = None, False
        self._done(pending, answer.seq)
        return True

    def _done(self, pending: Pending, seq: int) -> None:
        if isinstance(pending.record, DeskRecorded):  # nothing about a round depends on it
            self._desk = pending.n
            if pending.record.what in _OPENINGS:
                self._opening_seq = seq
            return
        self.written_seq = max(self.written_seq, seq)
        self._managers = max(self._managers, pending.manager)
        if isinstance(pending.record, FactsSealed):
            self._seals[pending.record.round, pending.record.seat] = pending.n
            self._unread.append(_Unread(seq, pending.record, self.table.entered))
            return
        if isinstance(pending.record, OfManagers):
            return
        if isinstance(pending.record, FactCorrected | HandsMoved):
            self._unread.append(_Unread(seq, pending.record, self.table.entered))
        self.table = fold(self.table, seq, pending.record, self._rules)
        written = self.reading.book.events_written  # what has come back needs no other memory
        self._written = {number: n for number, n in self._written.items() if written(number) < n}
        self._written[pending.record.round] = pending.n

    def _drop(self) -> None:
        """What is pending will not be written by this console. A payment that does not stand there is told."""
        pending, self._pending = self._pending, None
        self.dropped_stands, self._came = self._came, False
        if pending is not None and isinstance(pending.record, PaidByHand) and not self.dropped_stands:
            self.barred(pending.record)

    def _fenced(self, pending: Pending, because: str) -> Fenced:
        return Fenced(
            f"table {self._settings.table} refused '{type(pending.record).__name__}': {because}",
            "Another console has taken over; this one may write nothing more",
        )
