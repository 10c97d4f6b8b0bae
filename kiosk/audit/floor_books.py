"""What one seat's journal says of tickets and money, read with plain SQL from a copy of seat.db."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass

from kiosk.seat.accounts import Account, Kind
from kiosk.seat.state import SeatState

_OUT = ("pending", "print", "confirm", "void")  # how the outbox names what a ticket waits for
_IN = ("reserve", "redeem", "release")
_SUMS = "SELECT account, sum(cents) FROM posting GROUP BY account"
_TICKETS = "SELECT key, cents FROM txn JOIN posting ON posting.txn = txn.id WHERE kind = ? AND account = ?"


@dataclass(frozen=True)
class SeatBooks:
    """One seat of the floor. Amounts in cents; tickets by number.

    ``issued`` were booked and not reversed, ``voided`` booked and reversed, ``taken`` credited. Of those that are
    ``going_out`` or ``coming_in`` the registry has still to hear something from this seat.
    """

    table: str
    seat: str
    accounts: Mapping[str, int]
    issued: Mapping[str, int]
    voided: Mapping[str, int]
    taken: Mapping[str, int]
    going_out: frozenset[str]
    coming_in: frozenset[str]

    @property
    def place(self) -> str:
        """Which seat of which table."""
        return f"{self.table}/{self.seat}"


def read_books(db: sqlite3.Connection, state: SeatState | None, table: str, seat: str) -> SeatBooks:
    """The books of seat ``table``/``seat``; ``state`` is its snapshot, None for a seat that never began.

    Raises sqlite3.Error for a file that is damaged: such books are audited by themselves first.
    """
    accounts = {account.value: 0 for account in Account} | dict(db.execute(_SUMS))
    out = _tickets(db, Kind.TICKET_OUT, Account.TICKETS_OUT)
    void = _tickets(db, Kind.TICKET_VOID, Account.TICKETS_OUT)
    waiting = [key.split(":") for (key,) in db.execute("SELECT key FROM outbox")]
    going = {parts[1] for parts in waiting if parts[0] in _OUT}
    coming = {parts[1] for parts in waiting if parts[0] in _IN}
    if state is not None and state.cashout is not None and state.cashout.number:
        going.add(state.cashout.number)
    if state is not None and state.item is not None and state.item.number:
        coming.add(state.item.number)
    return SeatBooks(
        table=table,
        seat=seat,
        accounts=accounts,
        issued={number: cents for number, cents in out.items() if number not in void},
        voided={number: -cents for number, cents in void.items()},
        taken={number: -cents for number, cents in _tickets(db, Kind.TICKET_IN, Account.TICKETS_IN).items()},
        going_out=frozenset(going),
        coming_in=frozenset(coming),
    )


def _tickets(db: sqlite3.Connection, kind: Kind, account: Account) -> dict[str, int]:
    rows = db.execute(_TICKETS, (kind.value, account.value))
    return {key.partition(":")[2]: cents for key, cents in rows}
