"""Re-derives every settlement from the table log and holds it against what the journal booked."""

from __future__ import annotations

import sqlite3

import msgspec

from kiosk.audit.journal import Booked, read_journal
from kiosk.audit.later import Read, later_changes
from kiosk.audit.rounds import compare_round, read_to
from kiosk.audit.signature import SignatureAudit
from kiosk.audit.table import Expected, read_table
from kiosk.games import written
from kiosk.games.game import Game, Layout


class Replayed(msgspec.Struct, frozen=True):
    """One round settled again. ``paid`` and ``booked`` are cents that went to credit; ``booked`` None: nothing was.

    ``differences`` says in words what of credit, escrow and house differs; ``words`` is the result as the game writes
    it.
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
    words: str = ""


def replay(
    journal: sqlite3.Connection,
    log: sqlite3.Connection,
    table: str,
    seat: str,
    game: Game,
    layouts: dict[str, Layout],
    signatures: SignatureAudit,
) -> list[Replayed]:
    """Every round in which the seat had a registered bet or that it has booked, in order.

    What ``signatures`` does not admit decides about nothing. A round that is still open agrees.

    Raises :class:`kiosk.faults.EnvironmentFault` when the snapshot does not decode.
    """
    expected = read_table(log, table, seat, game, layouts, signatures).rounds
    own_books = read_journal(journal, table)
    booked = own_books.booked
    read = read_to(journal)
    changes: dict[int, int] = {}
    for (number, _), cents in later_changes(own_books, table).items():
        changes[number] = changes.get(number, 0) + cents
    found = []
    for number in sorted(booked.keys() | expected.keys()):
        due, own = expected.get(number, Expected({})), booked.get(number, Booked())
        again = _replayed(number, due, own, read, changes.get(number, 0), game.name)
        if due.stakes or own.ended or not again.agrees:  # not a round whose every chip was taken back
            found.append(again)
    return found


def _replayed(number: int, found: Expected, booked: Booked, read: Read, change: int, game: str) -> Replayed:
    differences = list(compare_round(number, found, booked, 0 < found.decided_seq <= read.seq))
    now = read.newest(number, found)
    paid = found.paid_by(now) if now is not None else 0
    credited = None if booked.credited is None else booked.credited + change
    first = found.rulings[0] if now is not None else None
    if now is not None and first is not None:
        due = found.paid_by(now) - found.paid_by(first) + found.taken_back
        if change != due:
            differences.append(
                f"round {number}: the journal books {change} cents for later decisions, the log gives {due}"
            )
    shown = now.facts if now is not None else found.facts
    return Replayed(
        round=number,
        layout=found.layout,
        result=tuple(value for fact in shown for value in fact.values),
        void=now is not None and now.settlement is None,
        staked=found.staked,
        paid=paid,
        booked=credited,
        agrees=not differences,
        differences=tuple(differences),
        words=written(game, shown),
    )
