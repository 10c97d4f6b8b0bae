"""`kiosk archive`: moves old events, rounds and tickets of a seat that does not run into its archive."""

from __future__ import annotations

import argparse
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kiosk.app.machine import utc_now
from kiosk.app.state_dir import StateDir
from kiosk.commands._options import folder_option
from kiosk.commands._state import DEFAULT_STATE
from kiosk.faults import EnvironmentFault
from kiosk.reports.findings import findings_of
from kiosk.sqlite_file import DAMAGE
from kiosk.store import read_only
from kiosk.store.archive import FOLDER, archive_old, check_chain
from kiosk.store.seal import Seals
from kiosk.store.seat_store import connect

HELP = (
    "move old events, rounds and tickets of a seat that does not run into its archive; the books stay whole"
)
DAYS = 90  # what a seat's store keeps at least (standards: Power and memory)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares whose rows are archived, from what age on and where to."""
    folder_option(parser, "--state", "the state directory of the seat", default=DEFAULT_STATE)
    parser.add_argument(
        "--keep-days", type=_days, default=DAYS, metavar="N", help=f"what stays in any case (default: {DAYS})"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FOLDER",
        help=f"where this seat's archive lies from now on (default: {FOLDER} in the state directory)",
    )


def run(args: argparse.Namespace) -> int:
    """Archives: 0 done, also when nothing was old; 1 for books that do not agree, of which nothing is moved."""
    state = StateDir(args.state)
    read_only.need(state.seat)
    state.hold()
    try:
        return _archive(state, args)
    finally:
        state.release()


def _archive(state: StateDir, args: argparse.Namespace) -> int:
    at = utc_now()
    before = (datetime.now(UTC) - timedelta(days=args.keep_days)).strftime("%Y-%m-%dT%H:%M:%SZ")
    home = state.path / FOLDER
    read_only.read(state.seat, lambda _: None)  # a file of another program or version is not touched
    try:
        with closing(connect(state.seat)) as db:
            found = findings_of(db, args.out or home)
            if found:
                print("\n".join(f"found: {finding}" for finding in found))
                print("nothing was archived")
                return 1
            if args.out is not None:
                _settle(db, home, args.out)
            return _all(db, home, before, at)
    except DAMAGE as error:
        raise EnvironmentFault(f"{state.seat}: {error}", "Check disk space; nothing was lost") from error


def _all(db: sqlite3.Connection, home: Path, before: str, at: str) -> int:
    seals, files = Seals(db), 0
    while (entry := archive_old(db, home, before, seals=seals, at=at)) is not None:
        files += 1
        counts = ", ".join(f"{count} {name}" for name, count in sorted(entry.rows.items()))
        print(f"{home / entry.file}: {counts}")
    print(f"{files} files written" if files else f"nothing is older than {before} and may leave")
    return 0


def _settle(db: sqlite3.Connection, home: Path, out: Path) -> None:
    """Let the archive lie in ``out``: the state directory holds a link to it, so that everything finds it."""
    if home.resolve() == out.resolve():
        return
    if StateDir(out).seat.exists():
        raise EnvironmentFault(
            f"{out} is the state directory of a seat: expected a folder for archives",
            "Name another with --out; nothing was archived",
        )
    try:
        if home.is_dir() and not home.is_symlink() and any(home.iterdir()):
            raise EnvironmentFault(
                f"this seat's archive lies in {home}",
                f"Move that folder to {out} first, then name it with --out",
            )
        check_chain(db, out)
        out.mkdir(parents=True, exist_ok=True, mode=0o700)
        if home.is_dir() and not home.is_symlink():
            home.rmdir()
        link = home.with_name(f"{home.name}.part")
        link.unlink(missing_ok=True)
        link.symlink_to(out.absolute(), target_is_directory=True)
        link.replace(home)
    except OSError as error:
        raise EnvironmentFault(
            f"archive {out} cannot be used: {error.strerror}", "Check the folder; nothing was archived"
        ) from error


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 36_500):
        raise argparse.ArgumentTypeError(f"'{text}': expected a number of days from 1 to 36500")
    return int(text)
