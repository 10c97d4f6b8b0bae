"""Folds the journal in one pass into what audits hold against the log: rounds, money in and out, later decisions."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import msgspec

from kiosk.seat.accounts import Account, Kind
from kiosk.store.audit import transactions
from kiosk.store.chain import Line
from kiosk.store.kinds import FORMS

Cents = dict[str, int]
_LATER = frozenset({Kind.CORRECT.value, Kind.VOID_SETTLED.value, Kind.PAID_BY_HAND.value})
_OF_ROUNDS = frozenset(
    {Kind.STAKE.value, Kind.RELEASE.value, Kind.INTERIM.value, Kind.SETTLE.value, Kind.VOID.value}
)
_HELD = frozenset({Kind.STAKE.value, Kind.RELEASE.value})
_ENDS = frozenset({Kind.SETTLE.value, Kind.VOID.value})
_IN = frozenset({Kind.NOTE.value, Kind.TICKET_IN.value})
_OUT = frozenset({Kind.TICKET_OUT.value, Kind.TICKET_VOID.value, Kind.HANDPAY.value, Kind.PAID_BY_HAND.value})
_CREDIT, _ESCROW = Account.CREDIT.value, Account.ESCROW.value


_NOTHING: Mapping[str, int] = MappingProxyType({})


class Booked(msgspec.Struct, gc=False):
    """What the journal has for one round. ``held``: cents in escrow by stakes and releases before its end."""

    held: int = 0
    touched: bool = False
    interim: Mapping[str, int] = _NOTHING
    settled: Cents | None = None
    voided: Cents | None = None
    strange: tuple[str, ...] = ()

    @property
    def ended(self) -> bool:
        """Whether the round is settled or void in the journal."""
        return self.settled is not None or self.voided is not None

    @property
    def credited(self) -> int | None:
        """Cents that the end of the round gave to credit, None when it has no end."""
        ends = [end for end in (self.settled, self.voided) if end is not None]
        return sum(end.get("credit", 0) for end in (*ends, self.interim)) if ends else None


class Money(msgspec.Struct, gc=False):
    """Credit before a round and at its end, and money in and out until then, as the journal has them in cents."""

    before: int
    after: int = 0
    money_in: int = 0
    money_out: int = 0
    ended: bool = False


@dataclass(slots=True)
class LaterTxn:
    """A correction, a late Void or a payment by hand, with the credit that it leaves; all in cents."""

    kind: str
    key: str
    lines: Cents
    credit_after: int


class Journal:
    """The fold. ``table``: what names no round of it stands as strange under the round that it is booked in.

    ``orders`` are what shift managers ordered: by name what came to the credit, and what that left there.
    """

    def __init__(self, table: str) -> None:
        self._table = table
        self._credit = 0
        self.booked: dict[int, Booked] = {}
        self.money: dict[int, Money] = {}
        self.later: list[LaterTxn] = []
        self.orders: dict[str, tuple[int, int]] = {}

    def take(self, kind: str, key: str, number: int, lines: Sequence[Line]) -> None:
        """The next transaction, booked in round ``number``."""
        before, credit = self._credit, 0
        for account, cents in lines:
            if account == _CREDIT:
                credit += cents
        self._credit = before + credit
        self._take_money(kind, key, number, before, credit)
        if kind in _OF_ROUNDS:
            self._take_round(kind, key, number, lines)
        elif kind in _LATER:
            if FORMS[kind].name.fullmatch(key) is not None:
                self.later.append(LaterTxn(kind, key, _added(lines), self._credit))
        elif kind == Kind.ORDERED:
            self.orders[key] = (credit, self._credit)

    def _take_money(self, kind: str, key: str, number: int, before: int, credit: int) -> None:
        money = self.money.get(number)
        if money is None:
            money = self.money[number] = Money(before)
        if kind == Kind.VOID_SETTLED and key.endswith(f":{number}:1"):
            money.after = (
                self._credit
            )  # what an interim settlement of the void round paid is taken back with it
        if money.ended:
            return
        if kind in _IN:
            money.money_in += credit
        elif kind in _OUT:
            money.money_out -= credit
        elif kind in _ENDS:
            money.after, money.ended = self._credit, True

    def _take_round(self, kind: str, key: str, number: int, lines: Sequence[Line]) -> None:
        booked = self.booked.get(number)
        if booked is None:
            booked = self.booked[number] = Booked()
        named = FORMS[kind].name.fullmatch(key)
        if named is None or int(named[1]) != number or key.split(":")[1] != self._table:
            booked.strange += (
                f"round {number}: the journal books '{key}', which names no round of this table",
            )
        elif booked.ended:
            booked.strange += (f"round {number}: the journal books '{key}' after the end of the round",)
        elif kind in _HELD:
            for account, cents in lines:
                if account == _ESCROW:
                    booked.held += cents
            booked.touched = True
        elif kind == Kind.INTERIM:
            booked.interim = _added((*booked.interim.items(), *lines))
        elif kind == Kind.SETTLE:
            booked.settled = _added(lines)
        else:
            booked.voided = _added(lines)


def read_journal(db: sqlite3.Connection, table: str) -> Journal:
    """The whole journal, postings that were put in later among those of their transaction. Raises sqlite3.Error."""
    for by_number in (False, True):
        journal, strays = Journal(table), list[int]()
        for (_, kind, key, number, *_), lines in transactions(db, strays=strays, by_number=by_number):
            journal.take(kind, key, number, lines)
        if not strays:
            break
    return journal


def _added(lines: Sequence[Line]) -> Cents:
    found: Cents = {}
    for account, cents in lines:
        found[account] = found.get(account, 0) + cents
    return found
