"""Re-derives every settlement from the table log and holds it against what the journal booked."""

from __future__ import annotations

import sqlite3

import msgspec

from kiosk.games.game import Game, Layout
from kiosk.host.rounds_audit import Booked, compare_round, read_booked, read_to
from kiosk.host.table_audit import Expected, read_table


class Replayed(msgspec.Struct, frozen=True):
    """One round settled again. ``paid`` and ``booked`` are cents that went to credit; ``booked`` None: nothing was.

    ``differences`` says in words what of credit, escrow and house differs.
    """

    round: int
    layout: str
    result: tuple[int | str, ...]
    void: bool
    staked: int
    paid: int
    booked: int | None
    agrees: bool
    differences: tuple[str, ...] = ()


def replay(
    journal: sqlite3.Connection,
    log: sqlite3.Connection,
    table: str,
    seat: str,
    game: Game,
    layouts: dict[str, Layout],
) -> list[Replayed]:
    """Every round in which the seat had a registered bet or that it has booked, in order.

    A round that is still open agrees. Raises :class:`kiosk.faults.EnvironmentFault` when the snapshot does not decode.
    """
    expected = read_table(log, table, seat, game, layouts).rounds
    booked = read_booked(journal, table)
    position = read_to(journal)
    found = []
    for number in sorted(booked.keys() | expected.keys()):
        due, own = expected.get(number, Expected({})), booked.get(number, Booked())
        again = _replayed(number, due, own, 0 < due.decided_seq <= position)
        if due.stakes or own.ended or not again.agrees:  # not a round whose every chip was taken back
            found.append(again)
    return found


def _replayed(number: int, found: Expected, booked: Booked, read: bool) -> Replayed:
    differences = tuple(compare_round(number, found, booked, read))
    paid = found.settlement.paid if found.settlement is not None else found.staked
    return Replayed(
        round=number,
        layout=found.layout,
        result=tuple(value for fact in found.facts for value in fact.values),
        void=read and found.settlement is None,
        staked=found.staked,
        paid=paid if read else 0,
        booked=booked.credited,
        agrees=not differences,
        differences=differences,
    )
