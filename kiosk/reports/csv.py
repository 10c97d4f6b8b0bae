"""A report as CSV (RFC 4180): one file a part, with a head. No text in it is run by a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from decimal import Decimal

import msgspec

from kiosk.games import written
from kiosk.reports.read_as import unit_of
from kiosk.reports.seat_report import Report

Cell = str | int | Decimal | None
_ACTS = ("=", "+", "-", "@", "\t", "\r", "\n")  # with these a spreadsheet begins a formula


def csv_files(report: Report) -> dict[str, bytes]:
    """The files by name, UTF-8: report.csv, which says whose report it is and what was found, and the parts."""
    files = {"report.csv": csv_file(("name", "value"), _head(report))}
    if report.meters is not None:
        files["meters.csv"] = csv_file(
            ("name", "unit", "by", "life", "moved", "since_clear_out", "since_day"),
            ((m.name, m.unit, m.by, m.life, m.moved, m.since_clear_out, m.since_day) for m in report.meters),
        )
    if report.events is not None:
        files["events.csv"] = csv_file(
            ("id", "at", "kind", "severity", "detail", "acknowledged_by", "acknowledged_at"),
            (
                (e.id, e.at, e.kind, e.severity, _json(e.detail), e.acknowledged_by, e.acknowledged_at)
                for e in report.events
            ),
        )
    if report.rounds is not None:
        files["rounds.csv"] = _rounds(report)
    if report.tickets is not None:
        files["tickets.csv"] = csv_file(
            ("direction", "number", "cents", "state", "at"),
            ((t.direction, t.number, t.cents, t.state, t.at) for t in report.tickets),
        )
    if report.periods is not None:
        files["periods.csv"] = csv_file(
            ("id", "kind", "at", "by", "detail", "meter", "value", "unit"),
            (
                (p.id, p.kind, p.at, p.by, _json(p.detail), name, value, unit_of(name))
                for p in report.periods
                for name, value in sorted(p.meters.items())
            ),
        )
    return files


def _head(report: Report) -> list[tuple[str, Cell]]:
    return [
        ("ok", "yes" if report.ok else "no"),
        *(("finding", finding) for finding in report.findings),
        ("casino", report.casino),
        ("table", report.table),
        ("seat", report.seat),
        ("software", report.software),
        ("made_at", report.made_at),
        ("from", report.start),
        ("to", report.end),
        *(("note", note) for note in report.notes),
    ]


def _rounds(report: Report) -> bytes:
    head = "round at layout decision result void_reason staked paid credit_before credit_after money_in money_out"
    return csv_file(
        (*head.split(), "stakes", "first_paid"),
        (
            (
                r.round,
                r.at,
                r.layout,
                r.decision,
                written(r.game, r.facts),
                r.void_reason,
                r.staked,
                r.paid,
                r.credit_before,
                r.credit_after,
                r.money_in,
                r.money_out,
                _json(r.stakes),
                r.first_paid,
            )
            for r in report.rounds or ()
        ),
    )


def csv_file(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """One file: a line of names, then the rows; what a spreadsheet would run begins with an apostrophe."""
    text = io.StringIO(newline="")
    lines = csv.writer(text, lineterminator="\r\n")
    lines.writerow(head)
    lines.writerows([_cell(value) for value in row] for row in rows)
    return text.getvalue().encode("utf-8", "backslashreplace")


def _cell(value: Cell) -> Cell:
    return f"'{value}" if isinstance(value, str) and value.startswith(_ACTS) else value


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
