"""The hours by which the seat keeps what its meters moved by, and which of them belong to a period.

An hour is one of the local clock, by its first minute in UTC: 2026-01-31T12, or 2026-01-31T13:30 in a zone of half
hours. So hours never lie across a day's end, and days add up. Wherever a period is cut, an hour belongs to the part in
which it begins.
"""

from __future__ import annotations

import re
import sqlite3
from datetime import UTC, datetime, timedelta

from kiosk import local_time

_FORM = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}(:[0-9]{2})?")
EXPECTED = "the form 2026-01-31T12 or 2026-01-31T12:30"


def hour_of(at: str) -> str:
    """The hour of this machine's clock in which a kept time lies."""
    return name_of(local_time.hour_begins(at))


def name_of(begun: datetime) -> str:
    """The name of the hour that begins at a moment, to the minute."""
    utc = begun.astimezone(UTC)
    return f"{utc:%Y-%m-%dT%H:%M}" if utc.minute else f"{utc:%Y-%m-%dT%H}"


def first_from(at: str) -> str:
    """The least name that an hour can have which does not begin before a kept time."""
    moment = local_time.local(at, UTC)
    whole = moment.replace(second=0, microsecond=0)
    return name_of(whole if whole == moment else whole + timedelta(minutes=1))


def begins(name: object) -> datetime | None:
    """When the hour of that name begins, in UTC; None for what is no name of one."""
    if not isinstance(name, str) or _FORM.fullmatch(name) is None:
        return None
    try:
        return datetime.fromisoformat(
            f"{name}:00+00:00" if len(name) == len("2026-01-31T12") else f"{name}+00:00"
        )
    except ValueError:
        return None


def kept_since(db: sqlite3.Connection) -> str | None:
    """The UTC at which the first hour begins that is kept; None while there is none. Raises sqlite3.Error."""
    (first,) = db.execute("SELECT min(hour) FROM hourly").fetchone()
    begun = begins(first)
    return local_time.utc_text(begun) if begun is not None else None


def booked_before(db: sqlite3.Connection) -> bool:
    """Whether something was booked before the first hour that is kept: by a program that kept none."""
    since = kept_since(db)
    (before,) = db.execute(
        "SELECT EXISTS (SELECT 1 FROM txn WHERE ? IS NULL OR at < ?)", (since, since)
    ).fetchone()
    return bool(before)
