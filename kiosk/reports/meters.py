"""The meters of a period: accounts from the journal to the second, everything else from the hours that are kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

import msgspec

from kiosk.reports.read_as import unit_of
from kiosk.reports.span import Span
from kiosk.seat.accounts import Account
from kiosk.store.hours import booked_before, first_from, kept_since
from kiosk.store.periods import CLEAR_OUT, DAY, Period

_SUMS = """
SELECT account, sum(CASE WHEN at < ?2 THEN cents ELSE 0 END), sum(CASE WHEN at >= ?1 AND at < ?2 THEN cents ELSE 0 END)
FROM posting JOIN txn ON txn.id = posting.txn GROUP BY account"""
_HOURS = """
SELECT name, sum(value), sum(CASE WHEN hour < ?2 THEN value ELSE 0 END),
    sum(CASE WHEN hour >= ?1 AND hour < ?2 THEN value ELSE 0 END)
FROM hourly GROUP BY name"""
_PERIOD = "SELECT id, kind, at, by, detail, meters FROM period WHERE at >= ? AND at < ? ORDER BY id"
_LAST = "SELECT max(id) FROM period WHERE kind = ? AND at < ?"
_MOVED = "SELECT name, sum(value) FROM hourly WHERE hour >= ? AND hour < ? GROUP BY name"
JOURNAL, HOURS = "journal", "hours"


class Meter(msgspec.Struct, frozen=True):
    """One meter at the end of the period, in ``unit``; ``by`` says what it is from: the journal, or the hours.

    ``life`` is since the seat was new, ``moved`` within the period, the others since the last clear-out and the last
    close of a day before the end of the period; None when there was none.
    """

    name: str
    unit: str
    by: str
    life: int
    moved: int
    since_clear_out: int | None
    since_day: int | None


def meters(db: sqlite3.Connection, span: Span, findings: list[str]) -> tuple[list[Meter], list[str]]:
    """All meters, and what has to be said about them in words; what does not agree is added to ``findings``.

    Raises sqlite3.Error and ValueError for damage.
    """
    counted: Mapping[str, int] = dict(db.execute("SELECT name, value FROM counter"))
    clear_out, day = (_whole(db, _last(db, kind, span), counted) for kind in (CLEAR_OUT, DAY))
    sums = {account: (life, moved) for account, life, moved in db.execute(_SUMS, (span.start, span.until))}
    found = [
        _meter(f"account.{account.value}", JOURNAL, *sums.get(account.value, (0, 0)), clear_out, day)
        for account in Account
    ]
    hours = {name: parts for name, *parts in db.execute(_HOURS, (span.first_hour, span.hour_after))}
    accounts = {account.value for account in Account}
    unkept = []
    for name in sorted((counted.keys() | hours.keys()) - accounts):
        whole, until, moved = hours.get(name, (0, 0, 0))
        before = counted[name] - whole if name in counted else 0
        if before:
            unkept.append(name)
        found.append(_meter(name, HOURS, before + until, moved, clear_out, day))
    return found, [*_said(span), *_unkept(db, unkept, findings)]


def readings(db: sqlite3.Connection, span: Span) -> list[Period]:
    """The days closed, clear-outs and boxes taken in the period. Raises sqlite3.Error and ValueError."""
    return [_period(row) for row in db.execute(_PERIOD, (span.start, span.until))]


def _whole(db: sqlite3.Connection, reading: Period | None, counted: Mapping[str, int]) -> Period | None:
    """A reading with what is kept by hours alone and so stands in none: what the hours before it had."""
    if reading is None:
        return None
    before = dict(db.execute(_MOVED, ("", first_from(reading.at))))
    kept = {name: value for name, value in before.items() if name not in counted}
    return msgspec.structs.replace(reading, meters=kept | reading.meters)


def _meter(name: str, by: str, life: int, moved: int, clear_out: Period | None, day: Period | None) -> Meter:
    def since(reading: Period | None) -> int | None:
        return life - reading.meters.get(name, 0) if reading is not None else None

    return Meter(name, unit_of(name), by, life, moved, since(clear_out), since(day))


def _said(span: Span) -> list[str]:
    first = span.start or "the first hour kept"
    after = span.end or "now"
    by_hours = (
        "every other meter is kept by the hour of the seat's clock; here are the hours that begin "
        f"from {first} on and before {after}"
    )
    return ["what is from the journal is to the second", by_hours]


def _unkept(db: sqlite3.Connection, names: list[str], findings: list[str]) -> list[str]:
    if not names:
        return []
    since = kept_since(db)
    if since is not None and not booked_before(db):  # no program of before has counted it
        findings.append(f"the hours of {', '.join(names)} do not add up to the meter")
        return []
    counted = ", ".join(names)
    return [
        f"the seat keeps hours since {since or 'now'}: what {counted} counted before is in 'life' and in no movement"
    ]


def _last(db: sqlite3.Connection, kind: str, span: Span) -> Period | None:
    (number,) = db.execute(_LAST, (kind, span.until)).fetchone()
    row = db.execute("SELECT id, kind, at, by, detail, meters FROM period WHERE id = ?", (number,)).fetchone()
    return _period(row) if row is not None else None


def _period(row: tuple[int, str, str, str, str, str]) -> Period:
    number, kind, at, by, detail, values = row
    told = msgspec.json.decode(detail, type=dict[str, str | int])
    return Period(number, kind, at, by, told, msgspec.json.decode(values, type=dict[str, int]))
