"""A report as PDF: A4, one table a part, its head on every page, and on every page whose report it is."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from pathlib import Path

from kiosk import local_time
from kiosk.devices.printer import fonts
from kiosk.devices.printer.fonts import FontsMissing, TicketFonts
from kiosk.faults import EnvironmentFault
from kiosk.host.report_csv import result_text
from kiosk.host.report_meters import Meter
from kiosk.host.report_sheet import Column, Sheet
from kiosk.host.seat_report import Report
from kiosk.money import dollars

MOST_ROWS = 20_000  # of one table: some hundred pages
_METERS = (
    Column("Meter", 46),
    Column("Unit", 32),
    Column("From", 15),
    Column("Life", 24, right=True),
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
    Column("Result", 20),
    Column("Staked", 20, right=True),
    Column("Paid", 20, right=True),
    Column("Credit before", 20, right=True),
    Column("after", 20, right=True),
    Column("Stakes", 34),
)
_TICKETS = (
    Column("Way", 14),
    Column("Number", 52),
    Column("Amount", 30, right=True),
    Column("State", 30),
    Column("Time", 64),
)
_PERIODS = (
    Column("No.", 12, right=True),
    Column("End of", 22),
    Column("Time", 42),
    Column("By", 24),
    Column("Meter", 50),
    Column("Reading", 40, right=True),
)


def pdf(report: Report, files: TicketFonts, zone: tzinfo | None = None) -> bytes:
    """The whole PDF. Times are those of ``zone`` or of this machine, with their offset; the same report gives the same
    bytes.

    Raises :class:`EnvironmentFault` for a period with more rows than anybody reads, FontsMissing without fonts.
    """
    tables = list(_tables(report, zone))
    for title, _, rows in tables:
        if len(rows) > MOST_ROWS:
            raise EnvironmentFault(
                f"{title}: {len(rows)} rows, a PDF takes at most {MOST_ROWS}",
                "Name a shorter period, or --format csv",
            )
    shown = [
        (title, columns, [[_printable(text, files) for text in row] for row in rows])
        for title, columns, rows in tables
    ]
    head = [_printable(line, files) for line in _head(report, zone)]
    lines = [_printable(line, files) for line in (*_verdict(report), *report.notes)]
    signs = frozenset(
        "".join([*head, *lines, *(text for _, _, rows in shown for row in rows for text in row)])
    )
    with tempfile.TemporaryDirectory(prefix="report-fonts-") as folder:
        sheet = Sheet(files, signs, Path(folder), head, _moment(report.made_at))
        sheet.lines(lines, alarm=not report.ok)
        for title, columns, rows in shown:
            sheet.table(title, columns, rows)
        return sheet.finish()


def _head(report: Report, zone: tzinfo | None) -> list[str]:
    start = _when(report.start, zone) if report.start else "the beginning"
    end = _when(report.end, zone) if report.end else "now"
    return [
        f"Seat {report.seat} · table {report.table} · {report.casino}",
        f"Period from {start} to {end} · software {report.software} · made {_when(report.made_at, zone)}",
    ]


def _verdict(report: Report) -> list[str]:
    if report.ok:
        return ["The books agree: journal, meters, snapshot, lists and their seals."]
    return [f"THE BOOKS DO NOT AGREE: {len(report.findings)} findings", *report.findings]


def _tables(
    report: Report, zone: tzinfo | None
) -> Iterable[tuple[str, Sequence[Column], Sequence[Sequence[str]]]]:
    if report.meters is not None:
        yield "Meters", _METERS, [_meter(meter) for meter in report.meters]
    if report.periods is not None:
        rows = [
            (str(p.id), p.kind, _when(p.at, zone), p.by, name, f"{value:,}")
            for p in report.periods
            for name, value in sorted(p.meters.items())
        ]
        yield "Periods", _PERIODS, rows
    if report.tickets is not None:
        rows_of = [
            (t.direction, t.number, dollars(t.cents), t.state, _when(t.at, zone)) for t in report.tickets
        ]
        yield "Tickets", _TICKETS, rows_of
    if report.rounds is not None:
        yield (
            "Rounds",
            _ROUNDS,
            [
                (
                    str(r.round),
                    _when(r.at, zone),
                    f"void: {r.void_reason}" if r.void_reason else result_text(r.facts),
                    *(dollars(cents) for cents in (r.staked, r.paid, r.credit_before, r.credit_after)),
                    ", ".join(f"{spot} {dollars(cents)}" for spot, cents in r.stakes.items()),
                )
                for r in report.rounds
            ],
        )
    if report.events is not None:
        yield (
            "Events",
            _EVENTS,
            [
                (
                    str(e.id),
                    _when(e.at, zone),
                    e.kind,
                    e.severity,
                    ", ".join(f"{name}: {value}" for name, value in e.detail.items()),
                    e.acknowledged_by,
                )
                for e in report.events
            ],
        )


def _meter(meter: Meter) -> list[str]:
    def shown(value: int | None) -> str:
        if value is None:
            return "–"
        return dollars(value) if meter.unit == "cents" else f"{value:,}"

    unit = "dollars" if meter.unit == "cents" else meter.unit
    values = (meter.life, meter.moved, meter.since_clear_out, meter.since_day)
    return [meter.name, unit, meter.by, *map(shown, values)]


def _moment(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone(UTC)


def _when(at: str, zone: tzinfo | None) -> str:
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
