"""Re-derives every settlement from the table log and holds it against what the journal booked."""

from __future__ import annotations

import sqlite3

import msgspec

from kiosk.games.game import Game, Layout
from kiosk.host.table_audit import Expected, read_table


class Replayed(msgspec.Struct, frozen=True):
    """One round settled again. ``paid`` and ``booked`` are cents that went to credit; ``booked`` None: nothing was."""

    round: int
    layout: str
    result: tuple[int | str, ...]
    void: bool
    staked: int
    paid: int
    booked: int | None
    agrees: bool


def replay(
    journal: sqlite3.Connection,
    log: sqlite3.Connection,
    table: str,
    seat: str,
    game: Game,
    layouts: dict[str, Layout],
) -> list[Replayed]:
    """Every round in which the seat had a registered bet, in order. A round that is still open agrees."""
    expected = read_table(log, table, seat, game, layouts).rounds
    booked = _booked(journal, table)
    row = journal.execute("SELECT body FROM snapshot").fetchone()
    read_to = int(msgspec.json.decode(row[0])["log_seq"]) if row is not None else 0
    return [
        _replayed(number, found, booked.get(number), read_to)
        for number, found in sorted(expected.items())
        if found.stakes or number in booked
    ]


def _booked(journal: sqlite3.Connection, table: str) -> dict[int, int]:
    """Cents that each round's settlement or void gave to credit."""
    sql = (
        "SELECT key, sum(CASE account WHEN 'credit' THEN cents ELSE 0 END) FROM txn "
        "JOIN posting ON posting.txn = txn.id WHERE kind IN ('settle', 'void') GROUP BY txn.id"
    )
    found: dict[int, int] = {}
    for key, cents in journal.execute(sql):
        _, owner, number = key.split(":")
        if owner == table:
            found[int(number)] = found.get(int(number), 0) + cents
    return found


def _replayed(number: int, found: Expected, booked: int | None, read_to: int) -> Replayed:
    read = 0 < found.decided_seq <= read_to
    void = read and found.settlement is None
    paid = found.settlement.paid if found.settlement is not None else found.staked
    if not read:
        agrees = booked is None
    elif void:  # a slip in flight that never landed returns with the registered one
        agrees = (booked or 0) >= found.staked
    else:
        agrees = (booked or 0) == paid and (booked is not None or not found.stakes)
    result = tuple(value for fact in found.facts for value in fact.values)
    return Replayed(number, found.layout, result, void, found.staked, paid if read else 0, booked, agrees)
