"""What a seat turned over, won and was up for, hour by hour or day by day, beside what theory leads to expect.

The win of many rounds is nearly normal around the theory of the bets that were really made: 95 times in 100 it lies
within 1.96 standard deviations. All amounts are cents.
"""

from __future__ import annotations

import math
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta, tzinfo
from enum import StrEnum
from functools import lru_cache

import msgspec

from kiosk import local_time
from kiosk.seat.theory import PER_CENT, PER_VARIANCE
from kiosk.store.hours import EXPECTED, begins

SIGMAS = 1.96  # two-sided 95 %
LEAST_ROUNDS = 30  # fewer say nothing about the hold
MOST_HOURS = 24 * 366 * 10  # that are answered at once

_HOUR = timedelta(hours=1)
_NOTE = "notes_"
_GROWING = frozenset({"faults", "minutes_up", "minutes_playable"})  # a correction takes none of them away
_decode = msgspec.json.Decoder(dict[str, int]).decode

# The first line is when the seat began to keep hours; one line per hour follows. SQLite puts an hour's names
# together: a year of them is read in a quarter of the time that its rows would take.
_SELECT = """
SELECT '', (SELECT min(hour) FROM hourly)
UNION ALL
SELECT hour, json_group_object(name, value) FROM hourly WHERE hour >= ? AND hour < ? GROUP BY hour"""


class Per(StrEnum):
    """How long a bucket is."""

    HOUR = "hour"
    DAY = "day"


class Verdict(StrEnum):
    """Where the win lies, seen from theory; of fewer than LEAST_ROUNDS rounds nothing is said."""

    WITHIN = "within"
    ABOVE = "above"
    BELOW = "below"
    TOO_FEW = "too-few"


class Band(msgspec.Struct, frozen=True):
    """Where 95 of 100 results lie."""

    low: float
    high: float


class Figures(msgspec.Struct, frozen=True):
    """What happened in a span of time, amounts in cents. A correction takes away: money may be negative here.

    ``theory`` is in thousandths of a cent and ``variance`` in hundreds of square cents, as they are counted;
    ``notes`` counts the notes of each denomination (cents).
    """

    turnover: int = 0
    wins: int = 0
    rounds: int = 0
    rounds_won: int = 0
    theory: int = 0
    variance: int = 0
    notes_in: int = 0
    tickets_in: int = 0
    tickets_out: int = 0
    handpays: int = 0
    minutes_up: int = 0
    minutes_playable: int = 0
    faults: int = 0
    notes: dict[int, int] = {}

    @property
    def win(self) -> int:
        """What the House kept of the stakes."""
        return self.turnover - self.wins

    @property
    def expected(self) -> float:
        """What the House keeps of these bets on average."""
        return self.theory / PER_CENT

    @property
    def deviation(self) -> float:
        """The standard deviation of the win; 0 where corrections took away more than was played."""
        return math.sqrt(max(0, self.variance) * PER_VARIANCE)

    @property
    def band(self) -> Band:
        """Where 95 of 100 wins lie."""
        half = SIGMAS * self.deviation
        return Band(self.expected - half, self.expected + half)

    @property
    def hold(self) -> float | None:
        """The share of the turnover that the House kept, 1.0 for all of it; None without turnover."""
        return self.win / self.turnover if self.turnover > 0 else None

    @property
    def expected_hold(self) -> float | None:
        """The share that it keeps on average; None without turnover."""
        return self.expected / self.turnover if self.turnover > 0 else None

    @property
    def hold_band(self) -> Band | None:
        """Where 95 of 100 holds lie; None without turnover."""
        if self.turnover <= 0:
            return None
        return Band(self.band.low / self.turnover, self.band.high / self.turnover)

    @property
    def money_in(self) -> int:
        """Notes and tickets that went in."""
        return self.notes_in + self.tickets_in

    @property
    def money_out(self) -> int:
        """Tickets and hand pays."""
        return self.tickets_out + self.handpays

    @property
    def verdict(self) -> Verdict:
        """Whether the win is one of the 95 of 100."""
        if self.rounds < LEAST_ROUNDS or self.variance <= 0:
            return Verdict.TOO_FEW
        if self.win > self.band.high:
            return Verdict.ABOVE
        return Verdict.BELOW if self.win < self.band.low else Verdict.WITHIN


class Bucket(msgspec.Struct, frozen=True):
    """One hour or day. ``start`` and ``end`` (which is not in it any more) are in the local zone, for showing.

    ``minutes`` is how much of it the seat could have been up for: 0 before it kept hours at all and in the future.
    """

    start: datetime
    end: datetime
    minutes: int
    figures: Figures

    @property
    def up(self) -> float | None:
        """The share of the time that the seat was up, to 1.0; None where that cannot be known."""
        return self._share(self.figures.minutes_up)

    @property
    def playable(self) -> float | None:
        """The share of the time that the seat could be played, to 1.0; None where that cannot be known."""
        return self._share(self.figures.minutes_playable)

    def _share(self, minutes: int) -> float | None:
        # A clock that was set back makes an hour of more than 60 minutes.
        return min(1.0, minutes / self.minutes) if self.minutes else None


class Series(msgspec.Struct, frozen=True):
    """Buckets without gaps, oldest first; ``cumulative`` is what all of them had up to the end of each."""

    per: Per
    buckets: tuple[Bucket, ...]
    cumulative: tuple[Figures, ...]

    @property
    def total(self) -> Figures:
        """All buckets together."""
        return self.cumulative[-1]


def series(
    db: sqlite3.Connection,
    start_hour: str,
    end_hour: str,
    per: Per,
    zone: tzinfo,
    now: datetime | None = None,
) -> Series:
    """What the seat did from ``start_hour`` to before ``end_hour`` (see :mod:`kiosk.store.hours`), in buckets.

    Days are those of ``zone``; what was kept by hours of another zone belongs to the bucket in which each begins.
    The bucket in which ``now`` lies has had only its minutes until then. Raises ValueError for hours that are none
    or too many, sqlite3.Error for a table that cannot be read or holds what this program never writes.
    """
    start, end = _period(start_hour, end_hour)
    edges = list(_edges(start, end, per, zone))
    firsts = [edge[0] for edge in edges]
    sums: list[dict[str, int]] = [{} for _ in edges]
    begun: datetime | None = None
    for hour, text in db.execute(_SELECT, (start_hour, end_hour)):
        if hour == "":
            begun = _time(text) if text is not None else None
            continue
        _add(sums[bisect_right(firsts, _time(hour)) - 1], hour, text)
    until = end if now is None else now
    buckets = tuple(
        Bucket(
            local_time.local(start, zone),
            local_time.local(end, zone),
            _minutes(start, end, begun, until),
            _figures(one),
        )
        for (start, end), one in zip(edges, sums, strict=True)
    )
    return Series(per, buckets, tuple(_running(sums)))


def _period(start_hour: str, end_hour: str) -> tuple[datetime, datetime]:
    start, end = _asked(start_hour), _asked(end_hour)
    count = -(-(end - start) // _HOUR)
    if not 1 <= count <= MOST_HOURS:
        raise ValueError(f"{start_hour} to {end_hour} are {count} hours: expected 1 to {MOST_HOURS}")
    return start, end


def _asked(hour: str) -> datetime:
    found = begins(hour)
    if found is None:
        raise ValueError(f"hour {hour!r}: expected {EXPECTED}")
    return found


def _time(hour: object) -> datetime:
    found = begins(hour)
    if found is None:
        raise sqlite3.DatabaseError(f"seat.db has the hour {hour!r}, expected {EXPECTED}")
    return found


def _edges(start: datetime, end: datetime, per: Per, zone: tzinfo) -> Iterator[tuple[datetime, datetime]]:
    """Where each bucket begins and ends: in UTC, where differences are true.

    An hour is known by its instant: when summer ends, one hour of the local clock comes twice.
    """
    day = local_time.day_of(start, zone)
    while start < end:
        day += timedelta(days=1)
        midnight = min(end, local_time.day_begins(day, zone))
        while start < midnight:
            until = midnight if per is Per.DAY else min(midnight, start + _HOUR)
            yield start, until
            start = until


def _add(sums: dict[str, int], hour: str, text: str) -> None:
    try:
        values = _decode(text)
    except msgspec.MsgspecError as error:
        raise sqlite3.DatabaseError(f"seat.db, hour {hour}: {error}; expected whole numbers") from error
    for name, value in values.items():
        if value < 0 and (name in _GROWING or name.startswith(_NOTE)):
            raise sqlite3.DatabaseError(f"seat.db, hour {hour}: {name} is {value}, expected 0 or more")
        sums[name] = sums.get(name, 0) + value


def _minutes(start: datetime, end: datetime, begun: datetime | None, until: datetime) -> int:
    if begun is None:
        return 0
    known = min(end, until) - max(start, begun)
    return max(0, known // timedelta(minutes=1))


def _running(sums: Iterable[Mapping[str, int]]) -> Iterable[Figures]:
    running: dict[str, int] = {}
    for one in sums:
        for name, value in one.items():
            running[name] = running.get(name, 0) + value
        yield _figures(running)


def _figures(sums: Mapping[str, int]) -> Figures:
    def of(name: str) -> int:
        return sums.get(name, 0)

    return Figures(
        turnover=of("turnover"),
        wins=of("wins"),
        rounds=of("rounds_played"),
        rounds_won=of("rounds_won"),
        theory=of("theory"),
        variance=of("variance"),
        notes_in=-of("notes"),  # what comes in stands with a minus on its account
        tickets_in=-of("tickets_in"),
        tickets_out=of("tickets_out"),
        handpays=of("handpay"),
        minutes_up=of("minutes_up"),
        minutes_playable=of("minutes_playable"),
        faults=of("faults"),
        notes={
            _denomination(name): count for name, count in sums.items() if name.startswith(_NOTE) and count
        },
    )


@lru_cache(maxsize=64)
def _denomination(name: str) -> int:
    text = name.removeprefix(_NOTE)
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 2**63):
        raise sqlite3.DatabaseError(f"seat.db counts {name!a}, expected notes_ and the note's cents")
    return int(text)
