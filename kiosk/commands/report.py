"""`kiosk report`: meters, events, rounds, tickets and periods of a seat, read from outside."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import msgspec

from kiosk.bootstrap.machine import DEMO_CASINO, utc_now
from kiosk.bootstrap.state_dir import StateDir
from kiosk.commands._state import DEFAULT_STATE
from kiosk.faults import EnvironmentFault
from kiosk.host.report_csv import csv_files
from kiosk.host.report_span import read_span
from kiosk.host.seat_report import Report, What, read_report
from kiosk.store.archive import FOLDER

HELP = "report meters, events, rounds, tickets and periods of a seat, read-only, also while it runs"
FORMATS = ("json", "csv", "pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares whose report, of what time, of what, and in which form."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--state", type=Path, default=DEFAULT_STATE, metavar="DIR", help="the state directory of the seat"
    )
    which.add_argument("--config", type=Path, metavar="FILE", help="the seat's configuration file")
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
        help=f"what of {','.join(What)} (default: all)",
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
    state, casino = _seat(args)
    span = read_span(args.start, args.end)
    report = read_report(state.seat, state.path / FOLDER, span, args.what, utc_now(), casino)
    try:
        _write(args, report)
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


def _seat(args: argparse.Namespace) -> tuple[StateDir, str]:
    """The state directory, and the casino's name for a seat that does not keep it itself."""
    if args.config is not None:
        from kiosk.bootstrap.config import read_seat_file  # here alone: etcd's client takes long to load

        file = read_seat_file(args.config)
        return StateDir(file.state), file.casino
    state = StateDir(args.state)
    return (
        state,
        DEMO_CASINO if state.table.exists() else "",
    )  # the demonstration alone has its table's log there


def _write(args: argparse.Namespace, report: Report) -> None:
    if args.format == "csv":
        args.out.mkdir(parents=True, exist_ok=True)
        for name, body in csv_files(report).items():
            _write_file(args.out / name, body)
    elif args.format == "pdf":
        from kiosk.devices.printer.fonts import ticket_fonts
        from kiosk.host.report_pdf import pdf

        _write_file(args.out, pdf(report, ticket_fonts()))
    else:
        body = msgspec.json.format(msgspec.json.encode(report), indent=2)
        if args.out is None:
            print(body.decode())
        else:
            _write_file(args.out, body + b"\n")


def _write_file(path: Path, body: bytes) -> None:
    """Whole or not at all: who finds a report there can read it."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(body)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _what(text: str) -> tuple[What, ...]:
    try:
        return tuple(dict.fromkeys(What(name.strip()) for name in text.split(",")))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}': expected some of {','.join(What)}") from None
