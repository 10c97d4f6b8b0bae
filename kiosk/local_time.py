"""Local time, the one rule for it: of the machine's zone, with the zone's data of the moment that is spoken of.

Everything is kept in UTC. Whoever shows a time to people, or takes one from them, does it here: the offset that holds
today says nothing of a day on the other side of a change of clocks.

note: two datetimes of one zone are subtracted by their faces, an hour off across a change: take differences in UTC.
"""

from __future__ import annotations

import os
import re
from calendar import timegm
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import lru_cache
from pathlib import Path
from typing import Final, TypeVar
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_ROOT: Final = Path("/")
_LINK: Final = "etc/localtime"
_NAME: Final = re.compile(r"[A-Za-z0-9_+-]{1,32}(?:/[A-Za-z0-9_+-]{1,32}){0,2}")
_WRITTEN: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_FIRST_YEAR, _LAST_YEAR = 1970, 9998
_DAY: Final = timedelta(days=1)
_HOUR: Final = timedelta(hours=1)

_Date = TypeVar("_Date", bound=date)


# --- the zone ---------------------------------------------------------------------------------------------------------


def zone() -> tzinfo:
    """The zone of this machine as it is set now: TZ where that is given, else /etc/localtime, else UTC.

    Data come from the system's files, from the package `tzdata` where the system has none.
    """
    given = os.environ.get("TZ")
    if given is not None:
        return zone_named(given.removeprefix(":")) or _SystemRules()
    name = zone_name(_ROOT)
    return (zone_named(name) if name else None) or _zone_in(_ROOT / _LINK)


def zone_named(name: str) -> tzinfo | None:
    """The zone of that name, as Australia/Sydney; None when nobody knows it."""
    if not is_zone_name(name):
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def zone_name(root: Path) -> str:
    """The name of the zone that the system below ``root`` is set to; empty when nobody can tell."""
    try:
        target = os.readlink(os.path.join(root, _LINK))  # noqa: PTH115, PTH118 - asked for each line: no path is built
    except OSError:
        return ""
    _, found, name = target.partition("zoneinfo/")
    return name if found and is_zone_name(name) else ""


def is_zone_name(name: str) -> bool:
    """Whether a zone may be called that."""
    return _NAME.fullmatch(name) is not None


def _zone_in(path: Path) -> tzinfo:
    """The zone of a file that is a copy and so names none."""
    try:
        stamp = path.stat()
        return _read_zone(path, stamp.st_mtime_ns, stamp.st_ino)
    except (OSError, ValueError):
        return UTC


@lru_cache(maxsize=2)
def _read_zone(path: Path, _changed_ns: int, _inode: int) -> tzinfo:
    with path.open("rb") as file:
        return ZoneInfo.from_file(file)


class _SystemRules(tzinfo):
    """What the C library makes of TZ when that is no name but a rule, as AEST-10AEDT,M10.1.0,M4.1.0/3."""

    def utcoffset(self, at: datetime | None, /) -> timedelta | None:
        return self._own(at).utcoffset() if at is not None else None

    def tzname(self, at: datetime | None, /) -> str | None:
        return self._own(at).tzname() if at is not None else None

    def dst(self, _at: datetime | None, /) -> timedelta | None:
        return None

    def fromutc(self, at: datetime, /) -> datetime:
        local = datetime.fromtimestamp(timegm(at.timetuple()))  # noqa: DTZ006 - the library's own zone is meant
        return local.replace(microsecond=at.microsecond, tzinfo=self)

    def _own(self, at: datetime) -> datetime:
        return at.replace(tzinfo=None).astimezone()


# --- moments ----------------------------------------------------------------------------------------------------------


def utc_text(at: datetime) -> str:
    """A moment as it is kept: 2026-01-31T12:00:00Z."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


def now(where: tzinfo | None = None) -> datetime:
    """Now, on the wall of ``where`` or of this machine."""
    return local(datetime.now(UTC), where)


def local(at: datetime | str, where: tzinfo | None = None) -> datetime:
    """The moment ``at`` on the wall of ``where``, or of this machine. A text or a datetime without an offset is UTC.

    Raises ValueError for a text that is no time, OverflowError at the ends of the calendar.
    """
    moment = datetime.fromisoformat(at) if isinstance(at, str) else at
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone(where if where is not None else zone())


def shown(at: str, where: tzinfo | None = None, form: str = "%Y-%m-%d %H:%M") -> str:
    """A kept time as people read it, the zone behind it; what is no time stays as it is kept."""
    try:
        found = local(at, where)
    except (ValueError, OverflowError):
        return at
    return f"{found:{form}} {found.tzname()}"


def moment(wall: datetime, where: tzinfo | None = None) -> datetime:
    """When the wall of ``where`` shows ``wall`` (without an offset), in UTC; ``wall.fold`` chooses where it does twice.

    A time that clocks skip is the moment at which it would have come without the change.
    """
    return wall.replace(tzinfo=where if where is not None else zone()).astimezone(UTC)


# --- days and hours ---------------------------------------------------------------------------------------------------


def read_day(text: str) -> date:
    """The day that a person writes as 2026-01-31. Raises ValueError for every other text."""
    if _WRITTEN.fullmatch(text) is None:
        raise ValueError("no day")
    return in_calendar(date.fromisoformat(text))


def in_calendar(found: _Date) -> _Date:
    """The same. Raises ValueError at the ends of the calendar, where a zone or the hour after may lie beyond."""
    if not _FIRST_YEAR <= found.year <= _LAST_YEAR:
        raise ValueError(f"year {found.year}: expected {_FIRST_YEAR} to {_LAST_YEAR}")
    return found


def day_begins(day: date, where: tzinfo | None = None, hour: int = 0) -> datetime:
    """When ``day`` begins at ``hour`` o'clock, in UTC. It ends when the next one begins: 23, 24 or 25 hours later."""
    return moment(datetime.combine(day, time(hour)), where)


def day_of(at: datetime | str, where: tzinfo | None = None, hour: int = 0) -> date:
    """The day in which the moment lies, when days begin at ``hour`` o'clock."""
    day = local(at, where).date()
    utc = local(at, UTC)
    if utc < day_begins(day, where, hour):
        return day - _DAY
    return day + _DAY if utc >= day_begins(day + _DAY, where, hour) else day


def hour_begins(at: datetime | str, where: tzinfo | None = None) -> datetime:
    """When the hour of the local clock in which the moment lies has begun, in UTC.

    In a zone of half hours it begins at the half: hours never lie across midnight.
    """
    found = local(at, where)
    return (found.astimezone(UTC) - timedelta(minutes=found.minute)).replace(second=0, microsecond=0)


def next_hour(begun: datetime) -> datetime:
    """When the hour after that one begins, in UTC."""
    return begun.astimezone(UTC) + _HOUR
