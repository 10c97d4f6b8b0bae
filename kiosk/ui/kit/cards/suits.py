"""The four signs of suits as shapes, and their colours: two, or four for who tells black from black badly."""

import math
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform

BLACK = "#15181f"
RED = "#c01f2b"
BLUE = "#1550b0"  # diamonds of four colours
GREEN = "#0c6b33"  # clubs of four colours

_TWO = {"s": BLACK, "h": RED, "d": RED, "c": BLACK}
_FOUR = {"s": BLACK, "h": RED, "d": BLUE, "c": GREEN}


class _Configured:
    """How this machine paints suits where a player has chosen nothing."""

    four = False


def configure_suits(*, four_colours: bool) -> None:
    """From now on suits have two colours or four where nobody says otherwise, as the machine's file has it."""
    _Configured.four = four_colours


def has_four_colours() -> bool:
    """Whether suits have four colours where nobody says otherwise."""
    return _Configured.four


def suit_colour(suit: str, *, four_colours: bool | None = None) -> str:
    """The colour of a suit's sign and rank; None: as configured. Raises KeyError for what is no suit."""
    return (_FOUR if (has_four_colours() if four_colours is None else four_colours) else _TWO)[suit]


def suit_path(suit: str, rect: QRectF) -> QPainterPath:
    """The sign of a suit, filling a square of px. Raises KeyError for what is no suit."""
    fit = QTransform(rect.width(), 0, 0, rect.height(), rect.x(), rect.y())
    return fit.map(_unit(suit))


def star_path(rect: QRectF) -> QPainterPath:
    """The sign of the Joker, which has no suit: a star that fills a square of px."""
    path = QPainterPath()
    for point in range(10):
        turn = math.tau * point / 10
        far = rect.width() / 2 * (1.0 if point % 2 == 0 else 0.46)
        at = rect.center() + QPointF(math.sin(turn), -math.cos(turn)) * far
        if point:
            path.lineTo(at)
        else:
            path.moveTo(at)
    path.closeSubpath()
    return path


@cache
def _unit(suit: str) -> QPainterPath:
    return {"s": _spade, "h": _heart, "d": _diamond, "c": _club}[suit]()


def _heart() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.25))
    path.cubicTo(0.45, 0.10, 0.34, 0.04, 0.25, 0.04)
    path.cubicTo(0.12, 0.04, 0.02, 0.15, 0.02, 0.31)
    path.cubicTo(0.02, 0.58, 0.36, 0.74, 0.5, 0.99)
    path.cubicTo(0.64, 0.74, 0.98, 0.58, 0.98, 0.31)
    path.cubicTo(0.98, 0.15, 0.88, 0.04, 0.75, 0.04)
    path.cubicTo(0.66, 0.04, 0.55, 0.10, 0.5, 0.25)
    return path


def _diamond() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.0))
    path.quadTo(0.68, 0.28, 0.9, 0.5)
    path.quadTo(0.68, 0.72, 0.5, 1.0)
    path.quadTo(0.32, 0.72, 0.1, 0.5)
    path.quadTo(0.32, 0.28, 0.5, 0.0)
    return path


def _spade() -> QPainterPath:
    path = QPainterPath(QPointF(0.5, 0.01))
    path.cubicTo(0.40, 0.22, 0.04, 0.38, 0.04, 0.62)
    path.cubicTo(0.04, 0.77, 0.14, 0.84, 0.26, 0.84)
    path.cubicTo(0.36, 0.84, 0.44, 0.78, 0.5, 0.66)
    path.cubicTo(0.56, 0.78, 0.64, 0.84, 0.74, 0.84)
    path.cubicTo(0.86, 0.84, 0.96, 0.77, 0.96, 0.62)
    path.cubicTo(0.96, 0.38, 0.60, 0.22, 0.5, 0.01)
    return _with_stem(path)


def _club() -> QPainterPath:
    path = QPainterPath()
    for x, y in ((0.5, 0.25), (0.255, 0.59), (0.745, 0.59)):
        path.addEllipse(QPointF(x, y), 0.237, 0.237)
    path.addRect(QRectF(0.4, 0.36, 0.2, 0.3))
    return _with_stem(path)


def _with_stem(path: QPainterPath) -> QPainterPath:
    path.moveTo(0.5, 0.55)
    path.cubicTo(0.52, 0.80, 0.57, 0.92, 0.69, 0.99)
    path.lineTo(0.31, 0.99)
    path.cubicTo(0.43, 0.92, 0.48, 0.80, 0.5, 0.55)
    # Parts that overlap are filled once. Uniting them would turn their curves into corners.
    path.setFillRule(Qt.FillRule.WindingFill)
    return path
