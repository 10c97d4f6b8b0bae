"""A chart as data: what lies on it, from the back to the front. Nothing here draws."""

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from PySide6.QtCore import Qt

from kiosk.ui.kit import theme
from kiosk.ui.service.charts.ticks import Kind

# Told apart by lightness and by shape as well, so that no colour must be seen. Blue and gold differ in every eye.
GOLD = theme.LINE_BRIGHT
BLUE = theme.blend(theme.TEXT, theme.SMALL_BLUE, 0.35)
WHITE = theme.TEXT
BAND = theme.blend(theme.TEXT, theme.PANEL, 0.2)
BAND_EDGE = theme.blend(theme.TEXT, theme.PANEL, 0.5)
GRID = theme.blend(theme.TEXT, theme.PANEL, 0.14)
ZERO = theme.blend(theme.TEXT, theme.PANEL, 0.55)

Values = tuple[float | None, ...]


@dataclass(frozen=True)
class Bars:
    """One bar per bucket, from `base` (0 without) up or down by its value."""

    values: tuple[float, ...]
    colour: str
    name: str = ""
    base: tuple[float, ...] = ()
    pattern: Qt.BrushStyle = Qt.BrushStyle.SolidPattern

    def ends(self) -> list[float]:
        """The values that the axis must hold."""
        base = self.base or (0.0,) * len(self.values)
        return [0.0, *(foot + value for foot, value in zip(base, self.values, strict=True))]


@dataclass(frozen=True)
class Line:
    """A line through the buckets; it ends where a value is None. `symbol` marks each as in pyqtgraph.

    `grows` is for what adds up: it begins at 0, and each value stands at its bucket's end, not in its middle.
    """

    values: Values
    colour: str
    name: str = ""
    style: Qt.PenStyle = Qt.PenStyle.SolidLine
    symbol: str = ""
    grows: bool = False

    def ends(self) -> list[float]:
        """The values that the axis must hold."""
        return [value for value in self.values if value is not None]


@dataclass(frozen=True)
class Range:
    """A shaded range per bucket; None where there is none. `grows` as for a line.

    A share of few rounds has a range so wide that nothing else could be read: of a `clipped` one the axis holds the
    bucket in the middle, and the wider ones go to its edges.
    """

    lows: Values
    highs: Values
    name: str = ""
    grows: bool = False
    clipped: bool = False

    def ends(self) -> list[float]:
        """The values that the axis must hold."""
        lows = [value for value in self.lows if value is not None]
        highs = [value for value in self.highs if value is not None]
        return [median(lows), median(highs)] if self.clipped and lows and highs else [*lows, *highs]


Layer = Bars | Line | Range


@dataclass(frozen=True)
class Plot:
    """One chart: its title, what its axis counts and its layers. `full` is an axis that always goes to 1.0."""

    title: str
    kind: Kind
    layers: tuple[Layer, ...]
    full: bool = False

    def ends(self) -> tuple[float, float]:
        """The least and the most that the axis must hold."""
        found = [end for layer in self.layers for end in layer.ends()]
        found += [0.0, 1.0] if self.full else []
        return (min(found), max(found)) if found else (0.0, 0.0)

    def named(self) -> list[Layer]:
        """What a legend explains."""
        return [layer for layer in self.layers if layer.name]


def stacked(rows: Iterable[tuple[float, ...]]) -> list[tuple[float, ...]]:
    """The base of each row of bars when they stand on each other; amounts below 0 lie on top of nothing."""
    bases: list[tuple[float, ...]] = []
    top: tuple[float, ...] = ()
    for row in rows:
        top = top or (0.0,) * len(row)
        bases.append(top)
        top = tuple(foot + max(0.0, value) for foot, value in zip(top, row, strict=True))
    return bases
