"""From when to when a report goes: what a person types, as UTC."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, tzinfo

import msgspec

from kiosk import local_time
from kiosk.faults import EnvironmentFault
from kiosk.store.hours import first_from

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_TIME = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})?", re.ASCII)
_EXPECTED = "expected a day as 2026-01-31, or a time as 2026-01-31T12:00, local or with Z or +01:00"
_EVER = "9999"  # later than any time that is kept


class Span(msgspec.Struct, frozen=True):
    """From ``start`` (inclusive) to ``end`` (exclusive), both UTC as 2026-01-31T12:00:00Z; empty: without bound."""

    start: str = ""
    end: str = ""

    @property
    def until(self) -> str:
        """The end for comparisons with times as they are kept."""
        return self.end or _EVER

    def holds(self, at: str) -> bool:
        """Whether the time lies in it."""
        return self.start <= at < self.until

    @property
    def first_hour(self) -> str:
        """From which hour on it has what is kept by hours; empty without a start. Spans that meet share none."""
        return first_from(self.start) if self.start else ""

    @property
    def hour_after(self) -> str:
        """The first hour that it has not."""
        return first_from(self.end) if self.end else _EVER


def read_span(
    start: str | None, end: str | None, zone: tzinfo | None = None, *, option: str = "--from"
) -> Span:
    """The period that ``--from`` and ``--to`` name. A day alone is the whole day, also as the end.

    ``option`` is what the first of them is called. Times without an offset are those of ``zone``, or of this machine.
    Raises :class:`EnvironmentFault`.
    """
    found = Span(
        _utc(option, start, zone, whole_day=False) if start is not None else "",
        _utc("--to", end, zone, whole_day=True) if end is not None else "",
    )
    if found.end and found.end <= found.start:
        raise EnvironmentFault(
            f"{option} {start} --to {end}: the period ends ({found.end}) before it begins ({found.start})",
            "Name a --to that is later than --from",
        )
    return found


def _utc(option: str, text: str, zone: tzinfo | None, *, whole_day: bool) -> str:
    try:
        if _DAY.fullmatch(text):
            day = local_time.read_day(text) + timedelta(days=int(whole_day))
            return _text(local_time.day_begins(day, zone))
        if not _TIME.fullmatch(text):
            raise EnvironmentFault(f"{option} '{text}': {_EXPECTED}")
        found = datetime.fromisoformat(text)
        if found.tzinfo is None:
            found = _certain(option, text, found, zone)
        return _text(found)
    except (ValueError, OverflowError) as error:
        raise EnvironmentFault(f"{option} '{text}': {error}; {_EXPECTED}") from error


def _certain(option: str, text: str, naive: datetime, zone: tzinfo | None) -> datetime:
    """The moment that a local time names. When clocks are changed some name two, and some none."""
    one, other = (local_time.moment(naive.replace(fold=fold), zone) for fold in (0, 1))
    if one == other:
        return one
    named = local_time.local(one, zone).replace(tzinfo=None)
    why = "is there twice" if named == naive else "is not there"
    raise EnvironmentFault(
        f"{option} '{text}' {why} on the local clock, which is changed then", "Add Z or an offset as +01:00"
    )


def _text(found: datetime) -> str:
    return local_time.utc_text(local_time.in_calendar(found))
