"""Holds what the journal books for each round against what the table log decides. Audit and replay share it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping

import msgspec

from kiosk.audit.journal import Booked, Cents
from kiosk.audit.later import Read
from kiosk.audit.table import Expected
from kiosk.faults import EnvironmentFault
from kiosk.games.game import Settlement
from kiosk.seat.state import Later


class ReadTo(msgspec.Struct):
    """Of a snapshot, the position up to which the seat has read the log, and what of it waits to be booked."""

    log_seq: int
    later: tuple[Later, ...] = ()


def read_to(journal: sqlite3.Connection) -> Read:
    """How far the seat has read. Raises :class:`EnvironmentFault` when it is not readable."""
    row = journal.execute("SELECT body FROM snapshot").fetchone()
    if row is None:
        return Read(0)
    try:
        found = msgspec.json.decode(row[0], type=ReadTo)
        return Read.of(found.log_seq, found.later)
    except msgspec.DecodeError as error:
        raise EnvironmentFault(f"the snapshot does not decode: {error}", "See kiosk verify") from error


def compare_round(number: int, found: Expected, booked: Booked, read: bool) -> Iterator[str]:
    """What differs in one round, also in what all seats were shown of this one; ``read``: it has read how it ends."""
    yield from booked.strange
    for spot, (told, staked) in found.told.items():
        yield f"round {number}: {told} cents on '{spot}' were shown at this seat's box, {staked} were registered"
    if read:
        interim = found.interims[-1][1] if found.interims else None
        wanted = _lines(interim) if interim is not None else {}
        yield from _differs(number, booked.interim, wanted, "in the middle of the round the log gives")
    if not read:
        if booked.ended:
            yield f"round {number} is booked although the seat has not read its end"
        elif booked.touched and not found.opened:
            yield f"round {number} has stakes in the journal, the table log does not open it"
    elif found.settlement is None:
        yield from _compare_void(number, found, booked)
    else:
        yield from _compare_settled(number, found, booked)


def _compare_void(number: int, found: Expected, booked: Booked) -> Iterator[str]:
    if booked.settled is not None:
        yield f"round {number} is void, yet the journal settles it"
    if booked.held < found.staked:  # a slip in flight that never landed may be held with the registered one
        yield f"round {number}: {booked.held} cents were in escrow, {found.staked} were registered"
    left = booked.held + booked.interim.get("escrow", 0)
    wanted = {"escrow": -left, "credit": left}
    yield from _differs(number, booked.voided, wanted, "the void returns")


def _compare_settled(number: int, found: Expected, booked: Booked) -> Iterator[str]:
    settlement = found.settlement
    assert settlement is not None  # noqa: S101 - the caller has looked
    if booked.voided is not None:
        yield f"round {number} has a result, yet the journal voids it"
    if booked.held != settlement.staked:
        yield f"round {number}: {booked.held} cents were in escrow, {settlement.staked} were registered"
    wanted = _lines(settlement)
    for account, cents in booked.interim.items():
        wanted[account] -= cents
    yield from _differs(number, booked.settled, wanted, "the log and the pay table give")


def _lines(settlement: Settlement) -> Cents:
    return {
        "escrow": -settlement.staked,
        "house": settlement.lost - settlement.won,
        "credit": settlement.paid,
    }


def _differs(number: int, booked: Mapping[str, int] | None, wanted: Cents, who: str) -> Iterator[str]:
    got = {account: cents for account, cents in (booked or {}).items() if cents}
    wanted = {account: cents for account, cents in wanted.items() if cents}
    if got != wanted:
        yield f"round {number}: the journal books {got}, {who} {wanted}"


def house_of(expected: dict[int, Expected], read: Read) -> int:
    """What the house has won by the rounds that the seat has booked, in cents; negative when it has lost."""
    ends = (read.newest(number, found) for number, found in expected.items())
    settlements = [end.settlement for end in ends if end is not None and end.settlement is not None]
    open_rounds = (found for found in expected.values() if not 0 < found.decided_seq <= read.seq)
    interims = [interim for found in open_rounds if (interim := found.interim(read.seq)) is not None]
    return sum(end.lost - end.won for end in (*settlements, *interims))
