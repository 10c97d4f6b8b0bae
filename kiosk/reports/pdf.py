"""A report as PDF: A4, one table a part, its head on every page, and on every page whose report it is."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from pathlib import Path

import msgspec

from kiosk import local_time
from kiosk.devices.printer import fonts
from kiosk.devices.printer.fonts import FontsMissing, TicketFonts
from kiosk.games import written
from kiosk.money import dollars
from kiosk.reports import read_as
from kiosk.reports.lists import RoundLine
from kiosk.reports.meters import Meter
from kiosk.reports.seat_report import Report
from kiosk.reports.sheet import Column, Sheet
from kiosk.store.periods import Period

MOST_ROWS = 20_000  # of one table: some hundred pages, more than anybody reads
_METERS = (
    Column("Meter", 52),
    Column("Unit", 24),
    Column("From", 15),
    Column("Life", 26, right=True),
    Column("In this period", 24, right=True),
    Column("Since clear-out", 24, right=True),
    Column("Since day", 25, right=True),
)
_EVENTS = (
    Column("No.", 14, right=True),
    Column("Time", 42),
    Column("Event", 36),
    Column("Severity", 16),
    Column("Detail", 52),
    Column("Noted by", 30),
)
_ROUNDS = (
    Column("Round", 14, right=True),
    Column("Time", 42),
    Column("Credit before", 28, right=True),
    Column("Staked", 25, right=True),
    Column("Paid", 25, right=True),
    Column("In, out", 28, right=True),
    Column("Credit after", 28, right=True),
    Column("Result", 0, below=True),
    Column("Stakes", 0, below=True),
)
"""What lies between two credits stands in the same line: before, less staked, with paid and in or out, is after.

Of a round that was decided anew that is what was paid at first, which stands below with its result.
"""
_TICKETS = (
    Column("Way", 14),
    Column("Number", 52),
    Column("Amount", 30, right=True),
    Column("State", 30),
    Column("Time", 64),
)
_PERIODS = (
    Column("No.", 12, right=True),
    Column("End of", 18),
    Column("Time", 42),
    Column("By", 22),
    Column("Meter", 50),
    Column("Unit", 22),
    Column("Reading", 24, right=True),
)
_COUNTED = {
    "counted": "Counted in the cash box",
    "expected": "Expected in the cash box",
    "variance": "More counted than expected",
}
"""What a drop tells beside the meters, in cents."""


class Part(msgspec.Struct, frozen=True):
    """A table of a report. ``total`` is its last row, in bold; () for none.

    ``of``: how many rows there are, where ``rows`` are the newest of them alone; 0 where they are all.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    total: Sequence[str] = ()
    of: int = 0

    @property
    def newest(self) -> Part:
        """The part with so many rows as a PDF takes."""
        of = self.of or len(self.rows)
        if of <= MOST_ROWS:
            return self
        return Part(f"{self.title}, the newest", self.columns, self.rows[-MOST_ROWS:], self.total, of)


def pdf(report: Report, files: TicketFonts, zone: tzinfo | None = None) -> bytes:
    """The whole PDF. Times are those of ``zone`` or of this machine, with their offset; the same report gives the same
    bytes.

    Of a table with more rows than anybody reads it has the newest, and says so. Raises FontsMissing without fonts.
    """
    parts = list(_tables(report, zone))
    said = [*_verdict(report), *report.notes]
    return pages("Report of a seat", _head(report, zone), said, parts, files, report.made_at, ok=report.ok)


def pages(
    title: str,
    head: Sequence[str],
    said: Sequence[str],
    parts: Sequence[Part],
    files: TicketFonts,
    made_at: str,
    *,
    ok: bool,
) -> bytes:
    """The PDF of any report: ``head`` on every page, what is ``said`` on top, then the parts. Raises as :func:`pdf`."""
    parts = [part.newest for part in parts]
    said = [
        *said,
        *(
            f"{p.title} {len(p.rows):,} of {p.of:,} rows; for the others name a shorter period, or --format csv"
            for p in parts
            if p.of > len(p.rows)
        ),
    ]

    def shown(texts: Iterable[str]) -> list[str]:
        return [_printable(text, files) for text in texts]

    heads, lines = shown(head), shown(said)
    tables = [Part(p.title, p.columns, [shown(row) for row in p.rows], shown(p.total)) for p in parts]
    signs = frozenset("".join(text for p in tables for row in (*p.rows, p.total) for text in row))
    with tempfile.TemporaryDirectory(prefix="report-fonts-") as folder:
        used = signs | frozenset("".join([*heads, *lines]))
        sheet = Sheet(files, used, Path(folder), heads, _moment(made_at), title)
        sheet.lines(lines, alarm=not ok)
        for part in tables:
            sheet.table(part.title, part.columns, part.rows, part.total)
        return sheet.finish()


def _head(report: Report, zone: tzinfo | None) -> list[str]:
    start = when(report.start, zone) if report.start else "the beginning"
    end = when(report.end, zone) if report.end else "now"
    return [
        f"Seat {report.seat} · table {report.table} · {report.casino}",
        f"Period from {start} to {end} · software {report.software} · made {when(report.made_at, zone)}",
    ]


def _verdict(report: Report) -> list[str]:
    if report.ok:
        return ["The books agree: journal, meters, snapshot, lists and their seals."]
    return [f"THE BOOKS DO NOT AGREE: {len(report.findings)} findings", *report.findings]


def _tables(report: Report, zone: tzinfo | None) -> Iterator[Part]:
    if report.meters is not None:
        in_order = sorted(report.meters, key=lambda meter: read_as.order_of(meter.name))
        yield Part("Meters", _METERS, [_meter(meter) for meter in in_order])
    if report.periods is not None:
        rows = [
            (str(p.id), p.kind, when(p.at, zone), p.by, *line)
            for p in report.periods
            for line in _readings(p)
        ]
        yield Part("Periods", _PERIODS, rows)
    if report.tickets is not None:
        rows_of = [
            (t.direction, t.number, dollars(t.cents), t.state, when(t.at, zone)) for t in report.tickets
        ]
        yield Part("Tickets", _TICKETS, rows_of)
    if report.rounds is not None:
        yield Part(
            "Rounds",
            _ROUNDS,
            [
                (
                    str(r.round),
                    when(r.at, zone),
                    *(dollars(cents) for cents in (r.credit_before, r.staked, r.paid)),
                    _in_out(r.money_in - r.money_out),
                    dollars(r.credit_after),
                    _ended(r),
                    f"Staked: {', '.join(f'{spot} {dollars(cents)}' for spot, cents in r.stakes.items())}",
                )
                for r in report.rounds[-MOST_ROWS:]
            ],
            of=len(report.rounds),
        )
    if report.events is not None:
        yield Part(
            "Events",
            _EVENTS,
            [
                (
                    str(e.id),
                    when(e.at, zone),
                    e.kind,
                    e.severity,
                    ", ".join(f"{name}: {value}" for name, value in e.detail.items() if value != ""),
                    e.acknowledged_by,
                )
                for e in report.events[-MOST_ROWS:]
            ],
            of=len(report.events),
        )


def _ended(r: RoundLine) -> str:
    """How a round ended; of one that was decided anew also what was paid at first."""
    result = f"Void: {r.void_reason}" if r.void_reason else f"Result: {written(r.game, r.facts)}"
    return result if r.decision == 1 else f"{result} · decided anew, first paid {dollars(r.first_paid)}"


def _in_out(cents: int) -> str:
    """Money that went in during a round with a plus, money that went out with a minus; nothing for none."""
    return f"{'+' if cents > 0 else ''}{dollars(cents)}" if cents else ""


def _readings(period: Period) -> Iterator[tuple[str, str, str]]:
    """What was counted, then every meter: its title, its unit, its value."""
    for name, words in _COUNTED.items():
        cents = period.detail.get(name)
        if isinstance(cents, int):
            yield words, "dollars", dollars(cents)
    for name in sorted(period.meters, key=read_as.order_of):
        yield read_as.title(name), read_as.unit(name), read_as.value(name, period.meters[name])


def _meter(meter: Meter) -> list[str]:
    values = (meter.life, meter.moved, meter.since_clear_out, meter.since_day)
    shown = (read_as.value(meter.name, value) for value in values)
    return [read_as.title(meter.name), read_as.unit(meter.name), meter.by, *shown]


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone(UTC)


def when(at: str, zone: tzinfo | None) -> str:
    """A time as people of the place read it; what is none stays as it is kept."""
    try:
        local = local_time.local(at, zone)
    except (ValueError, OverflowError):
        return at
    return f"{local:%Y-%m-%d %H:%M:%S} {local:%z}"


def _printable(text: str, files: TicketFonts) -> str:
    """The text; a sign that no font has is written as its code."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        sign if _is_printed(sign, files) else sign.encode("unicode_escape").decode() for sign in text
    )


@lru_cache(maxsize=10_000)
def _is_printed(sign: str, files: TicketFonts) -> bool:
    if not sign.isprintable():
        return False
    try:
        fonts.require_signs(sign, files)
    except FontsMissing:
        return False
    return True
