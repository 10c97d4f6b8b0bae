"""The table service: writes what happens at the table, each event only in the phase that allows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from kiosk.console.at_work import AtWork
from kiosk.console.book import Registered
from kiosk.console.desk_acts import DeskAct
from kiosk.console.reading import Reading, newest_number, newest_round_after
from kiosk.console.settings import TableSettings
from kiosk.faults import EnvironmentFault
from kiosk.games.game import Ask, Enter, Fact
from kiosk.table import keys
from kiosk.table.facts import GameRules, Sealed, hidden, known
from kiosk.table.log import NoAnswer, Presences, Put, Refused, RefusedBecause, TableLog
from kiosk.table.records import (
    ActEnded,
    ActStarted,
    AmountOrdered,
    Barrier,
    BetsClosed,
    BetsClosing,
    ConsoleHeld,
    DecisionBarrier,
    DecisionsClosed,
    DecisionsEntered,
    DecisionsOpened,
    DeskRecorded,
    FactCorrected,
    FactsEntered,
    FactsSealed,
    InterimEntered,
    IrregularityEntered,
    ManagerRecorded,
    OfManagers,
    OldRoundRuled,
    PaidByHand,
    PaidMark,
    ResultCorrected,
    ResultEntered,
    RoundEnded,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    encode,
)
from kiosk.table.round import NotAllowed, Phase, Table, fold

__all__ = ["Counter", "Fenced", "TableService", "TableSettings"]

Counter = Literal["", "device", "dealer"]
"""Who has counted how often an act was done."""

_OPENINGS = (DeskAct.TABLE_OPENED, DeskAct.TABLE_CLOSED)


class Fenced(EnvironmentFault):
    """Another console has taken over this table; this one may write nothing more."""


@dataclass(frozen=True, slots=True)
class _Pending:
    """An append that was asked for, with its exact bytes: a repeat finds its own records.

    ``bet``: round, seat and slip that must stand in the log still. ``manager``: the number of the manager's record.
    """

    puts: tuple[Put, ...]
    unless: tuple[str, ...]
    record: RoundEvent | OfManagers | DeskRecorded | FactsSealed
    n: int
    bet: tuple[int, str, Registered] | None = None
    manager: int = 0


class TableService:
    """One console's hold on one table. Resumes the round that the log shows.

    Raises :class:`NotAllowed` for an event that the phase forbids, :class:`Fenced` when another console holds the
    table, :class:`kiosk.table.log.NoAnswer` when the log does not answer. What had no answer is ``pending`` and is
    repeated, byte for byte, before anything else is written.

    With ``presences`` the console shows that it is at work, and is refused at a table where another one is, unless
    ``take_over`` is said on purpose. ``reading`` is how the table is read; by default the newest round alone is.
    ``instance`` is another one for each machine, so that two with one configuration see each other.
    ``barred`` is told of each payment by hand that is not written after all, at once or when it was repeated.
    """

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
        self._pending: _Pending | None = None
        self._written: dict[int, int] = {}  # by round: the number of our newest event
        self._managers = self._desk = self._opening_seq = 0
        self._reads_itself = reading is None  # else somebody else lets the reading take what has come
        self._seals: dict[tuple[int, str], int] = {}  # by round and seat: the number of our newest
        self._flagged: dict[str, int] = {}  # by seat: how many answers it had given when it was flagged
        self.fenced = False
        self.written_seq = 0
        self.barred: Callable[[PaidByHand], None] = lambda _: None
        try:
            if not take_over:
                self._refuse_beside_another()
            self._take()
            self.reading = reading if reading is not None else self._read_newest()
            self.reading.catch_up()
            self.reading.look_for_bets()
        except BaseException:
            self._at_work.leave()
            raise
        self.table: Table = self.reading.book.table
        self.reading.follow()

    def close_service(self) -> None:
        """Stop reading and be no longer at work; the table stays as the log shows it."""
        self.reading.close()
        self._at_work.leave()

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

    @property
    def opening_caught_up(self) -> bool:
        """Whether the newest opening or close of the table that this console wrote has come back to it."""
        return self.reading.seq >= self._opening_seq

    # --- the round ----------------------------------------------------------------------------------------------

    def open_round(self, closes_in_ms: int, at: str, by: str = "") -> int:
        """Open the next round for bets (rule 3.2); answers its number. ``at`` is UTC for information.

        ``by``, here and below, is who did it, as the record keeps it.
        """
        self.retry()
        number = max(self.table.number, self.reading.book.highest) + 1
        self._seals.clear()
        self._write(
            RoundOpened(
                round=number,
                game=self._settings.game.name,
                limits=self._settings.limits,
                closes_in_ms=closes_in_ms,
                at=at,
                by=by,
                demonstration=self._settings.demonstration,
                layout=self._settings.layout.name if self._settings.game.one_layout else "",
            )
        )
        return number

    def hurry(self, closes_in_ms: int, by: str = "") -> None:
        """Tell the players that the bets are about to close."""
        self._write(BetsClosing(round=self.table.number, closes_in_ms=closes_in_ms, by=by))

    def close_bets(self, by: str = "") -> None:
        """No more bets (rule 3.5); the bar for late slips is written in the same transaction."""
        self._write(BetsClosed(round=self.table.number, by=by), self._bar())

    def _bar(self) -> Put:
        """What late slips of the round that is played meet."""
        number = self.table.number
        return Put(keys.closed(self._settings.table, number), encode(Barrier(round=number)))

    @property
    def asked(self) -> Ask:
        """What the game asks for next, the bets closed."""
        return self._rules.asked(self.table.entered)

    @property
    def known(self) -> tuple[Fact, ...]:
        """The facts of the play with the values of those that only some seat may see, as this console wrote them."""
        of_round = self.reading.book.rounds.get(self.table.number)
        return known(self.table.entered, of_round.sealed if of_round is not None else Sealed())

    @property
    def known_dealt(self) -> tuple[Fact, ...]:
        """Of these facts those that the result repeats."""
        found = self.known
        return tuple(found[at] for at in self._rules.dealt_at(self.table.entered))

    def start_act(self, act: str, by: str = "") -> None:
        """What the game asks for is begun (Sic Bo 3.6)."""
        self._write(ActStarted(round=self.table.number, act=act, by=by))

    def end_act(self, times: int, by: str = "", counted_by: Counter = "") -> None:
        """The act at hand was done ``times`` times, which the device or the dealer has counted."""
        table = self.table
        self._write(ActEnded(round=table.number, act=table.act, times=times, by=by, counted_by=counted_by))

    def seal_facts(self, facts: Sequence[Fact], first: int) -> None:
        """Write the values of facts for one seat's eyes (all of the same seat), the first of them at that place.

        Before the record that says where they lie: a seat that reads of a card has it.
        """
        self.retry()
        table, number, seat = self._settings.table, self.table.number, facts[0].audience
        of_round = self.reading.book.rounds.get(number)
        known = of_round.seals.get(seat, 0) if of_round is not None else 0
        n = max(known, self._seals.get((number, seat), 0)) + 1
        record = FactsSealed(seat=seat, round=number, n=n, first=first, facts=tuple(facts))
        put = Put(keys.facts_sealed(table, record), encode(record))
        self._pending = _Pending((put,), (), record, n)
        self._send()

    def enter_facts(self, facts: Sequence[Fact], by: str = "") -> None:
        """Enter the next facts of the play, as the game asks for them: hidden ones without their values."""
        shown = tuple(hidden(fact) for fact in facts)
        self._write(FactsEntered(round=self.table.number, facts=shown, by=by))

    def correct_fact(self, at: int, fact: Fact, by: str, authorised_by: str = "") -> None:
        """The fact at that place was entered wrongly. An open decision is barred: it is opened anew."""
        number, was = self.table.number, self.table.entered[at]
        event = FactCorrected(
            round=number, at=at, was=was, fact=hidden(fact), by=by, authorised_by=authorised_by
        )
        self._write(event, *self._decision_bar())

    def enter_irregularity(self, fact: Fact, by: str, authorised_by: str) -> None:
        """Something went wrong that the rules settle. An open decision is barred: it is opened anew."""
        event = IrregularityEntered(round=self.table.number, fact=fact, by=by, authorised_by=authorised_by)
        self._write(event, *self._decision_bar())

    @property
    def irregularities(self) -> tuple[Enter, ...]:
        """What may be entered beside what is asked for."""
        return self._rules.irregularities(self.table.entered)

    def why_not_irregular(self, fact: Fact) -> str | None:
        """Why that irregularity cannot be entered now, or None."""
        event = IrregularityEntered(round=self.table.number, fact=fact, by="console", authorised_by="console")
        try:
            fold(self.table, 0, event, self._rules)
        except NotAllowed as error:
            return str(error)
        return None

    def open_decisions(self, closes_in_ms: int, at: str, by: str = "") -> None:
        """Let the boxes decide that the game names; or give them more time, where they do."""
        n = self.table.deciding or self.table.asked + 1
        self._write(DecisionsOpened(round=self.table.number, n=n, closes_in_ms=closes_in_ms, by=by, at=at))

    def close_decisions(self, by: str = "") -> None:
        """No more decisions; the bar for late choices is written in the same transaction."""
        event = DecisionsClosed(round=self.table.number, n=self.table.deciding, by=by)
        self._write(event, *self._decision_bar())

    def enter_decisions(self, facts: Sequence[Fact], by: str = "") -> None:
        """What every box has decided, by all that stands before the bar."""
        n = self.table.deciding
        self._write(DecisionsEntered(round=self.table.number, n=n, facts=tuple(facts), by=by))

    def _decision_bar(self) -> tuple[Put, ...]:
        """What late choices of the decision that is open meet; nothing while none is."""
        number, n = self.table.number, self.table.deciding
        if not n or self.table.barred:
            return ()
        record = DecisionBarrier(round=number, n=n)
        return (Put(keys.decided(self._settings.table, number, n), encode(record)),)

    def pay_interim(self, by: str = "") -> None:
        """Settle now what is decided already."""
        self._write(InterimEntered(round=self.table.number, by=by))

    def enter_result(self, facts: Sequence[Fact], by: str, authorised_by: str = "") -> None:
        """Enter the last facts, which decide the round; with a supervisor who lets results be automatic."""
        every = (*self.table.dealt, *facts)
        self._write(ResultEntered(round=self.table.number, facts=every, by=by, authorised_by=authorised_by))

    def why_no_facts(self, facts: tuple[Fact, ...]) -> str | None:
        """Why the game does not ask for these facts now, or None."""
        return self._rules.why_no_facts(self.table.entered, facts)

    def why_not_corrected(self, at: int, fact: Fact) -> str | None:
        """Why that fact cannot stand at that place of the play, or None."""
        was = self.table.entered[at]
        event = FactCorrected(round=self.table.number, at=at, was=was, fact=hidden(fact), by="console")
        try:
            fold(self.table, 0, event, self._rules)
        except NotAllowed as error:
            return str(error)
        return None

    def correct_result(
        self, facts: Sequence[Fact], by: str, authorised_by: str, *, number: int = 0, reason: str = ""
    ) -> None:
        """What the round really showed (rules 5.5 and 5.6): of this round (``number`` 0), or of one before it.

        It replaces a result, or a Void by mistake. Later rounds stay as they are.
        """
        self._write(
            ResultCorrected(
                round=number or self.table.number,
                facts=tuple(facts),
                by=by,
                authorised_by=authorised_by,
                reason=reason,
            )
        )

    def void(self, reason: str, by: str, authorised_by: str = "") -> None:
        """Void the round: every stake returns (rule 5.9). After its result only with a supervisor."""
        self.void_earlier(self.table.number, reason, by, authorised_by)

    def void_earlier(self, number: int, reason: str, by: str, authorised_by: str) -> None:
        """Void a round before this one, with a supervisor (rule 5.4); this one goes on as it stands."""
        open_for_bets = number == self.table.number and self.table.phase is Phase.BETTING
        bars = (self._bar(),) if open_for_bets else ()
        if number == self.table.number:
            bars = (*bars, *self._decision_bar())
        self._write(RoundVoided(round=number, reason=reason, by=by, authorised_by=authorised_by), *bars)

    def pay_by_hand(
        self, seat: str, number: int, decision: int, cents: int, by: str, authorised_by: str
    ) -> bool:
        """The House pays what a decision of a round gave a seat. False: it was settled meanwhile, nothing is paid.

        Whatever settlement of the round the book has not seen bars it, since the sum was worked out without it. So
        does a bet that is gone from the log: bets leave when they are settled.
        """
        table = self._settings.table
        event = PaidByHand(
            round=number, seat=seat, decision=decision, cents=cents, by=by, authorised_by=authorised_by
        )
        mark = PaidMark(seat=seat, round=number, decision=decision)
        return self._write(
            event,
            Put(keys.paid_mark(table, seat, number, decision), encode(mark)),
            unless=self._unseen(seat, number, decision),
            bet=self._bet(seat, number),
        )

    def _unseen(self, seat: str, number: int, decision: int) -> tuple[str, ...]:
        """Where the seat's settlements of the round up to this decision stand, but those that the book has seen."""
        of_round = self.reading.book.rounds.get(number)
        seen = of_round.settled if of_round is not None else {}
        table = self._settings.table
        return tuple(
            keys.settled(table, seat, number, n) for n in range(1, decision + 1) if (seat, n) not in seen
        )

    def _bet(self, seat: str, number: int) -> tuple[int, str, Registered] | None:
        """The bet that must stand still; None where it may have left because the book saw it settled before."""
        book = self.reading.book
        of_round = book.rounds.get(number)
        slip = of_round.slips.get(seat) if of_round is not None else None
        return None if slip is None or book.settled_before(number, seat) else (number, seat, slip)

    def end_round(self, by: str = "") -> None:
        """The settlement for all players is made (rule 1.8)."""
        self._write(RoundEnded(round=self.table.number, by=by))

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
        closes_order: int = 0,
    ) -> None:
        """A manager's decision (rule 5.10). ``number`` is the round that it is about, 0 for none.

        ``cents`` are ordered for the seat in the same append, as an event of the round that is played: a seat that is
        gone reads it whenever it comes back, since the round stays in the log until then.
        """
        self.retry()
        n = self._next_record()
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
            closes_order=closes_order,
        )
        puts = [Put(keys.manager_record(self._settings.table, n), encode(record))]
        order, event = None, 0
        if cents:
            current = self.table.number
            order = AmountOrdered(
                round=current,
                seat=seat,
                number=n,
                cents=cents,
                by=by,
                authorised_by=authorised_by,
                about=number,
            )
            fold(self.table, 0, order, self._rules)
            event = self._next_event(order)
            key = keys.round_event(self._settings.table, current, event)
            puts.append(Put(key, encode(order)))
        self._pending = _Pending(tuple(puts), (), order or record, event, manager=n)
        self._send()

    def rule_old(
        self,
        number: int,
        decision: int,
        facts: Sequence[Fact],
        reason: str,
        by: str,
        authorised_by: str,
        at: str,
        items: dict[str, int],
    ) -> None:
        """Decide about a round that the seats cannot decide anew any more: ``items`` are for a manager, in cents."""
        self.retry()
        n = self._next_record()
        record = OldRoundRuled(
            number=n,
            round=number,
            decision=decision,
            facts=tuple(facts),
            reason=reason,
            by=by,
            authorised_by=authorised_by,
            at=at,
            items=items,
        )
        put = Put(keys.manager_record(self._settings.table, n), encode(record))
        self._pending = _Pending((put,), (), record, 0, manager=n)
        self._send()

    def _next_record(self) -> int:
        """The number of the next record of managers, whatever stands there. Raises NoAnswer."""
        # Looked up, too: a console may have read only the newest round.
        newest = newest_number(self._log, keys.manager_numbers(self._settings.table))
        return max(self._managers, self.reading.book.managers_written, newest) + 1

    def _next_of_desk(self) -> int:
        """The same for what is done at the desk."""
        newest = newest_number(self._log, keys.desk_records(self._settings.table))
        return max(self._desk, self.reading.book.desk_written, newest) + 1

    def record_desk(
        self,
        what: str,
        by: str,
        at: str,
        *,
        authorised_by: str = "",
        reason: str = "",
        number: int = 0,
        who: str = "",
        mark: str = "",
    ) -> None:
        """What was done or found at the desk: see :class:`DeskRecorded`. ``number`` is the round, 0 for none."""
        self.retry()
        n = self._next_of_desk()
        record = DeskRecorded(
            number=n,
            what=what,
            by=by,
            at=at,
            authorised_by=authorised_by,
            reason=reason,
            round=number,
            who=who,
            mark=mark,
        )
        put = Put(keys.desk_record(self._settings.table, n), encode(record))
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
        """Take the table back from another console, on purpose; it goes on where the log stands.

        Raises :class:`EnvironmentFault` for an archive that cannot be written, before the table is taken: nobody could
        deal then. Whatever goes wrong later leaves this console looking on, as it was.
        """
        self.reading.pump()
        if self.reading.archive is not None:
            self.reading.archive.note(self.reading.book)
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
        self._pending = _Pending((Put(key, encode(event)), *also), unless, event, n, bet)
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
        self._pending = None
        self._done(pending, answer.seq)
        return True

    def _done(self, pending: _Pending, seq: int) -> None:
        if isinstance(pending.record, DeskRecorded):  # nothing about a round depends on it
            self._desk = pending.n
            if pending.record.what in _OPENINGS:
                self._opening_seq = seq
            return
        self.written_seq = max(self.written_seq, seq)
        self._managers = max(self._managers, pending.manager)
        if isinstance(pending.record, FactsSealed):
            self._seals[pending.record.round, pending.record.seat] = pending.n
            return
        if isinstance(pending.record, OfManagers):
            return
        self.table = fold(self.table, seq, pending.record, self._rules)
        written = self.reading.book.events_written  # what has come back needs no other memory
        self._written = {number: n for number, n in self._written.items() if written(number) < n}
        self._written[pending.record.round] = pending.n

    def _drop(self) -> None:
        """What is pending will not be written by this console. A payment that does not stand there is told."""
        pending, self._pending = self._pending, None
        if pending is None or not isinstance(pending.record, PaidByHand):
            return
        paid = pending.record
        of_round = self.reading.book.rounds.get(paid.round)
        if of_round is None or (paid.seat, paid.decision) not in of_round.paid:
            self.barred(paid)

    def _fenced(self, pending: _Pending, because: str) -> Fenced:
        return Fenced(
            f"table {self._settings.table} refused '{type(pending.record).__name__}': {because}",
            "Another console has taken over; this one may write nothing more",
        )
