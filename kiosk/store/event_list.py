"""Significant events by time, kind and severity: what service mode and the reports list."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

import msgspec

from kiosk.seat.roles import ActKind
from kiosk.seat.staff_acts import ACT


@dataclass(frozen=True)
class EventFilter:
    """Which events: kinds that begin with one of ``prefixes`` (none: all), one ``severity`` (empty: all), not older
    than ``since`` (UTC in ISO 8601, empty: ever), ids below ``before`` (0: the newest)."""

    prefixes: tuple[str, ...] = ()
    severity: str = ""
    since: str = ""
    before: int = 0
    limit: int = 100


class ListedEvent(msgspec.Struct, frozen=True):
    """A significant event as it was kept, and who has taken note of it. Times are UTC in ISO 8601."""

    id: int
    at: str
    kind: str
    severity: str
    detail: dict[str, str | int]
    acknowledged_by: str = ""
    acknowledged_at: str = ""


def listed(db: sqlite3.Connection, wanted: EventFilter) -> list[ListedEvent]:
    """The newest events that are wanted, newest first. Raises sqlite3.Error and msgspec.DecodeError."""
    where: list[str] = ["1"]
    values: list[str | int] = []
    if wanted.prefixes:
        where.append("(" + " OR ".join("e.kind GLOB ?" for _ in wanted.prefixes) + ")")
        values += [f"{prefix}*" for prefix in wanted.prefixes]
    limits: list[tuple[str, str | int]] = [
        ("e.severity = ?", wanted.severity),
        ("e.at >= ?", wanted.since),
        ("e.id < ?", wanted.before),
    ]
    for sql, value in limits:
        if value:
            where.append(sql)
            values.append(value)
    rows = db.execute(
        "SELECT e.id, e.at, e.kind, e.severity, e.detail, coalesce(a.by, ''), coalesce(a.at, '') "  # noqa: S608 - words of our own
        "FROM event AS e LEFT JOIN acknowledged AS a ON a.event = e.id "
        f"WHERE {' AND '.join(where)} ORDER BY e.id DESC LIMIT ?",
        (*values, wanted.limit),
    )
    return [
        ListedEvent(
            number, at, kind, severity, msgspec.json.decode(detail, type=dict[str, str | int]), by, when
        )
        for number, at, kind, severity, detail, by, when in rows
    ]


def acts_kept(db: sqlite3.Connection, ids: set[str]) -> set[str]:
    """Which of these acts that commands have told stand among the events. Raises sqlite3.Error.

    Events that are in the archive are not asked: an act is taken over soon, and only what is 90 days old is archived.
    """
    kinds = [kind.value for kind in ActKind]
    rows = db.execute(
        "SELECT json_extract(detail, ?) FROM event "  # noqa: S608 - places alone
        f"WHERE kind IN ({', '.join('?' * len(kinds))}) AND json_valid(detail)",
        (f"$.{ACT}", *kinds),
    )
    return ids & {found for (found,) in rows if isinstance(found, str)}
