"""What service mode does with the machine: facts, reports of the day, the calibration of the touch screen."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from kiosk.app.machine import Seat, utc_now
from kiosk.app.state_dir import StateDir
from kiosk.devices.files import replace_durably
from kiosk.devices.printer.fonts import ticket_fonts
from kiosk.faults import NOT_JSON
from kiosk.reports.csv import csv_files
from kiosk.reports.pdf import pdf
from kiosk.reports.seat_report import What, read_report
from kiosk.reports.span import Span
from kiosk.store import periods

STARTED = utc_now()
APPLIED = "KIOSK_TOUCH_APPLIED"  # the calibration that the display took at its start: a path


def books_bytes(folder: StateDir) -> int:
    """How large the seat's books are, with what is not yet in the file itself."""
    files = (folder.seat, folder.seat.with_name(f"{folder.seat.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def free_bytes(folder: StateDir) -> int:
    """How much room is left where the books are."""
    return shutil.disk_usage(folder.path).free


def save_day(seat: Seat) -> Path:
    """Write the report of the day that was closed last as PDF and CSV; of a running day, what it has so far.

    Answers the folder. Raises :class:`EnvironmentFault` and OSError.
    """
    folder, made_at = seat.dir, utc_now()
    days = [period.at for period in _days(folder.seat)]
    end = days[0] if days else ""
    start = days[1] if len(days) > 1 else ""
    # A reading is the end of its own second: what came in that second is of that day.
    span = Span(_after(start), _after(end))
    config = seat.context.config
    report = read_report(folder.seat, folder.archive, span, tuple(What), made_at, config.casino)
    name = f"day-{(end or made_at).replace(':', '')}-{config.table}-{config.seat}"
    out = folder.reports / name
    out.mkdir(parents=True, exist_ok=True)
    for file, content in csv_files(report).items():
        _write(out / file, content)
    _write(out / "report.pdf", pdf(report, ticket_fonts()))
    return out


def save_calibration(folder: StateDir, calibration: object) -> Path:
    """Keep the touch screen's matrix, for the session to take at its next start. Answers the file. Raises OSError."""
    replace_durably(folder.calibration, msgspec.json.encode(calibration))
    return folder.calibration


class _Calibration(msgspec.Struct):
    matrix: tuple[float, float, float, float, float, float]


def applied_calibration(folder: StateDir) -> tuple[float, ...] | None:
    """The matrix that the touch screen has had since the display's start, row by row; None where there is none.

    The session's units name the display's copy of the kept file in KIOSK_TOUCH_APPLIED: what was kept since then is not
    in force yet. Without them the kept file counts. The session refuses the same files and says so in its own log.
    """
    path = Path(os.environ.get(APPLIED) or folder.calibration)
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Calibration).matrix
    except (*NOT_JSON, OSError):
        return None


def _days(path: Path) -> list[periods.Period]:
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as db:
        return [period for period in periods.newest(db) if period.kind == periods.DAY]


def _after(at: str) -> str:
    if not at:
        return ""
    moment = datetime.strptime(at, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC).timestamp() + 1
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
