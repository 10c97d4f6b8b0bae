"""Which hours a chart covers: local days that end now."""

from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from enum import StrEnum

_HOUR = timedelta(hours=1)


class Period(StrEnum):
    """How far back the charts look."""

    TODAY = "today"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"


DAYS = {Period.TODAY: 1, Period.WEEK: 7, Period.MONTH: 30, Period.QUARTER: 90}


def zone_of(now: datetime) -> tzinfo | None:
    """The zone whose days a chart shows; None for this machine's own.

    The clock of a machine tells the offset of this moment alone: days before the clock was last changed would be cut
    an hour off. So an offset that is the machine's own stands for all its rules.
    """
    if isinstance(now.tzinfo, timezone) and now.astimezone().utcoffset() == now.utcoffset():
        return None
    return now.tzinfo


def hours_of(period: Period, now: datetime, zone: tzinfo | None) -> tuple[str, str]:
    """The first hour of the period's first local day and the hour after the one of `now`, as 2026-01-31T12 in UTC."""
    day = now.astimezone(zone).date() - timedelta(days=DAYS[period] - 1)
    midnight = datetime.combine(day, time(), tzinfo=zone).astimezone(UTC)
    start = midnight.replace(minute=0, second=0)
    if start < midnight:  # a zone of half hours: an hour belongs to the day in which it begins
        start += _HOUR
    end = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0) + _HOUR
    return start.isoformat()[:13], max(end, start + _HOUR).isoformat()[:13]
