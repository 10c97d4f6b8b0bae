"""The self-audit of a seat's books from outside, for whoever reports from them: it reads and never repairs."""

from __future__ import annotations

import sqlite3
from itertools import islice
from pathlib import Path

import msgspec

from kiosk.faults import EnvironmentFault
from kiosk.seat.state import SeatState, decode_state
from kiosk.sqlite_file import DAMAGE
from kiosk.store import periods, seal
from kiosk.store.archive import check_chain
from kiosk.store.audit import MAX_FINDINGS, Books, audit
from kiosk.store.lists import SHOWN, unreadable
from kiosk.store.schema import strange_parts
from kiosk.store.seat_store import check_snapshot


def state_of(db: sqlite3.Connection) -> SeatState | None:
    """The stored state; None for a seat that was never started, and for one that does not decode."""
    row = db.execute("SELECT body FROM snapshot").fetchone()
    try:
        return decode_state(row[0]) if row is not None else None
    except (msgspec.DecodeError, UnicodeError):
        return None


def findings_of(db: sqlite3.Connection, archive: Path) -> list[str]:
    """What is wrong with pages, chain, sums, snapshot, lists, periods, seals and the archive; empty when all agrees."""
    try:
        found = [
            f"seat.db is damaged: {row[0]}"
            for row in db.execute("PRAGMA integrity_check(5)")
            if row[0] != "ok"
        ]
        if found:
            return found
        found = check_snapshot(db)
        state = state_of(db)
        if state is None and db.execute("SELECT count(*) FROM snapshot").fetchone()[0]:
            found.append("the snapshot does not decode")
        balances = None if state is None else msgspec.to_builtins(state.balances)
        found += audit(db, Books(), balances)
        found += strange_parts(db)
        found += islice(unreadable(db, *SHOWN), MAX_FINDINGS)
        found += periods.findings(db)
        found += seal.broken(db)
        check_chain(db, archive)
    except DAMAGE as error:
        return [f"seat.db is damaged: {error}"]
    except EnvironmentFault as fault:
        found.append(str(fault))
    return found
