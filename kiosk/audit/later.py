"""Holds what the journal books after a round's settlement against the log: corrections, late Voids, hand payments."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from kiosk.audit.journal import Journal, LaterTxn
from kiosk.audit.table import Expected, Ruling
from kiosk.seat.accounts import Kind
from kiosk.seat.state import HandPaid, Later, Ordered, Resettlement


@dataclass(frozen=True)
class Read:
    """How far a seat has read the log, and what of it waits to be booked."""

    seq: int
    redecided: frozenset[tuple[int, int]] = frozenset()
    by_hand: frozenset[tuple[int, int]] = frozenset()
    orders: frozenset[int] = frozenset()

    @classmethod
    def of(cls, log_seq: int, later: tuple[Later, ...]) -> Read:
        """From the seat's own state."""
        return cls(
            log_seq,
            frozenset((task.round, task.decision) for task in later if isinstance(task, Resettlement)),
            frozenset((task.round, task.decision) for task in later if isinstance(task, HandPaid)),
            frozenset(task.number for task in later if isinstance(task, Ordered)),
        )

    def booked(self, number: int, found: Expected) -> list[Ruling]:
        """The decisions about a round that must be in the journal."""
        rulings = [ruling for ruling in found.rulings if ruling.seq <= self.seq]
        waiting = [decision for other, decision in self.redecided if other == number]
        return rulings[: min(waiting) - 1] if waiting else rulings

    def newest(self, number: int, found: Expected) -> Ruling | None:
        """The one that stands in the journal now."""
        return next(iter(self.booked(number, found)[::-1]), None)


def later_changes(journal: Journal, table: str) -> dict[tuple[int, int], int]:
    """Round and decision of every correction and late Void of this table, with the cents that it brought or took.

    Open items count with them.
    """
    return {
        _names(txn.key): txn.lines.get("credit", 0) + txn.lines.get("adjust", 0)
        for txn in journal.later
        if txn.kind != Kind.PAID_BY_HAND and txn.key.split(":")[1] == table
    }


def compare_later(journal: Journal, expected: dict[int, Expected], read: Read, table: str) -> Iterator[str]:
    """Every difference that a later decision makes is booked once, and nothing else is."""
    wanted = dict(_wanted(expected, read, table))
    for txn in journal.later:
        change = wanted.pop(txn.key, None)
        if change is None:
            yield f"the journal books '{txn.key}', for which the log has no decision"
            continue
        yield from _differs(txn, change)
    yield from (
        f"'{key}' of {change} cents follows from the log and is not booked" for key, change in wanted.items()
    )


def _wanted(expected: dict[int, Expected], read: Read, table: str) -> Iterator[tuple[str, int]]:
    """By the name of the transaction, the cents that must come to the player (or go from them)."""
    for number, found in expected.items():
        booked = read.booked(number, found)
        if booked and found.taken_back:
            yield f"{Kind.VOID_SETTLED.value}:{table}:{number}:1", found.taken_back
        for decision, (before, now) in enumerate(itertools.pairwise(booked), start=2):
            change = found.paid_by(now) - found.paid_by(before)
            kind = Kind.CORRECT if now.settlement is not None else Kind.VOID_SETTLED
            if change:
                yield f"{kind.value}:{table}:{number}:{decision}", change
        for seq, paid in found.by_hand:
            if seq <= read.seq and (number, paid.decision) not in read.by_hand:
                yield f"{Kind.PAID_BY_HAND.value}:{table}:{number}:{paid.decision}", -paid.cents


def _differs(txn: LaterTxn, change: int) -> Iterator[str]:
    credit, adjust = txn.lines.get("credit", 0), txn.lines.get("adjust", 0)
    other = "handpay" if txn.kind == Kind.PAID_BY_HAND else "house"
    if credit + adjust != change or txn.lines.get(other, 0) != -change:
        yield f"the journal books {txn.lines} as '{txn.key}', the log gives {change} cents to the player"
    elif adjust and (change > 0 or txn.credit_after != 0):
        yield f"'{txn.key}' leaves {-adjust} cents open although there was credit to take them from"


def _names(key: str) -> tuple[int, int]:
    _, _, number, decision = key.split(":")
    return int(number), int(decision)
