"""A report of one seat from outside: meters, events, rounds, tickets and periods, and whether its books agree.

It reads seat.db as it is at one moment, also while the seat runs, and writes nothing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from enum import StrEnum
from pathlib import Path

import msgspec

from kiosk.reports.findings import findings_of, state_of
from kiosk.reports.lists import EventLine, RoundLine, Source, TicketLine, Tickets, events, rounds
from kiosk.reports.meters import Meter, meters, readings
from kiosk.reports.span import Span
from kiosk.resources import software
from kiosk.store import read_only
from kiosk.store.periods import Period

FORMAT = 1  # of the JSON: it changes when a field is renamed, taken away or means something else
UNKNOWN = "not known"


class What(StrEnum):
    """The parts of a report."""

    METERS = "meters"
    EVENTS = "events"
    ROUNDS = "rounds"
    TICKETS = "tickets"
    PERIODS = "periods"


class Report(msgspec.Struct, frozen=True):
    """All times are UTC in ISO 8601, all amounts cents. ``findings`` is empty when the books agree.

    ``start`` and ``end`` are empty where the period has no bound; a part that was not asked for is None.
    """

    format: int
    ok: bool
    findings: list[str]
    casino: str
    table: str
    seat: str
    software: str
    made_at: str
    start: str
    end: str
    notes: list[str]
    meters: list[Meter] | None = None
    events: list[EventLine] | None = None
    rounds: list[RoundLine] | None = None
    tickets: list[TicketLine] | None = None
    periods: list[Period] | None = None


def read_report(
    seat_db: Path, archive: Path, span: Span, what: Collection[What], made_at: str, casino: str = ""
) -> Report:
    """The report. ``casino`` is its name for a seat that does not keep it.

    Raises :class:`EnvironmentFault` for a file that cannot be read at all.
    """

    def at_one_moment(db: sqlite3.Connection) -> Report:
        return _report(db, archive, span, what, made_at, casino)

    return read_only.read(seat_db, at_one_moment)


def _report(
    db: sqlite3.Connection, archive: Path, span: Span, what: Collection[What], made_at: str, casino: str
) -> Report:
    findings, notes = findings_of(db, archive), list[str]()
    state = state_of(db)
    place = state.place if state is not None else ""
    table, _, seat = place.partition("/")
    kept = (state.written or {}).get("casino", "") if state is not None else ""
    parts: dict[str, object] = {}
    source = Source(db, archive, span, findings)
    for part in What:
        if part in what:
            try:
                parts[part.value] = _part(source, part, notes)
            except (msgspec.DecodeError, UnicodeError) as error:
                findings.append(f"{part}: {error}")
    found = list(dict.fromkeys(findings))  # two parts may have met the same
    head = Report(
        FORMAT,
        not found,
        found,
        kept or casino or UNKNOWN,
        table or UNKNOWN,
        seat or UNKNOWN,
        software(),
        made_at,
        span.start,
        span.end,
        notes,
    )
    return msgspec.structs.replace(head, **parts)


def _part(source: Source, part: What, notes: list[str]) -> object:
    match part:
        case What.METERS:
            found, said = meters(source.db, source.span, source.findings)
            notes += said
            return found
        case What.EVENTS:
            return events(source, Tickets(source))
        case What.ROUNDS:
            return rounds(source)
        case What.TICKETS:
            return Tickets(source).lines()
        case What.PERIODS:
            return readings(source.db, source.span)
