"""Figures of speed and size: each beside its limit of the same run, and held against the one committed last.

The limit is the least that the same work could cost: a bare transaction of the same bytes, a blit of the same area, a
dictionary. The ratio of the two says what the house adds, on a quick machine as on a slow or a busy one. A figure
fails when its ratio is worse than the committed one; never because of a time.
"""

import json
import os
import resource
import statistics
import time
from dataclasses import dataclass, field
from pathlib import Path

RENEW = "RENEW_FIGURES"
"""The variable of the environment that has the figures of a run written down as those to be held against."""
TURNS, AGAIN, MOST_TIMES = 7, 3, 1_000
"""How many turns a figure and its limit are measured in alternation, and how often anew before it is called worse;
and how often the limit within a turn."""
LEAST, MOST = 0.25, 0.5
"""By how much a ratio may be worse: shared caches alone shift it by a sixth beside other load; and the most."""
PARTS = {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9}


@dataclass(frozen=True, slots=True)
class Times:
    """A goal that is a ratio to the limit."""

    at_most: float


def medians(values, turns=TURNS):
    """What was measured many times as a few turns: the median of each of them, in the order of time."""
    size = len(values) // turns
    return [statistics.median(values[n : n + size]) for n in range(0, size * turns, size)]


class Spent:
    """What a block took in seconds: of processor, here and in processes that it has waited for, and by the clock."""

    def __enter__(self):
        self._processor, self._clock = _processor(), time.perf_counter()
        return self

    def __exit__(self, *_):
        self.processor, self.wall = _processor() - self._processor, time.perf_counter() - self._clock


def _processor():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


@dataclass
class Figure:
    """What was measured of one thing, in its unit: each turn of it, and of its limit."""

    name: str
    unit: str
    goal: object
    ours: list = field(default_factory=list)
    limit: list = field(default_factory=list)
    wall: list = field(default_factory=list)
    last: dict | None = None

    @property
    def turn(self):
        """The turn of the median ratio. Other load lengthens both parts of a turn, but hardly their ratio."""
        ratios = self._ratios
        return ratios.index(sorted(ratios)[len(ratios) // 2])

    @property
    def ratio(self):
        return self._ratios[self.turn]

    @property
    def spread(self):
        """How far the middle half of the turns lies apart, as a share: what repetition says of the ratio."""
        ratios = sorted(self._ratios)
        quarter = len(ratios) // 4
        return ratios[-1 - quarter] / ratios[quarter] - 1

    @property
    def _ratios(self):
        return [ours / limit for ours, limit in zip(self.ours, self.limit, strict=True)]

    @property
    def worst(self):
        """The highest ratio that passes; None where none was committed."""
        if self.last is None:
            return None
        spread = max(self.spread, self.last["spread"])
        return self.last["ratio"] * (1 + min(MOST, max(LEAST, spread)))

    @property
    def worse(self):
        return self.worst is not None and self.ratio > self.worst

    @property
    def reached(self):
        if isinstance(self.goal, Times):
            return self.ratio <= self.goal.at_most
        return self.ours[self.turn] <= self.goal

    def kept(self):
        """What is committed of it; the sizes beside the ratio are for readers."""
        return {
            "ratio": _short(self.ratio),
            "spread": round(self.spread, 2),
            "ours": _short(self.ours[self.turn]),
            "limit": _short(self.limit[self.turn]),
            "unit": self.unit,
        }


def _short(number):
    return float(f"{number:.3g}")


class Figures:
    """All figures of a run, and the file of those that were committed last."""

    def __init__(self, path, renew=None):
        self.path = Path(path)
        self.renew = bool(os.environ.get(RENEW)) if renew is None else renew
        self.committed = self._read()
        self.rows = []

    def __call__(self, name, ours, limit, goal, unit, *, each=1, wall=()):
        """Measure a figure, or take one, and hold it against the committed ratio. Fails when it is worse.

        `ours` and `limit` are two calls, then measured in turns, in processor time of one of `each`; or what was
        measured: a number in `unit` or one of each turn, with those of the clock in `wall`. The goal is in `unit`
        or `Times`: it is told, and fails nothing.
        """
        row = Figure(name, unit, goal, last=self.committed.get(name))
        self.rows.append(row)
        if callable(ours):
            for _ in range(AGAIN):
                _measure(row, ours, limit, each)
                if not row.worse:
                    break
        else:
            row.ours, row.limit, row.wall = (
                [given] if isinstance(given, int | float) else list(given) for given in (ours, limit, wall)
            )
        if self.renew:
            self._write(row)
        elif row.worse:
            raise AssertionError(
                f"{name}: found {row.ratio:.3g} times its limit, expected at most {row.worst:.3g} "
                f"({row.last['ratio']:.3g} was committed last)"
            )
        return row

    def _read(self):
        return json.loads(self.path.read_text()) if self.path.exists() else {}

    def _write(self, row):
        found = self._read() | {row.name: row.kept()}  # others may have been written meanwhile
        lines = [f"  {json.dumps(name)}: {json.dumps(found[name])}" for name in sorted(found)]
        self.path.write_text("{\n" + ",\n".join(lines) + "\n}\n")

    def table(self):
        """One line a figure: what a reader compares."""
        heads = ("figure", "processor", "limit", "ratio", "goal", "reached", "last", "by the clock", "")
        lines = [heads, *(self._line(row) for row in self.rows if row.ours)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return [
            "  ".join((line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:]))).rstrip()
            for line in lines
        ]

    def _line(self, row):
        goal = f"{row.goal.at_most:g}x" if isinstance(row.goal, Times) else f"{row.goal:g} {row.unit}"
        return (
            row.name,
            f"{row.ours[row.turn]:.3g} {row.unit}",
            f"{row.limit[row.turn]:.3g} {row.unit}",
            f"{row.ratio:.3g}x",
            goal,
            "yes" if row.reached else "no",
            "-" if row.last is None else f"{row.last['ratio']:.3g}x",
            f"{statistics.median(row.wall):.3g} {row.unit}" if row.wall else "-",
            "WORSE" if row.worse else "",
        )


def _measure(row, ours, limit, each):
    """Turns of either; the limit as often as it takes to last as long, so that both meet the same load."""
    part = PARTS[row.unit] / each
    for _ in range(TURNS):
        with Spent() as mine:
            ours()
        bare, times = 0.0, 0
        while bare < mine.processor and times < MOST_TIMES:
            with Spent() as spent:
                limit()
            bare, times = bare + spent.processor, times + 1
        row.ours.append(mine.processor * part)
        row.limit.append(bare / times * part)
        row.wall.append(mine.wall * part)
