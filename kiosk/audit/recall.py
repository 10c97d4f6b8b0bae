"""Holds every round that the seat remembers against log, pay table and journal: each figure that a player is shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import msgspec

from kiosk.audit.journal import Money
from kiosk.audit.later import Read
from kiosk.audit.table import Expected, Ruling
from kiosk.games.game import Game
from kiosk.seat.effects import Outcome
from kiosk.seat.recalled import Decided, Recalled


def compare_recall(
    db: sqlite3.Connection, booked: dict[int, Money], expected: dict[int, Expected], read: Read, game: Game
) -> Iterator[str]:
    """What is wrong with the rounds kept for recall."""
    decoder = msgspec.json.Decoder(Recalled)
    for number, body in db.execute("SELECT round, body FROM recall ORDER BY round"):
        try:
            recalled = decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            yield f"recall of round {number} does not decode: {error}"
            continue
        found, money = expected.get(number), booked.get(number)
        if found is None or money is None or recalled.round != number:
            yield f"recall of round {number} has no round in the table log and the journal"
        elif _own_as(found, recalled) != _as_it_was(number, found, money, read, game):
            yield f"recall of round {number} differs from the log, the pay table and the journal"
    kept = {row[0] for row in db.execute("SELECT round FROM recall")}
    for number in sorted({number for number, money in booked.items() if money.ended} - kept):
        if number in expected and expected[number].stakes:
            yield f"recall of round {number} is missing"


def compare_outcomes(db: sqlite3.Connection, expected: dict[int, Expected], read_to: int) -> Iterator[str]:
    """What is wrong with the results kept for the trends; the seat has read the log up to ``read_to``."""
    decoder = msgspec.json.Decoder(Outcome)
    seen: set[int] = set()  # so the outcomes of half a million rounds are not made all at once
    for number, body in db.execute("SELECT round, body FROM outcome ORDER BY round"):
        seen.add(number)
        try:
            kept = decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            yield f"outcome of round {number} does not decode: {error}"
            continue
        if kept != _outcome(number, expected.get(number), read_to):
            yield f"outcome of round {number} differs from the log"
    for number in sorted(expected.keys() - seen):
        if _outcome(number, expected[number], read_to) is not None:
            yield f"outcome of round {number} is missing"


def _outcome(number: int, found: Expected | None, read_to: int) -> Outcome | None:
    """How the round ended for who has read the log up to there; None before it has ended."""
    rulings = found.rulings[::-1] if found is not None else []
    newest = next((end for end in rulings if end.seq <= read_to), None)
    return None if newest is None else Outcome(number, newest.facts, newest.void_reason)


def _own_as(found: Expected, recalled: Recalled) -> Recalled:
    """The row; one of before does not say what the seat alone has seen: that is taken as found."""
    return msgspec.structs.replace(recalled, own=found.own) if recalled.own is msgspec.UNSET else recalled


def _as_it_was(number: int, found: Expected, money: Money, read: Read, game: Game) -> Recalled:
    rulings = read.booked(number, found)
    now = rulings[-1] if rulings else Ruling(0, (), None)
    return Recalled(
        round=number,
        layout=found.layout,
        stakes=found.stakes,
        facts=now.facts,
        settlement=now.settlement,
        void_reason=now.void_reason,
        credit_before=money.before,
        credit_after=money.after,
        money_in=money.money_in,
        money_out=money.money_out,
        game=game.name,
        registered_rev=found.rev,
        registered_seq=found.seq,
        decision=max(1, len(rulings)),
        before=tuple(Decided(end.facts, end.void_reason, found.paid_by(end)) for end in rulings[:-1]),
        own=found.own,
    )
