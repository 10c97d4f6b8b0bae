"""What is open at a seat or a table, in words: nothing may be, before the software under it is exchanged."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import msgspec

from kiosk.app.state_dir import ConsoleDir, StateDir
from kiosk.faults import EnvironmentFault
from kiosk.money import dollars
from kiosk.ops.update.places import CONSOLE, SEAT
from kiosk.seat.effects import Begun
from kiosk.seat.state import LockKind, SeatState, decode_state
from kiosk.sqlite_file import DAMAGE
from kiosk.store import read_only
from kiosk.store.seat_store import check_snapshot
from kiosk.table.records import BadRecord, RoundEnded, RoundOpened, RoundVoided, decode

_MOST_NAMED = 5  # messages of the outbox
_MONEY_LOCKS = (
    LockKind.AUDIT,
    LockKind.OLDER_COPY,
    LockKind.STORE,
    LockKind.HANDPAY,
    LockKind.TICKET_UNKNOWN,
    LockKind.FOREIGN_SLIP,
)


def what_is_open(states: Mapping[str, Path]) -> list[str]:
    """One sentence for each thing that is open; empty when an update may begin. Reads alone, also while a seat runs.

    Raises :class:`EnvironmentFault` for files that cannot be read.
    """
    found: list[str] = []
    if SEAT in states and StateDir(states[SEAT]).seat.exists():
        found += read_only.read(StateDir(states[SEAT]).seat, _at_seat)
    if CONSOLE in states and ConsoleDir(states[CONSOLE]).archive.exists():
        found += _at_table(ConsoleDir(states[CONSOLE]).archive)
    return found


def _at_seat(db: sqlite3.Connection) -> list[str]:
    if wrong := check_snapshot(db):
        return wrong
    row = db.execute("SELECT body FROM snapshot").fetchone()
    if row is None:
        return []
    try:
        state = decode_state(row[0])
        keys = [key for (key,) in db.execute("SELECT key FROM outbox ORDER BY id")]
        for (effect,) in db.execute("SELECT effect FROM outbox"):
            msgspec.json.decode(effect, type=Begun)
    except msgspec.DecodeError as error:
        raise EnvironmentFault(
            f"the state of the seat does not decode: {error}", "See kiosk verify"
        ) from error
    return [*_money(state), *_under_way(state), *_locks(state), *_unsent(keys)]


def _money(state: SeatState) -> list[str]:
    found = []
    if state.balances.credit:
        found.append(f"{dollars(state.balances.credit)} of credit are on the meter: let the player COLLECT")
    if state.balances.escrow:
        found.append(f"{dollars(state.balances.escrow)} are in play: wait until the round has ended")
    return found


def _under_way(state: SeatState) -> list[str]:
    found = []
    if state.table.is_open:
        found.append(f"round {state.table.number} is open at the table: wait until it has ended")
    if state.flight is not None or state.registered is not None:
        found.append(f"a bet of round {state.table.number} is not settled: wait until the round has ended")
    if state.cashout is not None:
        found.append(
            f"a pay-out of {dollars(state.cashout.cents)} is under way ({state.cashout.stage}): let it end"
        )
    if state.item is not None:
        what = "ticket" if state.item.number else "note"
        found.append(
            f"a {what} is in the acceptor ({state.item.stage}): wait until it is taken or given back"
        )
    if state.later:
        found.append(f"{len(state.later)} later decisions of rounds are not booked: let the seat run on")
    if state.unconfirmed:
        found.append(f"the table has not confirmed {len(state.unconfirmed)} settlements: let the seat run on")
    return found


def _locks(state: SeatState) -> list[str]:
    return [
        f"the seat is locked ({lock.kind}{f': {lock.detail}' if lock.detail else ''}): clear that first"
        for lock in state.locks
        if lock.kind in _MONEY_LOCKS
    ]


def _unsent(keys: list[str]) -> list[str]:
    if not keys:
        return []
    named = ", ".join(keys[:_MOST_NAMED]) + (", …" if len(keys) > _MOST_NAMED else "")
    return [f"the seat has still to do: {named}: let it run until the table and the devices have answered"]


def _at_table(archive: Path) -> list[str]:
    newest = (
        "SELECT value FROM record WHERE round = (SELECT max(round) FROM record) AND round > 0 ORDER BY id"
    )
    try:
        with closing(read_only.open_file(archive, alone=not read_only.beside(archive))) as db:
            records = [decode(value) for (value,) in db.execute(newest)]
    except (*DAMAGE, BadRecord) as error:
        raise EnvironmentFault(f"{archive} cannot be read: {error}", "Call a technician") from error
    opened = [record.round for record in records if isinstance(record, RoundOpened)]
    ended = any(isinstance(record, RoundEnded | RoundVoided) for record in records)
    return [f"round {opened[0]} is open at the table: end it at the console"] if opened and not ended else []
