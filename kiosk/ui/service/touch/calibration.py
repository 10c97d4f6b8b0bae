"""The course of a touch calibration: crosses touched twice, a map from them, and proof of it at new crosses. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from kiosk.ui.service.touch.affine import (
    IDENTITY,
    Affine,
    Fit,
    Matrix,
    Pair,
    Point,
    Refusal,
    Why,
    fit,
)

# Parts of the screen's width and height
CROSSES: tuple[Point, ...] = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9), (0.5, 0.5))
CHECKS: tuple[Point, ...] = ((0.2, 0.5), (0.8, 0.25), (0.65, 0.85))
MOST_TOUCHES = 8  # at one cross: a panel that touches itself never agrees, and must come to an end


class Stage(StrEnum):
    """Where a calibration stands."""

    CROSSES = "crosses"
    CHECK = "check"
    CONFIRMED = "confirmed"
    FAILED = "failed"


TRANSITIONS: dict[Stage, frozenset[Stage]] = {
    Stage.CROSSES: frozenset({Stage.CHECK, Stage.FAILED}),
    Stage.CHECK: frozenset({Stage.CONFIRMED, Stage.FAILED}),
    Stage.CONFIRMED: frozenset(),
    Stage.FAILED: frozenset({Stage.CROSSES}),
}


class Failing(StrEnum):
    """Why a calibration failed."""

    UNSTEADY = "no two touches at the same place"
    STUCK = "all touches at one place"
    LINE = "all touches on one line"
    OUTLIER = "the touches do not fit together"
    MISSED = "a check was missed"


_FAILINGS = {Why.STUCK: Failing.STUCK, Why.LINE: Failing.LINE, Why.OUTLIER: Failing.OUTLIER}


@dataclass(frozen=True)
class Limits:
    """How exact is exact enough, px."""

    agree_px: float = 24.0  # between the two touches at one cross
    fit_px: float = 12.0  # from a cross to where the map puts its touches
    check_px: float = 20.0  # from a new cross to where the map puts its touch

    @staticmethod
    def at(factor: float) -> Limits:
        """The limits of a screen with this scale factor: never stricter than at 1, fingers do not get finer."""
        times = max(1.0, factor)
        plain = Limits()
        return Limits(plain.agree_px * times, plain.fit_px * times, plain.check_px * times)


@dataclass(frozen=True)
class Failure:
    """What went wrong, with the px found (touches for UNSTEADY) and the limit that was broken."""

    failing: Failing
    found: float = 0.0
    limit: float = 0.0


@dataclass(frozen=True)
class Checked:
    """One check: the cross, where the new map put the touch, and how far that is off, px."""

    cross: Point
    landed: Point
    off_px: float


@dataclass(frozen=True)
class Calibration:
    """A confirmed calibration: libinput's matrix (normalised, row by row) and the worst check, px."""

    matrix: Matrix
    worst_px: float

    @property
    def libinput(self) -> str:
        """The value of LIBINPUT_CALIBRATION_MATRIX."""
        return " ".join(f"{number:.6f}" for number in self.matrix)


class Calibrating:
    """One calibration of a screen of `width_px` by `height_px`.

    Touches are given as they are reported, under the calibration `current` (normalised) that the system already
    applies: the result replaces it. Raises ValueError for a screen without size, or a touch that no stage expects.
    """

    def __init__(
        self, width_px: float, height_px: float, limits: Limits | None = None, current: Affine = IDENTITY
    ) -> None:
        if not (width_px > 0 and height_px > 0):
            raise ValueError(f"screen of {width_px}x{height_px} px: expected more than nothing")
        self._size = (width_px, height_px)
        self.limits = limits or Limits()
        self._current = current
        self.stage = Stage.CROSSES
        self._start()

    def _start(self) -> None:
        self._pairs: list[Pair] = []
        self._map = IDENTITY
        self._touches = 0
        self.first: Point | None = None  # the touch at this cross that waits for a second
        self.apart_px: float | None = None  # between the last two touches here, when they did not agree
        self.checked: tuple[Checked, ...] = ()
        self.failure: Failure | None = None

    @property
    def cross(self) -> Point | None:
        """The cross to touch now, px; None at the end."""
        if self.stage is Stage.CROSSES:
            return self._at(CROSSES[len(self._pairs)])
        return self._at(CHECKS[len(self.checked)]) if self.stage is Stage.CHECK else None

    @property
    def number(self) -> int:
        """Which cross of this stage that is, from 1."""
        return 1 + len(self._pairs if self.stage is Stage.CROSSES else self.checked)

    @property
    def total(self) -> int:
        """How many crosses this stage has."""
        return len(CROSSES if self.stage is Stage.CROSSES else CHECKS)

    @property
    def result(self) -> Calibration | None:
        """The calibration, once it is confirmed."""
        if self.stage is not Stage.CONFIRMED:
            return None
        matrix = self._map.normalised(*self._size).after(self._current).matrix
        return Calibration(matrix, max(check.off_px for check in self.checked))

    def touch(self, reported: Point) -> None:
        """A touch, reported at these px: it belongs to the cross that is shown, wherever it lies."""
        if self.stage is Stage.CROSSES:
            self._touch_cross(reported)
        elif self.stage is Stage.CHECK:
            self._touch_check(reported)
        else:
            raise ValueError(f"touch in stage {self.stage.value}: expected crosses or check")

    def begin_again(self) -> None:
        """After a failure: from the first cross. Raises ValueError in any other stage."""
        self._go(Stage.CROSSES)
        self._start()

    def _touch_cross(self, reported: Point) -> None:
        self._touches += 1
        first, self.first, self.apart_px = self.first, None, None
        apart = math.dist(first, reported) if first is not None else math.inf
        if first is not None and apart <= self.limits.agree_px:
            middle = ((first[0] + reported[0]) / 2, (first[1] + reported[1]) / 2)
            self._pairs.append(Pair(middle, self._at(CROSSES[len(self._pairs)])))
            self._touches = 0
            if len(self._pairs) == len(CROSSES):
                self._reckon()
        elif self._touches >= MOST_TOUCHES:
            self._fail(Failure(Failing.UNSTEADY, self._touches, MOST_TOUCHES))
        else:
            # The later touch is the one to agree with: the earlier may have been an elbow.
            self.first = reported
            self.apart_px = apart if first is not None else None

    def _reckon(self) -> None:
        found = fit(self._pairs, self.limits.fit_px)
        match found:
            case Fit():
                self._map = found.affine
                self._go(Stage.CHECK)
            case Refusal():
                self._fail(Failure(_FAILINGS[found.why], found.found, found.limit))

    def _touch_check(self, reported: Point) -> None:
        cross = self._at(CHECKS[len(self.checked)])
        landed = self._map.apply(reported)
        self.checked = (*self.checked, Checked(cross, landed, math.dist(cross, landed)))
        if len(self.checked) < len(CHECKS):
            return
        worst = max(check.off_px for check in self.checked)
        if worst <= self.limits.check_px:
            self._go(Stage.CONFIRMED)
        else:
            self._fail(Failure(Failing.MISSED, worst, self.limits.check_px))

    def _fail(self, failure: Failure) -> None:
        self.failure = failure
        self._go(Stage.FAILED)

    def _go(self, stage: Stage) -> None:
        if stage not in TRANSITIONS[self.stage]:
            raise ValueError(
                f"calibration from {self.stage.value} to {stage.value}: not a step that there is"
            )
        self.stage = stage

    def _at(self, part: Point) -> Point:
        return part[0] * self._size[0], part[1] * self._size[1]
