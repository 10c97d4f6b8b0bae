"""The lists of a period: events, rounds and tickets, those in the archive with them."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from kiosk.faults import EnvironmentFault
from kiosk.games.game import Fact
from kiosk.reports.span import Span
from kiosk.seat.accounts import Kind
from kiosk.seat.recalled import Recalled
from kiosk.store.archive import archived_rows
from kiosk.store.archive_files import Row
from kiosk.tickets.number import mask

Detail = dict[str, str | int]
_NUMBER = re.compile(r"(?<![0-9])(?:[0-9]{18}|[0-9]{2}(?:-[0-9]{4}){4})(?![0-9])")
_EVENTS = "SELECT id, at, kind, severity, detail FROM event WHERE at >= ? AND at < ?"
_SETTLED = """
SELECT txn.round, at, body, kind FROM txn LEFT JOIN recall ON recall.round = txn.round
WHERE kind IN ('settle', 'void') AND at >= ? AND at < ? ORDER BY id"""


def mask_numbers(text: str) -> str:
    """The text with at most the last four digits of any ticket's number."""
    return _NUMBER.sub(lambda found: mask(found[0]), text)


class EventLine(msgspec.Struct, frozen=True):
    """A significant event; ``acknowledged_by`` and ``_at`` are empty until staff have taken note of it."""

    id: int
    at: str
    kind: str
    severity: str
    detail: Detail
    acknowledged_by: str = ""
    acknowledged_at: str = ""


class RoundLine(msgspec.Struct, frozen=True):
    """A round that this seat played, by the time of its settlement; amounts in cents.

    ``facts`` and ``paid`` are those of the decision that stands; ``first_paid``, credit and money those of the first
    settlement: credit before, less staked, with first paid and money in, less money out, is credit after.
    """

    round: int
    at: str
    layout: str
    decision: int
    facts: tuple[Fact, ...]
    void_reason: str
    staked: int
    paid: int
    credit_before: int
    credit_after: int
    money_in: int
    money_out: int
    stakes: dict[str, int]
    game: str = ""
    first_paid: int = 0


class TicketLine(msgspec.Struct, frozen=True):
    """A ticket by the time of its last change. Of one that may still pay only the last four digits are shown."""

    direction: str
    number: str
    cents: int
    state: str
    at: str


class Source:
    """Where a report reads from: seat.db, and its archive. An archive that cannot be read is a finding, once."""

    def __init__(self, db: sqlite3.Connection, archive: Path, span: Span, findings: list[str]) -> None:
        self.db, self.span, self.findings = db, span, findings
        self._archive = archive

    def archived(self, name: str) -> Iterator[Row]:
        """The archived rows of a list that may lie in the period, the newest version of a row first."""
        try:
            yield from archived_rows(self.db, self._archive, name, self.span.start)
        except EnvironmentFault as fault:
            if str(fault) not in self.findings:
                self.findings.append(str(fault))


class Tickets:
    """The seat's tickets of a period, and which numbers can no longer pay."""

    def __init__(self, source: Source) -> None:
        kept = source.db.execute("SELECT direction, number, cents, state, at FROM ticket ORDER BY rowid")
        known: dict[Row, Row] = {row[:2]: row for row in kept}
        for row in source.archived("ticket"):
            known.setdefault(row[:2], row[:5])
        lines = [msgspec.convert(row, _Kept) for row in known.values()]
        self._closed = {
            line.number
            for line in lines
            if (line.direction, line.state) in (("in", "redeemed"), ("out", "void"))
        }
        self._known = [line for line in lines if source.span.holds(line.at)]

    def lines(self) -> list[TicketLine]:
        """In order of time."""
        lines = [
            TicketLine(line.direction, self.shown(line.number), line.cents, line.state, line.at)
            for line in self._known
        ]
        return sorted(lines, key=lambda line: line.at)

    def shown(self, number: str) -> str:
        """The number as it may be shown."""
        return number if number in self._closed else mask(number)

    def masked(self, text: str) -> str:
        """A text without the number of any ticket that may pay, of this seat or another."""
        return _NUMBER.sub(
            lambda found: found[0] if found[0].replace("-", "") in self._closed else mask(found[0]), text
        )


def events(source: Source, tickets: Tickets) -> list[EventLine]:
    """The events of the period in order. What does not decode is a finding."""
    span, findings = source.span, source.findings
    rows = _by_key(source.db.execute(_EVENTS, (span.start, span.until)))
    notes = _by_key(source.db.execute("SELECT event, by, at FROM acknowledged"))
    _add(rows, (row for row in source.archived("event") if span.holds(str(row[1]))))
    _add(notes, source.archived("acknowledged"))
    lines = []
    for number, (_, at, kind, severity, body) in sorted(rows.items()):
        try:
            detail = msgspec.json.decode(str(body), type=Detail)
        except (msgspec.DecodeError, UnicodeError) as error:
            findings.append(f"event {number} does not decode: {error}")
            detail = {}
        told = {
            name: tickets.masked(value) if isinstance(value, str) else value for name, value in detail.items()
        }
        _, by, when = notes.get(number, (number, "", ""))
        lines.append(EventLine(number, str(at), str(kind), str(severity), told, str(by), str(when)))
    return lines


def rounds(source: Source) -> list[RoundLine]:
    """The rounds that were settled in the period, in order. One that is booked and not kept is a finding.

    Of a Void the journal may have no more than a stake that went back before it was registered: no round was played.
    A row that was taken out of the list is found by its seal.
    """
    span, findings = source.span, source.findings
    asked = (span.start, span.until)
    gone = {number for number, _, body, _ in source.db.execute(_SETTLED, asked) if body is None}
    kept: dict[int, str] = {}
    if gone:
        for number, body in source.archived("recall"):
            if number in gone:
                kept.setdefault(int(number), str(body))
    return [
        line
        for number, at, body, kind in source.db.execute(_SETTLED, asked)
        if (line := _round(number, at, body or kept.get(number), kind, findings)) is not None
    ]


def _round(number: int, at: str, body: str | None, kind: str, findings: list[str]) -> RoundLine | None:
    if body is None:
        if kind == Kind.VOID:
            return None
        findings.append(f"round {number} is booked at {at} and not kept for recall")
        return None
    try:
        found = msgspec.json.decode(body, type=Recalled)
    except (msgspec.DecodeError, UnicodeError) as error:
        findings.append(f"recall of round {number} does not decode: {error}")
        return None
    return RoundLine(
        number,
        at,
        found.layout,
        found.decision,
        found.facts,
        found.void_reason,
        found.staked,
        found.paid,
        found.credit_before,
        found.credit_after,
        found.money_in,
        found.money_out,
        found.stakes,
        found.game,
        found.before[0].paid if found.before else found.paid,
    )


class _Kept(msgspec.Struct, frozen=True, array_like=True):
    direction: str
    number: str
    cents: int
    state: str
    at: str


def _by_key(rows: Iterable[Row]) -> dict[int, Row]:
    return {int(row[0]): row for row in rows}


def _add(known: dict[int, Row], archived: Iterator[Row]) -> None:
    """What is still in seat.db counts, and of the archived the newest, which comes first."""
    for row in archived:
        known.setdefault(int(row[0]), row)
