"""`kiosk report`: of a seat or of a table, read from outside."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from kiosk import local_time
from kiosk.app.machine import DEMO_CASINO, utc_now
from kiosk.app.state_dir import StateDir
from kiosk.commands._options import file_option, folder_option
from kiosk.commands._state import DEFAULT_STATE
from kiosk.faults import EnvironmentFault
from kiosk.reports.csv import csv_files
from kiosk.reports.seat_report import Report, What, read_report
from kiosk.reports.span import read_span
from kiosk.resources import software
from kiosk.store.archive import FOLDER

if TYPE_CHECKING:
    from kiosk.book.accounts import TableReport
    from kiosk.devices.printer.fonts import TicketFonts

HELP = (
    "report what a seat, or a table by day, shift and dealer, has in its books; read-only, also while it runs"
)
FORMATS = ("json", "csv", "pdf")
CSV_HEAD = "report.csv"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares whose report, of what time, of what, and in which form."""
    which = parser.add_mutually_exclusive_group()
    folder_option(which, "--state", "the state directory of the seat", default=DEFAULT_STATE)
    file_option(which, "--config", "the seat's configuration file")
    file_option(which, "--console", "of a table: the configuration file of its console")
    file_option(
        parser, "--archive", "of a table: a copy of the console's archive.db (default: the console's own)"
    )
    parser.add_argument(
        "--from",
        dest="start",
        metavar="T",
        help="from this day or time on, as 2026-01-31 or 2026-01-31T12:00Z",
    )
    parser.add_argument(
        "--to", dest="end", metavar="T", help="up to the end of this day, or until just before this time"
    )
    parser.add_argument(
        "--what",
        type=_what,
        default=tuple(What),
        metavar="LIST",
        help=f"of a seat: what of {','.join(What)} (default: all)",
    )
    parser.add_argument("--format", choices=FORMATS, default="json", help="default: json")
    parser.add_argument(
        "--out",
        type=Path,
        metavar="PATH",
        help="the file (json, pdf) or the folder (csv); json goes to standard output without it",
    )


def run(args: argparse.Namespace) -> int:
    """Writes the report: 0 when the books agree, 1 when they do not; what was found stands on top then."""
    if args.out is None and args.format != "json":
        raise EnvironmentFault(f"--format {args.format} goes to a file or folder", "Name it with --out")
    if args.archive is not None and args.console is None:
        raise EnvironmentFault(
            "--archive without --console: a seat's report has no archive", "Add --console FILE"
        )
    report, forms = _of_table(args) if args.console is not None else _of_seat(args)
    try:
        _write(args, report, forms)
    except OSError as error:
        if args.out is None:
            raise  # who read our standard output has gone
        raise EnvironmentFault(
            f"report {args.out} cannot be written: {error.strerror}", "Check the folder and the disk"
        ) from error
    if not report.ok:
        print(
            f"kiosk report: {len(report.findings)} findings, the first: {report.findings[0]}", file=sys.stderr
        )
    return 0 if report.ok else 1


class _Forms(NamedTuple):
    """How a report is written as CSV and as PDF."""

    csv: Callable[[], dict[str, bytes]]
    pdf: Callable[[], bytes]


def _of_table(args: argparse.Namespace) -> tuple[TableReport, _Forms]:
    from kiosk.app.config import read_console_file
    from kiosk.app.console import settings_of
    from kiosk.app.state_dir import ConsoleDir
    from kiosk.book.accounts import Asked, table_report
    from kiosk.book.archive import read_archive
    from kiosk.reports import table_sheets  # here alone, as etcd's client in _seat

    if args.what != tuple(What):
        raise EnvironmentFault("--what is for a seat's report: that of a table has all parts", "Leave it out")
    start, end = (_day(option, text) for option, text in (("--from", args.start), ("--to", args.end)))
    if start is not None and end is not None and end < start:
        raise EnvironmentFault(f"--from {start} --to {end}: the period ends before it begins")
    file = read_console_file(args.console)
    asked = Asked(file.casino, software(), utc_now(), start, end, file.day_begins_hour)
    path = args.archive or ConsoleDir(file.state).archive
    with read_archive(path, file.table) as archive:
        report = table_report(archive, settings_of(file), asked)
    return report, _Forms(lambda: table_sheets.csv_files(report), lambda: table_sheets.pdf(report, _fonts()))


def _day(option: str, text: str | None) -> date | None:
    """A gaming day; a table is reported by whole days."""
    if text is None:
        return None
    try:
        return local_time.read_day(text)
    except ValueError:
        raise EnvironmentFault(f"{option} '{text}': expected a gaming day as 2026-01-31") from None


def _of_seat(args: argparse.Namespace) -> tuple[Report, _Forms]:
    state, casino = _seat(args)
    span = read_span(args.start, args.end)
    report = read_report(state.seat, state.path / FOLDER, span, args.what, utc_now(), casino)
    return report, _Forms(lambda: csv_files(report), lambda: _seat_pdf(report))


def _seat_pdf(report: Report) -> bytes:
    from kiosk.reports.pdf import pdf

    return pdf(report, _fonts())


def _fonts() -> TicketFonts:
    from kiosk.devices.printer.fonts import ticket_fonts

    return ticket_fonts()


def _seat(args: argparse.Namespace) -> tuple[StateDir, str]:
    """The state directory, and the casino's name for a seat that does not keep it itself."""
    if args.config is not None:
        from kiosk.app.config import read_seat_file  # here alone: etcd's client takes long to load

        file = read_seat_file(args.config)
        return StateDir(file.state), file.casino
    state = StateDir(args.state)
    return (
        state,
        DEMO_CASINO if state.table.exists() else "",
    )  # the demonstration alone has its table's log there


def _write(args: argparse.Namespace, report: Report | TableReport, forms: _Forms) -> None:
    if args.format == "csv":
        args.out.mkdir(parents=True, exist_ok=True)
        files = forms.csv()
        head = args.out / CSV_HEAD
        head.unlink(missing_ok=True)  # it stands there when all the others do, and says so of no part of them
        for name in sorted(files, key=CSV_HEAD.__eq__):
            _write_file(args.out / name, files[name])
    elif args.format == "pdf":
        _write_file(args.out, forms.pdf())
    else:
        body = msgspec.json.format(msgspec.json.encode(report), indent=2)
        if args.out is None:
            print(body.decode())
        else:
            _write_file(args.out, body, b"\n")


def _write_file(path: Path, *parts: bytes) -> None:
    """Whole or not at all: who finds a report there can read it. What is no file, as a pipe, is written to as it is."""
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.writelines(parts)
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.writelines(parts)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _what(text: str) -> tuple[What, ...]:
    try:
        return tuple(dict.fromkeys(What(name.strip()) for name in text.split(",")))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}': expected some of {','.join(What)}") from None
