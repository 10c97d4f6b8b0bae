"""The table service: writes what happens at the table, each event only in the phase that allows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kiosk.faults import EnvironmentFault
from kiosk.games.game import Fact, Game, Layout
from kiosk.table import keys
from kiosk.table.facts import why_not
from kiosk.table.log import Entry, Feed, Put, Refused, TableLog
from kiosk.table.records import (
    BadRecord,
    Barrier,
    BetsClosed,
    BetsClosing,
    CloseShown,
    ConsoleHeld,
    Limits,
    ResultEntered,
    RoundEnded,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    Settled,
    Slip,
    TumbleEnded,
    TumbleStarted,
    decode,
    encode,
)
from kiosk.table.round import NotAllowed, Phase, Table, fold
from kiosk.table.slips import why_invalid

PAGE = 1_000  # entries read at once; no two events of the rounds share a sequence number


class Fenced(EnvironmentFault):
    """Another console has taken over this table; this one may write nothing more."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Which table this is, who is the console, and the game that is played with its limits."""

    table: str
    console: str
    game: Game
    layout: Layout
    limits: Limits


class TableService:
    """One console's hold on one table. Resumes the round that the log shows.

    Raises :class:`NotAllowed` for an event that the phase forbids, :class:`Fenced` when another console holds the
    table, :class:`kiosk.table.log.NoAnswer` when the log does not answer.
    """

    def __init__(self, log: TableLog, settings: TableSettings) -> None:
        self._log = log
        self._settings = settings
        self._shown: set[str] = set()
        self._settled: set[str] = set()
        self._bets: dict[
            str, tuple[int, bool]
        ] = {}  # by seat: the newest revision, and whether it stakes anything
        self._silent: set[str] = set()
        self._token = self._take()
        self.table, self._written, opened_seq = self._resume()
        prefix = f"{keys.root(settings.table)}seat/"
        after = self._token if not self.table.is_open else opened_seq
        self._feed: Feed = log.follow([prefix], after, self._on_report)

    def close_service(self) -> None:
        """Stop reading; the table stays as the log shows it."""
        self._feed.close()

    @property
    def close_shown_by(self) -> frozenset[str]:
        """The seats that show "No more bets" in this round (rules 3.5 and 5.3.3)."""
        return frozenset(self._shown)

    @property
    def unsettled(self) -> frozenset[str]:
        """The seats with a registered bet in this round that have not reported its settlement (rule 1.8)."""
        seats = self._bets.copy()  # in one go: another thread may deliver
        return frozenset(seat for seat, (_, staked) in seats.items() if staked) - self._settled

    @property
    def silent(self) -> frozenset[str]:
        """The seats that are flagged as not answering, until they do (rule 5.3.3)."""
        return frozenset(self._silent)

    def flag_silent(self, seats: frozenset[str]) -> None:
        """These seats did not answer in time; the table goes on without their answer."""
        self._silent |= seats

    # --- the round ----------------------------------------------------------------------------------------------

    def open_round(self, closes_in_ms: int, at: str) -> int:
        """Open the next round for bets (rule 3.2); answers its number. ``at`` is UTC for information."""
        number = self.table.number + 1
        for of_round in (self._shown, self._settled, self._bets):
            of_round.clear()
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

    def void(self, reason: str, by: str) -> None:
        """Void the round: every stake returns (rule 5.9)."""
        self._write(RoundVoided(round=self.table.number, reason=reason, by=by))

    def end_round(self) -> None:
        """The settlement for all players is made (rule 1.8)."""
        self._write(RoundEnded(round=self.table.number))

    # --- the log ------------------------------------------------------------------------------------------------

    def _take(self) -> int:
        """Become the table's console: the sequence number of our record is the fencing token."""
        newest = self._log.last(keys.consoles(self._settings.table))
        take = int(newest.key.rpartition("/")[2]) + 1 if newest is not None else 1
        record = ConsoleHeld(console=self._settings.console, take=take)
        answer = self._log.append([Put(keys.console(self._settings.table, take), encode(record))])
        if isinstance(answer, Refused):
            raise Fenced(
                f"table {self._settings.table} was taken by another console at the same moment",
                "Stop the other console, then start this one again",
            )
        return answer.seq

    def _resume(self) -> tuple[Table, int, int]:
        """The round that stands last in the log, the number of its last event, and the position of its first."""
        prefix = keys.rounds(self._settings.table)
        newest = self._log.last(prefix)
        if newest is None:
            return Table(), 0, 0
        number = newest.key[len(prefix) :].partition("/")[0]
        table = self._read_rounds(f"{prefix}{number}/")
        if not table.number or str(table.number) != number:
            # What stands last is no event that any reader accepts: the whole log says which round it is.
            table = self._read_rounds(prefix)
        entries = list(self._pages(f"{prefix}{table.number}/"))
        last = [entry.key.rpartition("/")[2] for entry in entries]
        written = max((int(n) for n in last if n.isascii() and n.isdecimal()), default=0)
        return table, written, min((entry.seq for entry in entries), default=0)

    def _read_rounds(self, prefix: str) -> Table:
        table = Table()
        for entry in self._pages(prefix):
            table = self._folded(table, entry)
        return table

    def _pages(self, prefix: str) -> Iterator[Entry]:
        after = 0
        while entries := self._log.read([prefix], after, PAGE):
            yield from entries
            after = entries[-1].seq

    def _folded(self, table: Table, entry: Entry) -> Table:
        try:
            record = decode(entry.value)
            if not isinstance(record, RoundEvent) or not keys.stands_rightly(
                self._settings.table, entry.key, record
            ):
                return table
            return fold(table, entry.seq, record, self._why_not)
        except (BadRecord, NotAllowed):
            return table  # every reader ignores it alike

    def _why_not(self, event: RoundEvent) -> str | None:
        return why_not(self._settings.game, self._settings.layout, event)

    def _write(self, event: RoundEvent, *also: Put) -> None:
        written = 0 if isinstance(event, RoundOpened) else self._written
        fold(self.table, 0, event, self._why_not)  # refuses here what every reader would ignore
        key = keys.round_event(self._settings.table, event.round, written + 1)
        holding = (keys.consoles(self._settings.table), self._token)
        answer = self._log.append([Put(key, encode(event)), *also], holding=holding)
        if isinstance(answer, Refused):
            raise Fenced(
                f"table {self._settings.table} refused '{type(event).__name__}': {answer.because.value} ({answer.key})",
                "Another console has taken over; this one may write nothing more",
            )
        self.table = fold(self.table, answer.seq, event, self._why_not)
        self._written = written + 1

    def _on_report(self, entry: Entry) -> None:
        try:
            record = decode(entry.value)
        except BadRecord:
            return
        if not keys.stands_rightly(self._settings.table, entry.key, record):
            return
        mine = isinstance(record, Slip | CloseShown | Settled) and record.round == self.table.number
        match record:
            case Slip() if mine:
                self._note_bet(entry.seq, record)
            case CloseShown() if mine:
                self._shown.add(record.seat)
            case Settled() if mine:
                self._settled.add(record.seat)
        if isinstance(record, CloseShown | Settled):
            self._silent.discard(record.seat)

    def _note_bet(self, seq: int, slip: Slip) -> None:
        """A slip counts as at the seat itself: valid, before the close, and newer than what stands (rule 5.7)."""
        closed, limits, layout = self.table.closed_seq, self.table.limits, self._settings.layout
        late = seq >= closed if closed else self.table.phase is not Phase.BETTING
        known, _ = self._bets.get(slip.seat, (0, False))
        if late or limits is None or slip.rev <= known:
            return
        # Of a layout that is not this console's own the seat alone knows what counts: it is waited for.
        if slip.layout == layout.name and why_invalid(slip, layout, limits) is not None:
            return
        self._bets[slip.seat] = (slip.rev, bool(slip.stakes))
