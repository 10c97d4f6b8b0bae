"""How a touch panel lies under a screen: the affine map from where it reports a touch to where the finger was.

Pure. Points are in px of the screen, x to the right, y down.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
Points = npt.NDArray[np.float64]

FEWEST = 3  # pairs that an affine map needs
THINNEST = 0.1  # of its length: so wide must the cloud of reported points be at least
FARTHEST_PX = 1_000_000.0  # no screen is so large, and sums of squares stay far from overflow
LEAST_SPREAD = 0.1  # of the crosses' own spread: points closer together come from a panel that is stuck


@dataclass(frozen=True)
class Affine:
    """x' = a x + b y + c, y' = d x + e y + f."""

    a: float
    b: float
    c: float
    d: float
    e: float
    f: float

    def apply(self, point: Point) -> Point:
        """Where a point goes."""
        x, y = point
        return self.a * x + self.b * y + self.c, self.d * x + self.e * y + self.f

    def after(self, first: Affine) -> Affine:
        """The map that does `first` and then this one."""
        return Affine(
            self.a * first.a + self.b * first.d,
            self.a * first.b + self.b * first.e,
            self.a * first.c + self.b * first.f + self.c,
            self.d * first.a + self.e * first.d,
            self.d * first.b + self.e * first.e,
            self.d * first.c + self.e * first.f + self.f,
        )

    def normalised(self, width_px: float, height_px: float) -> Affine:
        """The same map where the screen is 1 wide and 1 high, as libinput's LIBINPUT_CALIBRATION_MATRIX has it."""
        _check_size(width_px, height_px)
        ratio = width_px / height_px
        return Affine(self.a, self.b / ratio, self.c / width_px, self.d * ratio, self.e, self.f / height_px)

    def in_px(self, width_px: float, height_px: float) -> Affine:
        """The way back from `normalised`."""
        _check_size(width_px, height_px)
        ratio = width_px / height_px
        return Affine(self.a, self.b * ratio, self.c * width_px, self.d / ratio, self.e, self.f * height_px)

    @property
    def matrix(self) -> Matrix:
        """The first two rows of the 3x3 matrix, row by row; the third is 0 0 1."""
        return self.a, self.b, self.c, self.d, self.e, self.f


IDENTITY = Affine(1.0, 0.0, 0.0, 0.0, 1.0, 0.0)


class Why(StrEnum):
    """Why points give no map."""

    TOO_FEW = "too few points"
    CROSSES = "the crosses lie on one line"
    STUCK = "the touches lie at one place"
    LINE = "the touches lie on one line"
    OUTLIER = "the touches do not fit together"


@dataclass(frozen=True)
class Fit:
    """A map, and how far it leaves the worst point from its cross, px."""

    affine: Affine
    worst_px: float


@dataclass(frozen=True)
class Refusal:
    """No map: why, and the number that was found with the limit that it breaks (px; points for TOO_FEW)."""

    why: Why
    found: float = 0.0
    limit: float = 0.0

    def __str__(self) -> str:
        return f"{self.why.value}: found {self.found:.1f}, limit {self.limit:.1f}"


@dataclass(frozen=True)
class Pair:
    """Where the panel reported a touch, and where the cross was that the finger was on."""

    reported: Point
    cross: Point


def fit(pairs: Sequence[Pair], limit_px: float) -> Fit | Refusal:
    """The map that brings the reported points nearest to their crosses (least squares).

    Refused when the points cannot carry a map, or when it leaves one more than `limit_px` from its cross. Raises
    ValueError for a coordinate that is not a number of px within FARTHEST_PX.
    """
    if len(pairs) < FEWEST:
        return Refusal(Why.TOO_FEW, len(pairs), FEWEST)
    reported = np.array([pair.reported for pair in pairs], dtype=float)
    crosses = np.array([pair.cross for pair in pairs], dtype=float)
    # Written so that a coordinate that is not a number fails as well.
    if not (np.abs(np.concatenate((reported, crosses))) <= FARTHEST_PX).all():
        raise ValueError(f"points {list(pairs)}: expected px from {-FARTHEST_PX:.0f} to {FARTHEST_PX:.0f}")
    refusal = _degenerate(reported, crosses)
    if refusal is not None:
        return refusal
    # Centred first: the shift would otherwise swamp the rest in single digits of precision.
    middle, aim = reported.mean(axis=0), crosses.mean(axis=0)
    turned = np.linalg.lstsq(reported - middle, crosses - aim, rcond=None)[0].T
    shift = aim - turned @ middle
    left = np.hypot(*(crosses - (reported @ turned.T + shift)).T)
    worst = float(left.max())
    if worst > limit_px:
        return Refusal(Why.OUTLIER, worst, limit_px)
    (a, b), (d, e) = turned.tolist()
    c, f = shift.tolist()
    return Fit(Affine(a, b, c, d, e, f), worst)


def _degenerate(reported: Points, crosses: Points) -> Refusal | None:
    """Whether the points tell less than two directions apart."""
    long_cross, thin_cross = _spread(crosses)
    if thin_cross < THINNEST * long_cross or long_cross == 0.0:
        return Refusal(Why.CROSSES, thin_cross, THINNEST * long_cross)
    long, thin = _spread(reported)
    if long < LEAST_SPREAD * long_cross:
        return Refusal(Why.STUCK, long, LEAST_SPREAD * long_cross)
    if thin < THINNEST * long:
        return Refusal(Why.LINE, thin, THINNEST * long)
    return None


def _spread(points: Points) -> tuple[float, float]:
    """How far points scatter along their longest and their shortest direction, px (standard deviation)."""
    long, thin = np.linalg.svd(points - points.mean(axis=0), compute_uv=False)[:2]
    return float(long) / math.sqrt(len(points)), float(thin) / math.sqrt(len(points))


def _check_size(width_px: float, height_px: float) -> None:
    if not (width_px > 0 and height_px > 0):
        raise ValueError(f"screen of {width_px}x{height_px} px: expected more than nothing")
