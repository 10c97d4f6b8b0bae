"""The report of a table as CSV and as PDF."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import tzinfo
from decimal import Decimal

import msgspec

from kiosk.book.accounts import CLOSED, Deed, Figures, Shift, TableReport
from kiosk.book.desk_acts import DeskAct
from kiosk.devices.printer.fonts import TicketFonts
from kiosk.money import MINUS, dollars
from kiosk.reports.csv import csv_file
from kiosk.reports.pdf import Part, pages, when
from kiosk.reports.sheet import Column
from kiosk.seat.roles import ActKind
from kiosk.store.staff import Why

NOBODY, ALL = "–", "Total"
_CAPITAL = re.compile("[A-Z]")
_SAID: dict[str, str] = {
    ActKind.REFUSED: "wrong PIN",
    ActKind.LOCKED_OUT: "locked out",
    ActKind.TERMINAL_LOCKED: "desk locked",
    ActKind.FIRST_MADE: "first on the list",
    ActKind.MADE: "added to the list",
}
_FIGURES = msgspec.structs.fields(Figures)
_MONEY = (
    Column("Rounds", 15, right=True),
    Column("Voids", 12, right=True),
    Column("Corrections", 19, right=True),
    Column("Turnover", 23, right=True),
    Column("Paid", 23, right=True),
    Column("Hold", 23, right=True),
    Column("Hold %", 15, right=True),
)
_DAYS = (Column("Gaming day", 60), *_MONEY)
_SHIFTS = (Column("Shift", 60), *_MONEY)
_NAMES = (Column("Shift", 32), Column("Name", 28), *_MONEY)
_BESIDE = (
    Column("Gaming day", 19),
    Column("Shift", 32),
    Column("Name", 22),
    Column("Autom.", 12, right=True),
    Column("Hand pays", 25, right=True),
    Column("Open items", 25, right=True),
    Column("Ordered", 25, right=True),
    Column("Wrong PIN", 17, right=True),
    Column("Locked", 13, right=True),
)
_DUTIES = (Column("Shift", 60), Column("Name", 40), Column("Signed on", 45), Column("Signed off", 45))
_DEEDS = (
    Column("Time", 38),
    Column("What", 32),
    Column("By", 22),
    Column("Allowed by", 22),
    Column("About", 24),
    Column("Amount", 18, right=True),
    Column("Reason", 34),
)
_ITEMS = (Column("Seat", 32), Column("Round", 28, right=True), Column("Amount", 30, right=True))


# --- CSV --------------------------------------------------------------------------------------------------------------


def csv_files(report: TableReport) -> dict[str, bytes]:
    """The files by name: report.csv says whose it is and what was found. Amounts are cents, times UTC."""
    names = [field.name for field in _FIGURES]
    places = {"days.csv": ("day",), "shifts.csv": ("shift",), "lines.csv": ("day", "shift", "name")}
    files = {"report.csv": csv_file(("name", "value"), _head_rows(report))}
    opened = {shift.number: msgspec.structs.astuple(shift)[1:] for shift in report.shifts}
    about = msgspec.structs.fields(Shift)[1:]
    for file, by in places.items():
        whose = [field.name for field in about] if file == "shifts.csv" else []
        rows = _summed(report, by)
        files[file] = csv_file(
            (*by, *whose, *names, "hold_percent"),
            (
                (
                    *key,
                    *(opened.get(int(key[0]), ("",) * len(about)) if whose else ()),
                    *msgspec.structs.astuple(figures),
                    Decimal(percent(figures)) if figures.turnover else "",
                )
                for key, figures in rows.items()
            ),
        )
    for file, kind, rows_of in (
        ("duties.csv", "name shift on_at off_at", report.duties),
        ("deeds.csv", "at day shift what by authorised_by who round seat cents reason", report.deeds),
        ("items.csv", "seat round decision cents order", report.items),
    ):
        found: Sequence[msgspec.Struct] = rows_of
        head = kind.split()
        files[file] = csv_file(head, ([getattr(row, name) for name in head] for row in found))
    return files


def _head_rows(report: TableReport) -> list[tuple[str, str | int]]:
    return [
        ("ok", "yes" if report.ok else "no"),
        *(("finding", finding) for finding in report.findings),
        ("casino", report.casino),
        ("table", report.table),
        ("software", report.software),
        ("made_at", report.made_at),
        ("from", report.start),
        ("to", report.end),
        ("day_begins_hour", report.day_begins_hour),
        *(("note", note) for note in report.notes),
    ]


def _summed(report: TableReport, by: Sequence[str]) -> dict[tuple[str | int, ...], Figures]:
    """The figures by these parts of their place, in order; a shift without any is there with zeros."""
    found: dict[tuple[str | int, ...], Figures] = defaultdict(Figures)
    if tuple(by) == ("shift",):
        found.update({(shift.number,): Figures() for shift in report.shifts})
    for line in report.lines:
        found[tuple(getattr(line, name) for name in by)] += line.figures
    return dict(sorted(found.items()))


def percent(figures: Figures) -> str:
    """The hold in per cent of the turnover with two decimals, halves away from 0; "" without turnover."""
    if not figures.turnover:
        return ""
    hundredths, rest = divmod(abs(figures.hold) * 10_000, abs(figures.turnover))
    hundredths += 2 * rest >= abs(figures.turnover)
    sign = "-" if (figures.hold < 0) != (figures.turnover < 0) and hundredths else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"


# --- PDF --------------------------------------------------------------------------------------------------------------


def pdf(report: TableReport, files: TicketFonts, zone: tzinfo | None = None) -> bytes:
    """The whole PDF; times are those of ``zone`` or of this machine. Raises as :func:`kiosk.reports.pdf.pdf`."""
    period = f"Gaming days from {report.start or 'the beginning'} to {report.end or 'now'}"
    head = [
        f"Table {report.table} · {report.casino}",
        f"{period}, each from {report.day_begins_hour:02}:00 on",
        f"Software {report.software} · made {when(report.made_at, zone)}",
    ]
    verdict = ["The books agree: days, shifts and names add up to the totals of the table."]
    if not report.ok:
        verdict = [f"THE BOOKS DO NOT AGREE: {len(report.findings)} findings", *report.findings]
    parts = list(_parts(report, zone))
    said = [*verdict, *report.notes]
    return pages("Report of a table", head, said, parts, files, report.made_at, ok=report.ok)


def _parts(report: TableReport, zone: tzinfo | None) -> Iterator[Part]:
    shifts = {shift.number: shift for shift in report.shifts}

    def named(number: int | str) -> str:
        found = shifts.get(int(number))
        if found is not None:
            return f"{when(found.opened_at, zone)[:16]} {found.opened_by}"
        return "table closed" if number == CLOSED else f"No. {number}"

    def whole(number: int | str) -> str:
        found = shifts.get(int(number))
        if found is None:
            return named(number)
        if not found.closed_at:
            return f"{named(number)} – open"
        opened, closed = (when(at, zone)[:16] for at in (found.opened_at, found.closed_at))
        shown = closed[11:] if closed[:10] == opened[:10] else closed[5:]
        return f"{named(number)} – {shown} {found.closed_by}"

    days, by_shift, names = (_summed(report, by) for by in (("day",), ("shift",), ("shift", "name")))
    total = _money(report.total)
    yield Part("By gaming day", _DAYS, [(str(d), *_money(f)) for (d,), f in days.items()], (ALL, *total))
    yield Part("By shift", _SHIFTS, [(whole(n), *_money(f)) for (n,), f in by_shift.items()], (ALL, *total))
    rows = [(named(n), str(name) or NOBODY, *_money(f)) for (n, name), f in names.items()]
    yield Part("By shift and name", _NAMES, rows, (ALL, "", *total))
    beside = [line for line in report.lines if any(_beside_counts(line.figures))]
    rows_of = [(line.day, named(line.shift), line.name or NOBODY, *_beside(line.figures)) for line in beside]
    yield Part("Beside the rounds", _BESIDE, rows_of, (ALL, "", "", *_beside(report.total)))
    on = [
        (whole(d.shift), d.name, when(d.on_at, zone), when(d.off_at, zone) if d.off_at else "still on")
        for d in report.duties
    ]
    yield Part("Who was on", _DUTIES, on)
    yield Part("What was done and allowed", _DEEDS, [_deed(deed, zone) for deed in report.deeds])
    items = [(item.seat, str(item.round), dollars(item.cents)) for item in report.items]
    yield Part("Items that are open now", _ITEMS, items)


def _money(f: Figures) -> tuple[str, ...]:
    counts = (f"{count:,}" for count in (f.rounds, f.voids, f.corrections))
    return (*counts, *map(dollars, (f.turnover, f.paid, f.hold)), percent(f).replace("-", MINUS) or NOBODY)


def _beside_counts(f: Figures) -> Iterable[int]:
    return (f.automatic, f.hand_pays, f.items, f.ordered, f.wrong_pins, f.lock_outs)


def _beside(f: Figures) -> tuple[str, ...]:
    def of(count: int, cents: int) -> str:
        return f"{count}: {dollars(cents)}" if count else NOBODY

    return (
        str(f.automatic),
        of(f.hand_pays, f.hand_paid),
        of(f.items, f.item_cents),
        of(f.ordered, f.ordered_cents),
        str(f.wrong_pins),
        str(f.lock_outs),
    )


def _deed(deed: Deed, zone: tzinfo | None) -> tuple[str, ...]:
    """In words of the trade: commands and kinds are kept by their names in the program."""
    what = _SAID.get(deed.what, deed.what.removeprefix("staff-").replace("-", " "))
    by, allowed_by, who, reason = deed.by, deed.authorised_by, deed.who, deed.reason
    if deed.what == DeskAct.AUTHORISED:
        command, _, role = reason.partition(" (")
        what, reason = f"allowed:{_CAPITAL.sub(_word, command)}", role.removesuffix(")")
        by, allowed_by, who = "", who, ""
    elif deed.what == ActKind.REFUSED:
        reason = reason.partition(",")[0].removeprefix("reason ").removesuffix(Why.WRONG)  # said already
    number = deed.round if not deed.what.startswith("table-") else 0
    about = (who, f"round {number}" if number else "", f"seat {deed.seat}" if deed.seat else "")
    amount = dollars(deed.cents) if deed.cents else ""
    return (when(deed.at, zone), what, by, allowed_by, ", ".join(filter(None, about)), amount, reason)


def _word(found: re.Match[str]) -> str:
    return f" {found[0].lower()}"
