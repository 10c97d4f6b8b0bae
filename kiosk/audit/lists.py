"""Holds what the seat keeps beside its accounts against the journal: counters, tickets, the outbox."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from kiosk.audit.later import Read
from kiosk.audit.table import Expected
from kiosk.games.game import Game, Layout
from kiosk.seat.accounts import Kind
from kiosk.seat.effects import Begun, outbox_key
from kiosk.seat.state import SeatState
from kiosk.seat.theory import theory
from kiosk.store import hours
from kiosk.store.archive_files import Row
from kiosk.store.kinds import FORMS

_OF_KIND = (
    # What crosses the seat's edge are few postings: they are found first.
    "SELECT key, round, cents FROM posting CROSS JOIN txn ON txn.id = posting.txn "
    "WHERE kind = ? AND account = ? ORDER BY txn.id"
)


def compare_counters(
    db: sqlite3.Connection,
    expected: dict[int, Expected],
    read: Read,
    game: Game,
    layouts: Mapping[str, Layout],
) -> Iterator[str]:
    """What rounds, notes, tickets and payments by hand have counted, against what the journal books of them.

    Tickets and theory are left out where a program of before has played, which counted neither; payments by hand where
    an event does not tell which of the two counters has it.
    """
    booked = [
        (found, newest.settlement)
        for (number,) in db.execute(
            "SELECT round FROM txn WHERE kind IN (?, ?)", (Kind.SETTLE, Kind.VOID)
        )  # a void by mistake may have a result by now
        if (found := expected.get(number)) is not None
        and found.stakes
        and (newest := read.newest(number, found)) is not None
        and newest.settlement is not None
    ]
    settled = [settlement for _, settlement in booked]
    wanted = Counter(
        {
            "turnover": sum(settlement.staked for settlement in settled),
            "wins": sum(settlement.paid for settlement in settled),
            "rounds_played": len(settled),
            "rounds_won": sum(1 for settlement in settled if settlement.won > 0),
        }
    )
    for _, _, cents in db.execute(_OF_KIND, (Kind.NOTE, "notes")):
        wanted[f"notes_{-cents}"] += 1
    shown: dict[str, int] = dict(db.execute("SELECT name, value FROM counter"))
    names = {name for name in shown if name.startswith("notes_")}
    if not hours.booked_before(db):
        names |= {"tickets_in_count", "tickets_out_count", "theory", "variance"}
        wanted.update(_tickets(db))
        for found, _ in booked:
            wanted.update(theory(game, layouts[found.layout], found.stakes))
    by_hand = _by_hand(db)
    if by_hand is not None:
        names |= by_hand.keys()
        wanted.update(by_hand)
    for name in sorted(names | set(wanted)):
        if shown.get(name, 0) != wanted[name]:
            yield f"counter '{name}' shows {shown.get(name, 0)}, the journal has {wanted[name]}"


def _tickets(db: sqlite3.Connection) -> dict[str, int]:
    counted: dict[str, int] = dict(db.execute("SELECT kind, count(*) FROM txn GROUP BY kind"))
    return {
        "tickets_in_count": counted.get(Kind.TICKET_IN, 0),
        "tickets_out_count": counted.get(Kind.TICKET_OUT, 0) - counted.get(Kind.TICKET_VOID, 0),
    }


def _by_hand(db: sqlite3.Connection) -> dict[str, int] | None:
    """Cents paid by hand by the counter that has them; None where an event does not say what was paid."""
    found = {"handpay_wins": 0, "cancelled_credits": 0}
    for (detail,) in db.execute("SELECT detail FROM event WHERE kind = 'hand-pay'"):
        try:
            event = msgspec.json.decode(detail, type=_HandPay)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None  # a finding of its own
        if event.kind not in _COUNTED_BY:
            return None
        found[_COUNTED_BY[event.kind]] += event.cents
    return found


def compare_kept(db: sqlite3.Connection, state: SeatState, archived: Iterable[Row] = ()) -> Iterator[str]:
    """The seat's own list of tickets against the journal. ``archived`` are those that have left it, newest first."""
    wanted: dict[tuple[str, str], tuple[int, str]] = {}
    for key, _, cents in db.execute(_OF_KIND, (Kind.TICKET_OUT, "tickets_out")):
        wanted["out", key.partition(":")[2]] = (cents, "issued")
    for key, _, cents in db.execute(_OF_KIND, (Kind.TICKET_VOID, "tickets_out")):
        wanted["out", key.partition(":")[2]] = (-cents, "void")
    for key, _, cents in db.execute(_OF_KIND, (Kind.TICKET_IN, "tickets_in")):
        wanted["in", key.partition(":")[2]] = (-cents, "redeemed")
    open_number = state.cashout.number if state.cashout is not None else ""
    here = db.execute("SELECT direction, number, cents, state FROM ticket").fetchall()
    kept: dict[tuple[Any, Any], tuple[Any, ...]] = {}
    for row in (*here, *archived):
        kept.setdefault((row[0], row[1]), tuple(row[:4]))
    for direction, number, cents, status in kept.values():
        found = wanted.pop((direction, number), None)
        pending = number == open_number and status in ("pending", "issued")
        if found is None or found[0] != cents or (found[1] != status and not pending):
            yield f"ticket ending in {number[-4:]} is kept as '{status}' with {cents} cents, the journal has {found}"
    yield from (f"ticket ending in {number[-4:]} is booked and not kept" for _, number in sorted(wanted))


def compare_handpays(
    db: sqlite3.Connection, state: SeatState, table: str, seat: str, archived: Iterable[Row] = ()
) -> Iterator[str]:
    """Every hand pay is booked as its significant event tells it, and the other way round.

    ``archived`` are the events that have left the list.
    """
    told: dict[int, int] = {}
    events = dict(db.execute("SELECT id, detail FROM event WHERE kind = 'hand-pay'"))
    events |= {row[0]: row[4] for row in archived if row[2] == "hand-pay" and row[0] not in events}
    for _, detail in sorted(events.items()):
        try:
            event = msgspec.json.decode(detail, type=_HandPay)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            yield f"the event of a hand pay does not decode: {error}"
            continue
        if event.number in told:
            yield f"hand pay {event.number} is told twice"
        told[event.number] = event.cents
    if len(told) != state.handpays:
        yield f"the snapshot counts {state.handpays} hand pays, {len(told)} are told"
    own = f"handpay:{table}:{seat}:"
    for key, _, cents in db.execute(_OF_KIND, (Kind.HANDPAY, "handpay")):
        number = key.removeprefix(own)
        if not key.startswith(own) or FORMS[Kind.HANDPAY].name.fullmatch(key) is None:
            yield f"'{key}' is no hand pay of this seat"
        elif (due := told.pop(int(number), None)) != cents:
            yield f"hand pay {number} is booked with {cents} cents, its event has {due}"
    # With nothing left to pay an attendant may still confirm; that is told and not booked.
    yield from (
        f"hand pay {number} is told with {due} cents and not booked" for number, due in told.items() if due
    )


class _HandPay(msgspec.Struct):
    number: int
    cents: int
    kind: str = ""  # a program of before did not tell it


_COUNTED_BY = {"hand-pay": "handpay_wins", "cancelled-credit": "cancelled_credits"}


def compare_outbox(db: sqlite3.Connection) -> Iterator[str]:
    """Every effect that waits must be one that the seat can perform, under its own name."""
    decoder = msgspec.json.Decoder(Begun)
    for key, effect in db.execute("SELECT key, effect FROM outbox ORDER BY id"):
        try:
            found = outbox_key(decoder.decode(effect))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            yield f"outbox: '{key}' does not decode: {error}"
            continue
        if found != key:
            yield f"outbox: '{key}' holds the effect '{found}'"
