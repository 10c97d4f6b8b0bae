"""Re-derives from the table log alone what one seat must have booked, round by round."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from dataclasses import dataclass, field

import msgspec

from kiosk.audit.shoe import ShoeAudit
from kiosk.audit.signature import SignatureAudit
from kiosk.games.game import HOLDS, Fact, Game, Layout, Settlement
from kiosk.table import keys
from kiosk.table.facts import GameRules, Sealed, known, own_facts, why_not_sealed
from kiosk.table.records import (
    AmountBooked,
    AmountOrdered,
    BadRecord,
    Choice,
    DecisionsEntered,
    DeskRecorded,
    FactCorrected,
    FactsEntered,
    FactsSealed,
    HandsMoved,
    InterimEntered,
    IrregularityEntered,
    LogLife,
    PaidByHand,
    ResultCorrected,
    ResultEntered,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    Settled,
    Slip,
    decode,
)
from kiosk.table.round import NotAllowed, Phase, Play, Table, brought_by, fold, why_read_before
from kiosk.table.slips import why_invalid, why_unregistered, window_of


class Ruling(msgspec.Struct, frozen=True):
    """What was decided about a round, at ``seq``; ``settlement`` is None for a Void."""

    seq: int
    facts: tuple[Fact, ...]
    settlement: Settlement | None
    void_reason: str = ""


class Expected(msgspec.Struct, gc=False):
    """One round as the log decides it: registered stakes in cents, facts, settlement; None when void or open.

    ``facts``, ``settlement``, ``void_reason`` and ``decided_seq`` are those of its first decision, ``later`` are
    the ones that replaced it. ``interims`` are what was settled in the middle of it, all so far, with their places.
    ``by_hand`` holds what the House paid this seat's player: position and record.
    """

    stakes: dict[str, int]
    rev: int = 0
    seq: int = 0
    layout: str = ""
    facts: tuple[Fact, ...] = ()
    settlement: Settlement | None = None
    decided_seq: int = 0
    void_reason: str = ""
    opened: bool = False
    later: tuple[Ruling, ...] = ()
    by_hand: tuple[tuple[int, PaidByHand], ...] = ()
    interims: tuple[tuple[int, Settlement], ...] = ()
    own: tuple[Fact, ...] = ()
    """What the seat alone had seen when the round was first decided."""
    told: dict[str, tuple[int, int]] = {}
    """Cents shown to all seats and cents registered, of this box's spots where the two differed."""

    @property
    def rulings(self) -> list[Ruling]:
        """All that was decided about the round, in order."""
        if self.decided_seq == 0:
            return []
        return [Ruling(self.decided_seq, self.facts, self.settlement, self.void_reason), *self.later]

    def paid_by(self, ruling: Ruling) -> int:
        """The cents that ``ruling`` gives the player: all stakes for a Void."""
        return ruling.settlement.paid if ruling.settlement is not None else self.staked

    def interim(self, seq: int) -> Settlement | None:
        """What was settled in the middle of the round, by who has read up to ``seq``."""
        return next((found for at, found in reversed(self.interims) if at <= seq), None)

    @property
    def taken_back(self) -> int:
        """The cents that a void brings to the player (or takes) beside the stakes that were open still."""
        interim = self.interims[-1][1] if self.interims else None
        return 0 if interim is None or self.settlement is not None else interim.staked - interim.paid

    @property
    def staked(self) -> int:
        """The registered stakes, in cents."""
        return sum(self.stakes.values())


@dataclass
class TableAudit:
    """What a log holds for one seat: rounds, reports, its end, and the places of records that nobody accepts.

    ``settled``: what the seat says of a decision of a round, staked and paid in cents. ``reached``: it holds the record
    that was asked for. ``shoe``: what is wrong with the cards that came from one shoe.
    """

    rounds: dict[int, Expected] = field(default_factory=dict)
    settled: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    ordered: dict[int, tuple[int, AmountOrdered]] = field(default_factory=dict)  # by the manager's record
    booked: dict[int, AmountBooked] = field(default_factory=dict)
    last: int = 0
    reached: bool = False
    ignored: list[int] = field(default_factory=list)
    shoe: list[str] = field(default_factory=list)


def read_table(
    log: sqlite3.Connection,
    table: str,
    seat: str,
    game: Game,
    layouts: dict[str, Layout],
    signatures: SignatureAudit,
    reaching: int = 0,
) -> TableAudit:
    """Every round of the table as it went for ``seat``. All records are shown to ``signatures``.

    ``reaching``: the place of a record that it is asked for.
    """
    prefixes = (keys.rounds(table), keys.seat(table, seat), keys.sealed(table, seat))
    desk, reader = keys.desk_records(table), _Reader(seat, game, layouts)
    sql = f"SELECT seq, key, value FROM {records_table(log)} ORDER BY seq, id"  # noqa: S608 - one of our texts
    for seq, key, value in log.execute(sql):
        admitted = signatures.admits(seq, key, value)
        if admitted and isinstance(key, str) and key.startswith(prefixes):  # a damaged file may give none
            reader.found.last = max(reader.found.last, seq)
            reader.found.reached |= seq == reaching
            reader.read(table, seq, key, value)
        elif admitted and isinstance(key, str) and key.startswith(desk):
            reader.desk(table, key, value)
    reader.end()
    if reader.put_back:
        found = reader.found
        found.ignored = [seq for seq in found.ignored if not _stood_before(log, seq)]
    return reader.found


def _stood_before(log: sqlite3.Connection, seq: int) -> bool:
    """Whether that record is an older one that was written once more: who had not read it may have taken it there."""
    records = records_table(log)
    same = f"SELECT 1 FROM {records} AS it, {records} AS old WHERE it.seq = ? AND old.key = it.key"  # noqa: S608
    before = "AND old.value = it.value AND old.seq < it.seq"
    return log.execute(f"{same} {before}", (seq,)).fetchone() is not None


_NO_RECORDS = "(SELECT 0 AS id, 0 AS seq, '' AS key, x'' AS value WHERE false)"


def records_table(log: sqlite3.Connection) -> str:
    """Where the records stand: in "entry" of an embedded log, in "record" of a console's or the host's archive.

    A file that was being made when its program was killed holds nothing, and is read as a log without records.
    """
    tables = {name for (name,) in log.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not tables:
        return _NO_RECORDS
    return "record" if "record" in tables else "entry"


def game_dealt(log: sqlite3.Connection, table: str) -> str | None:
    """The game of the newest round that was opened at the table; None where there was none."""
    sql = f"SELECT key, value FROM {records_table(log)} ORDER BY seq DESC, id DESC"  # noqa: S608 - one of our texts
    for key, value in log.execute(sql):
        # A damaged file gives a record any type: what is no record names no game.
        if isinstance(key, str) and isinstance(value, bytes) and key.startswith(keys.rounds(table)):
            with suppress(BadRecord):
                record = decode(value)
                if isinstance(record, RoundOpened):
                    return record.game
    return None


_SLIPS_AT_ONCE = 1_000  # kept until they are looked into: a player never sends so many for one round
_RESULTS_SHARED = 1_000


class _Reader:
    def __init__(self, seat: str, game: Game, layouts: dict[str, Layout]) -> None:
        self._seat = seat
        self._game = game
        self._layouts = layouts
        self._any_layout = next(iter(layouts.values()))
        self._rules = GameRules(game, self._any_layout)  # until a round names the layout by which it is dealt
        self._table = Table()
        self._layout = self._any_layout
        self._shoe = ShoeAudit(game)
        self._sealed = Sealed()
        self._choice: Choice | None = None
        self._shows = False  # whether the boxes of the round were named with their stakes
        self._slips: list[tuple[int, Slip]] = []  # since the last event of the round
        self._results: dict[tuple[Fact, ...], tuple[Fact, ...]] = {}
        self._event = 0  # the newest event of the round that counted
        self.put_back = False  # the log was released after it had been put back from a backup
        self.found = TableAudit()

    def read(self, table: str, seq: int, key: str, value: bytes) -> None:
        try:
            record = decode(value)
            if not keys.stands_rightly(table, key, record):
                self.found.ignored.append(seq)
            elif isinstance(record, Slip):
                self._slips.append((seq, record))
                if len(self._slips) == _SLIPS_AT_ONCE:
                    self._registered()
            elif isinstance(record, Choice):
                self._registered()
                self._chosen(record)
            elif isinstance(record, FactsSealed):
                if why_not_sealed(record, self._table.number, self._table.is_open) is None:
                    self._sealed = self._sealed.with_record(record, self._table.entered)
            elif isinstance(record, RoundEvent):
                self._registered()
                self._round(seq, record, keys.event_in(key))
            elif isinstance(record, LogLife):
                self._registered()
                self.put_back |= bool(record.by)
                if (brought := brought_by(record, self._table)) is not None:
                    self._round(seq, brought, 0)
            elif isinstance(record, Settled) and record.seat == self._seat:
                self.found.settled[record.round, record.decision] = record.staked, record.paid
            elif isinstance(record, AmountBooked) and record.seat == self._seat:
                self.found.booked[record.number] = record
        except (BadRecord, NotAllowed):
            self.found.ignored.append(seq)

    def desk(self, table: str, key: str, value: bytes) -> None:
        """No seat reads what was done at the desk, or complains of it."""
        with suppress(BadRecord):
            record = decode(value)
            if isinstance(record, DeskRecorded) and keys.stands_rightly(table, key, record):
                self._shoe.desk(record, self._table)

    def end(self) -> None:
        """Nothing follows."""
        self._registered()
        self._shoe.end()
        self.found.shoe = self._shoe.findings

    def _registered(self) -> None:
        """Of the slips since the last event of the round the greatest that is valid counts: it alone is looked into."""
        slips, self._slips = self._slips, []
        number, limits = self._table.number, self._table.limits
        known = self.found.rounds.get(number)
        if self._table.phase is not Phase.BETTING or known is None or limits is None:
            return  # they count for nothing, and the seat has said so
        for seq, slip in sorted(slips, key=lambda one: -one[1].rev):  # of two alike the first
            layout = self._layouts.get(slip.layout)
            if slip.round != number or slip.rev <= known.rev or layout is None:
                continue
            if why_invalid(slip, layout, limits) is None:
                known.stakes, known.rev, known.seq, known.layout = (
                    dict(slip.stakes),
                    slip.rev,
                    seq,
                    slip.layout,
                )
                return

    def _chosen(self, choice: Choice) -> None:
        found = self.found.rounds.get(choice.round)
        layout = self._layouts.get(found.layout) if found is not None else None
        if found is None or layout is None:
            return
        facts = known(self._table.entered, self._sealed)
        window = window_of(self._game, layout, self._table, facts, self._seat, found.stakes)
        decided = self._choice is not None
        if why_unregistered(choice, self._table, window, layout, decided=decided) is None:
            self._choice = choice

    def _decided(self, found: Expected, event: DecisionsEntered) -> None:
        choice, self._choice = self._choice, None
        if choice is None or (choice.choice,) not in [f.values for f in event.facts if f.at == self._seat]:
            return
        for spot, cents in choice.stakes.items():
            found.stakes[spot] = found.stakes.get(spot, 0) + cents

    def _told(self, found: Expected) -> None:
        """What all seats were shown of the stakes at this box against those that are registered for it.

        A box that plays and has nothing shown differs too, once stakes are shown at any.
        """
        boxes = next((fact.values for fact in self._table.entered if fact.name == HOLDS), ())
        if not self._shows or self._seat not in boxes:
            return
        told = self._table.stakes.get(self._seat, {})
        for spot in sorted(told.keys() | found.stakes.keys()):
            if (shown := told.get(spot, 0)) != (staked := found.stakes.get(spot, 0)):
                found.told.setdefault(spot, (shown, staked))

    def _interim(self, seq: int, found: Expected) -> None:
        if not found.stakes:
            return
        layout, facts = self._layouts[found.layout], self._table.entered
        now = self._game.decided(layout, found.stakes, facts, self._seat)
        before = found.interims[-1][1].spots if found.interims else {}
        if now.spots.keys() - before.keys():
            found.interims = (*found.interims, (seq, Settlement(now.spots | before)))

    def _round(self, seq: int, event: RoundEvent, n: int) -> None:
        if (why := why_read_before(event, n, self._table, self._event)) is not None:
            raise NotAllowed(why)
        if isinstance(event, RoundOpened):
            self._layout = self._layouts.get(event.layout, self._any_layout)
            self._rules = GameRules(self._game, self._layout)
        before = self._table.number
        self._table = fold(self._table, seq, event, self._rules)
        if isinstance(event, RoundOpened | Play):
            self._event = n
        self._shoe.event(event, before, self._table, self._layout)
        found = self.found.rounds.setdefault(event.round, Expected({}))
        if isinstance(event, RoundOpened):
            found.opened = True
            self._sealed, self._choice, self._shows = Sealed(), None, False
        elif isinstance(event, FactsEntered):
            if event.stakes:
                # A console of before shows none when it names the boxes, whatever decisions add later.
                self._shows = True
                self._told(found)
        elif isinstance(event, DecisionsEntered):
            self._decided(found, event)
            self._told(found)
        elif isinstance(event, InterimEntered):
            self._interim(seq, found)
        elif isinstance(event, FactCorrected | IrregularityEntered | HandsMoved):
            self._choice = None
            self._sealed = self._sealed.after(event, self._table.entered)
        elif isinstance(event, AmountOrdered):
            if event.seat == self._seat:
                self.found.ordered[event.number] = (seq, event)
        elif isinstance(event, PaidByHand):
            if event.seat == self._seat:
                found.by_hand = (*found.by_hand, (seq, event))
        elif isinstance(event, RoundVoided):
            self._ruled(found, Ruling(seq, (), None, event.reason))
        elif isinstance(event, ResultEntered | ResultCorrected):
            layout = self._layouts[found.layout] if found.layout else self._any_layout
            settlement = self._game.settle(layout, found.stakes, event.facts, self._seat)
            if found.interims and isinstance(event, ResultEntered):
                settlement = Settlement(settlement.spots | found.interims[-1][1].spots)
            self._ruled(found, Ruling(seq, event.facts, settlement))

    def _shared(self, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
        """The same facts as of a round before: three dice show 216 results, and a year has half a million rounds."""
        if len(self._results) < _RESULTS_SHARED:
            return self._results.setdefault(facts, facts)
        return self._results.get(facts, facts)

    def _ruled(self, found: Expected, ruling: Ruling) -> None:
        if found.decided_seq:
            found.later = (*found.later, ruling)
            return
        found.decided_seq, found.facts = ruling.seq, self._shared(ruling.facts)
        found.settlement, found.void_reason = ruling.settlement, ruling.void_reason
        found.own = own_facts(known(self._table.entered, self._sealed), self._seat)
