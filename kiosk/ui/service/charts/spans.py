"""Which hours a chart covers: local days that end now."""

from datetime import datetime, timedelta
from enum import StrEnum

from kiosk import local_time
from kiosk.store.hours import name_of


class Period(StrEnum):
    """How far back the charts look."""

    TODAY = "today"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"


DAYS = {Period.TODAY: 1, Period.WEEK: 7, Period.MONTH: 30, Period.QUARTER: 90}


def hours_of(period: Period, now: datetime) -> tuple[str, str]:
    """The first hour of the period's first day and the hour after the one of `now`, by the clock that shows `now`."""
    day = now.date() - timedelta(days=DAYS[period] - 1)
    start = local_time.day_begins(day, now.tzinfo)
    end = local_time.next_hour(local_time.hour_begins(now, now.tzinfo))
    return name_of(start), name_of(end)
