"""What a touch test keeps: the cells that answered, the fingers at once, and how straight a line was followed. Pure."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

from kiosk.ui.service.touch.affine import Point

LONGEST_TRAIL = 80  # points of a finger that are remembered for drawing
MOST_ENDED = 10  # trails of lifted fingers that are remembered
FEWEST_POINTS = 8  # of a stroke along the line: two points alone are always on it


@dataclass(frozen=True)
class TouchResult:
    """What a touch test found. `worst_px` is the worst deviation from the line; None when none was followed."""

    cells_total: int
    cells_touched: int
    most_fingers: int
    worst_px: float | None


@dataclass(frozen=True)
class Straightness:
    """How far a finished stroke was from its line, px."""

    worst_px: float
    mean_px: float


@dataclass
class Finger:
    """A finger on the screen: the number it is shown with, and its last points."""

    number: int
    trail: deque[Point] = field(default_factory=lambda: deque(maxlen=LONGEST_TRAIL))


class Grid:
    """The screen as cells of about `cell_px`, edges included: every px belongs to exactly one cell."""

    def __init__(self, width_px: float, height_px: float, cell_px: float) -> None:
        """Raises ValueError for a screen or cells without size."""
        if not (width_px > 0 and height_px > 0 and cell_px > 0):
            raise ValueError(
                f"grid of {width_px}x{height_px} px in cells of {cell_px} px: expected more than nothing"
            )
        self._size = (width_px, height_px)
        self.columns = max(1, round(width_px / cell_px))
        self.rows = max(1, round(height_px / cell_px))
        self.touched: set[tuple[int, int]] = set()

    @property
    def total(self) -> int:
        """How many cells there are."""
        return self.columns * self.rows

    @property
    def left(self) -> int:
        """How many cells have not been touched."""
        return self.total - len(self.touched)

    def cell_at(self, point: Point) -> tuple[int, int] | None:
        """Column and row of a point; None off the screen. The far edges belong to the last cells."""
        x, y = point
        width, height = self._size
        if not (0 <= x <= width and 0 <= y <= height):
            return None
        column = min(self.columns - 1, int(x * self.columns / width))
        return column, min(self.rows - 1, int(y * self.rows / height))

    def rect(self, column: int, row: int) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a cell, px."""
        width, height = self._size
        return (
            column * width / self.columns,
            row * height / self.rows,
            (column + 1) * width / self.columns,
            (row + 1) * height / self.rows,
        )

    def touch(self, point: Point) -> None:
        """Light the cell of a point that was really reported; nothing between two points is guessed."""
        cell = self.cell_at(point)
        if cell is not None:
            self.touched.add(cell)


class Line:
    """A straight line to be followed from one end to the other, in either direction."""

    def __init__(self, start: Point, end: Point, reach_px: float) -> None:
        """A stroke counts that begins and lifts within `reach_px` of the ends. Raises ValueError for no line."""
        if math.dist(start, end) <= 2 * reach_px:
            raise ValueError(f"line from {start} to {end}: expected longer than twice {reach_px} px")
        self.start, self.end = start, end
        self._reach = reach_px
        self._strokes: dict[int, list[Point]] = {}
        self.last: Straightness | None = None
        self.worst_px: float | None = None

    def down(self, finger: int, at: Point) -> None:
        """A finger comes down: at one of the ends, a stroke begins."""
        self._strokes.pop(finger, None)
        if self._end_near(at) is not None:
            self._strokes[finger] = [at]

    def move(self, finger: int, at: Point) -> None:
        """A finger moves."""
        stroke = self._strokes.get(finger)
        if stroke is not None:
            stroke.append(at)

    def up(self, finger: int, at: Point) -> None:
        """A finger lifts: at the other end, the stroke counts."""
        stroke = self._strokes.pop(finger, None)
        if stroke is None or len(stroke) < FEWEST_POINTS:
            return
        ends = {self._end_near(stroke[0]), self._end_near(at)}
        if ends != {self.start, self.end}:
            return
        offs = [self._off(point) for point in stroke]
        self.last = Straightness(max(offs), sum(offs) / len(offs))
        self.worst_px = max(self.last.worst_px, self.worst_px or 0.0)

    def cancel(self) -> None:
        """Forget the strokes that are not at their end."""
        self._strokes.clear()

    def _end_near(self, at: Point) -> Point | None:
        return next((end for end in (self.start, self.end) if math.dist(end, at) <= self._reach), None)

    def _off(self, at: Point) -> float:
        (x0, y0), (x1, y1) = self.start, self.end
        across = (x1 - x0) * (at[1] - y0) - (y1 - y0) * (at[0] - x0)
        return abs(across) / math.dist(self.start, self.end)


class Wiping:
    """All that a touch test watches."""

    def __init__(self, grid: Grid, line: Line) -> None:
        self.grid = grid
        self.line = line
        self.fingers: dict[int, Finger] = {}
        self.ended: deque[Finger] = deque(maxlen=MOST_ENDED)
        self.most = 0

    def down(self, finger: int, at: Point) -> None:
        """A finger comes down; it takes the lowest number that is free."""
        taken = {one.number for one in self.fingers.values()}
        number = next(n for n in range(1, len(taken) + 2) if n not in taken)
        self.fingers[finger] = Finger(number)
        self.fingers[finger].trail.append(at)
        self.most = max(self.most, len(self.fingers))
        self.grid.touch(at)
        self.line.down(finger, at)

    def move(self, finger: int, at: Point) -> None:
        """A finger moves."""
        self.fingers[finger].trail.append(at)
        self.grid.touch(at)
        self.line.move(finger, at)

    def up(self, finger: int, at: Point) -> None:
        """A finger lifts."""
        self.ended.append(self.fingers.pop(finger))
        self.line.up(finger, at)

    def cancel(self) -> None:
        """The fingers that are down are gone; what they touched stays touched."""
        self.fingers.clear()
        self.line.cancel()

    @property
    def result(self) -> TouchResult:
        """What was found so far."""
        return TouchResult(self.grid.total, len(self.grid.touched), self.most, self.line.worst_px)
