"""Where the marks of an axis stand and what is written at them: words and plain figures, never an exponent."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kiosk.money import MINUS
from kiosk.store.statistics import Bucket, Per
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language
from kiosk.ui.service.charts.words import short_date

Tick = tuple[float, str]

_UNITS = {
    Language.EN: (
        (1, "service.charts.unit_1"),
        (10**3, "service.charts.unit_1k"),
        (10**6, "service.charts.unit_1m"),
        (10**9, "service.charts.unit_1b"),
        (10**12, "service.charts.unit_1t"),
    ),
    Language.ZH: (
        (1, "service.charts.unit_1"),
        (10**4, "service.charts.unit_10k"),
        (10**8, "service.charts.unit_100m"),
        (10**12, "service.charts.unit_1t"),
    ),
}
_PLAIN = 10_000  # dollars up to here are written out
_DAYS = (1, 2, 3, 5, 7, 10, 14, 15, 30, 60, 90)
_HOURS = (1, 2, 3, 4, 6, 8, 12, 24)
_APART = 1.35  # the room of a label, in its own width


class Kind(StrEnum):
    """What an axis counts: cents, shares of 1.0, or things."""

    MONEY = "money"
    SHARE = "share"
    COUNT = "count"


_OF_NOTHING = {Kind.MONEY: 100.0, Kind.SHARE: 1.0, Kind.COUNT: 1.0}  # how far an axis goes that holds nothing
_LEAST_STEP = {
    Kind.MONEY: 1.0,
    Kind.SHARE: 0.0001,
    Kind.COUNT: 1.0,
}  # a cent, a hundredth of a percent, a thing


@dataclass(frozen=True)
class Axis:
    """An axis from `low` to `high` in the values' own unit, its marks, and the words for their unit."""

    low: float
    high: float
    ticks: tuple[Tick, ...]
    unit: str


def value_axis(look: Style, kind: Kind, low: float, high: float, most: int) -> Axis:
    """An axis that holds `low` to `high` and has about `most` marks, at least 2, at round values."""
    if high <= low:
        low, high = min(low, 0.0), max(high, 0.0)
    if high <= low:
        high = _OF_NOTHING[kind]
    step = _round_up(max(_LEAST_STEP[kind], (high - low) / max(1, most - 1)))
    first = math.floor(low / step + 1e-9)
    last = max(first + 1, math.ceil(high / step - 1e-9))
    values = [n * step for n in range(first, last + 1)]
    factor, unit = _unit(look, kind, max(abs(values[0]), abs(values[-1])))
    # As many decimals as the marks need to differ, and no more.
    decimals = max(0, -math.floor(math.log10(step / factor) + 1e-9))
    ticks = tuple((value, _label(kind, value / factor, decimals)) for value in values)
    return Axis(values[0], values[-1], ticks, look.t(unit))


def _round_up(step: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50 … and of 0.1, 0.2, 0.5 …"""
    power = 10.0 ** math.floor(math.log10(step))
    return next((power * n for n in (1, 2, 5) if power * n >= step * (1 - 1e-9)), power * 10)


def _unit(look: Style, kind: Kind, most: float) -> tuple[float, str]:
    """How much of the value makes one of the unit, and the key of its name."""
    if kind is Kind.SHARE:
        return 0.01, "service.charts.unit_percent"
    if kind is Kind.COUNT:
        return 1.0, "service.charts.unit_count"
    units = _UNITS[look.texts.language]
    if most / 100 <= _PLAIN:
        return 100.0, units[0][1]
    factor, key = [unit for unit in units if most / 100 >= unit[0]][-1]
    return 100.0 * factor, key


def _label(kind: Kind, value: float, decimals: int) -> str:
    text = f"{abs(value):,.{decimals}f}"
    sign = MINUS if value < 0 and any(digit in "123456789" for digit in text) else ""
    return f"{sign}{'$' if kind is Kind.MONEY else ''}{text}{'%' if kind is Kind.SHARE else ''}"


def time_ticks(
    look: Style, buckets: Sequence[Bucket], per: Per, room: float, width: Callable[[str], float]
) -> tuple[Tick, ...]:
    """Marks below the buckets, of which each is 1 wide: as many as fit in `room` px, `width` measures a text.

    An hour's mark stands where it begins, a day's in its middle.
    """
    if per is Per.DAY:
        marks = [(n + 0.5, short_date(look, bucket.start)) for n, bucket in enumerate(buckets)][::-1]
        return tuple(_thinned(marks, _DAYS, len(buckets), room, width)[::-1])
    midnights = [n for n, bucket in enumerate(buckets) if bucket.start.hour == 0]
    if len(midnights) > 1:
        marks = [(float(n), short_date(look, buckets[n].start)) for n in midnights]
        return tuple(_thinned(marks, _DAYS, len(buckets), room, width))
    hours = [(float(n), bucket.start.hour, f"{bucket.start:%H:%M}") for n, bucket in enumerate(buckets)]
    widest = max(width(text) for _, _, text in hours) * _APART
    each = room / max(1, len(buckets))
    every = next((n for n in _HOURS if n * each >= widest), _HOURS[-1])
    return tuple((at, text) for at, hour, text in hours if hour % every == 0)


def _thinned(
    marks: Sequence[Tick], steps: Sequence[int], buckets: int, room: float, width: Callable[[str], float]
) -> list[Tick]:
    widest = max(width(text) for _, text in marks) * _APART
    apart = abs(marks[1][0] - marks[0][0]) if len(marks) > 1 else 1.0
    each = room / max(1, buckets) * apart
    every = next((n for n in steps if n * each >= widest), steps[-1])
    return list(marks[::every])
