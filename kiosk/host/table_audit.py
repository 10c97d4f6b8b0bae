"""Re-derives from the table log alone what one seat must have booked, round by round."""

from __future__ import annotations

import sqlite3

import msgspec

from kiosk.games.game import Fact, Game, Layout, Settlement
from kiosk.table import keys
from kiosk.table.facts import why_bad
from kiosk.table.records import BadRecord, ResultEntered, RoundEvent, RoundVoided, Slip, decode
from kiosk.table.round import NotAllowed, Phase, Table, fold
from kiosk.table.slips import why_invalid


class Expected(msgspec.Struct):
    """One round as the log decides it: registered stakes in cents, facts, settlement; None when void or open."""

    stakes: dict[str, int]
    rev: int = 0
    seq: int = 0
    layout: str = ""
    facts: tuple[Fact, ...] = ()
    settlement: Settlement | None = None
    decided_seq: int = 0

    @property
    def staked(self) -> int:
        """The registered stakes, in cents."""
        return sum(self.stakes.values())


def expected_rounds(
    log: sqlite3.Connection, table: str, seat: str, game: Game, layouts: dict[str, Layout]
) -> tuple[dict[int, Expected], int]:
    """Every round of the table as it went for ``seat``, and how many records no reader accepts."""
    rounds, slips = keys.rounds(table), keys.slips(table, seat)
    reader = _Reader(seat, game, layouts)
    sql = "SELECT seq, key, value FROM entry ORDER BY seq, id"
    for seq, key, value in log.execute(sql):
        if key.startswith((rounds, slips)):
            reader.read(table, seq, key, value)
    return reader.rounds, reader.ignored


class _Reader:
    def __init__(self, seat: str, game: Game, layouts: dict[str, Layout]) -> None:
        self._seat = seat
        self._game = game
        self._layouts = layouts
        self._any_layout = next(iter(layouts.values()))
        self._table = Table()
        self.rounds: dict[int, Expected] = {}
        self.ignored = 0

    def read(self, table: str, seq: int, key: str, value: bytes) -> None:
        try:
            record = decode(value)
            if not keys.stands_rightly(table, key, record):
                self.ignored += 1
            elif isinstance(record, Slip):
                self._slip(seq, record)
            elif isinstance(record, RoundEvent):
                self._round(seq, record)
        except (BadRecord, NotAllowed):
            self.ignored += 1

    def _slip(self, seq: int, slip: Slip) -> None:
        open_now = self._table.phase is Phase.BETTING and slip.round == self._table.number
        layout = self._layouts.get(slip.layout)
        limits = self._table.limits
        if not open_now or layout is None or limits is None or why_invalid(slip, layout, limits) is not None:
            raise NotAllowed("slip counts for nothing")
        known = self.rounds[slip.round]
        if slip.rev > known.rev:
            known.stakes, known.rev, known.seq, known.layout = dict(slip.stakes), slip.rev, seq, slip.layout

    def _round(self, seq: int, event: RoundEvent) -> None:
        self._table = fold(
            self._table, seq, event, lambda facts: why_bad(self._game, self._any_layout, facts)
        )
        found = self.rounds.setdefault(event.round, Expected({}))
        if isinstance(event, RoundVoided):
            found.decided_seq = seq
        elif isinstance(event, ResultEntered):
            found.decided_seq, found.facts = seq, event.facts
            layout = self._layouts[found.layout] if found.layout else self._any_layout
            found.settlement = self._game.settle(layout, found.stakes, event.facts)
