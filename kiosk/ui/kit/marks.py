"""The signs of what a screen tells: each kind has a shape and a colour of its own, so that neither is needed alone."""

from __future__ import annotations

import math
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from kiosk.ui.kit import theme


class Mark(StrEnum):
    """What a notice or a card is."""

    INFORMATION = "information"
    SUCCESS = "success"
    REFUSAL = "refusal"
    FAULT = "fault"
    WIN = "win"


COLOURS = {
    Mark.INFORMATION: theme.INFORMATION,
    Mark.SUCCESS: theme.SUCCESS,
    Mark.REFUSAL: theme.WARN,
    Mark.FAULT: theme.FAULT,
    Mark.WIN: theme.GOLD_TEXT,
}


def paint_mark(painter: QPainter, rect: QRectF, mark: Mark) -> None:
    """A dot with an i, a dot with a tick, a dot with a bar, a triangle with "!", a star; ``rect`` is a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(COLOURS[mark]))
    match mark:
        case Mark.FAULT:
            _triangle(painter, rect)
        case Mark.WIN:
            painter.drawPolygon(_star(rect))
        case _:
            painter.drawEllipse(rect)
            _stroke(painter, rect, mark)
    painter.restore()


def _pen(rect: QRectF, share: float = 0.11) -> QPen:
    pen = QPen(QColor(theme.TEXT_ON_GOLD), max(1.5, rect.width() * share))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _at(rect: QRectF, x: float, y: float) -> QPointF:
    return QPointF(rect.x() + x * rect.width(), rect.y() + y * rect.height())


def _stroke(painter: QPainter, rect: QRectF, mark: Mark) -> None:
    painter.setPen(_pen(rect))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if mark is Mark.SUCCESS:
        painter.drawPolyline(
            QPolygonF([_at(rect, x, y) for x, y in ((0.28, 0.53), (0.44, 0.68), (0.72, 0.36))])
        )
    elif mark is Mark.REFUSAL:
        painter.drawLine(_at(rect, 0.28, 0.5), _at(rect, 0.72, 0.5))
    else:
        painter.drawPoint(_at(rect, 0.5, 0.27))
        painter.drawLine(_at(rect, 0.5, 0.46), _at(rect, 0.5, 0.74))


def _triangle(painter: QPainter, rect: QRectF) -> None:
    painter.setPen(QPen(QColor(COLOURS[Mark.FAULT]), rect.width() * 0.12, j=Qt.PenJoinStyle.RoundJoin))
    painter.drawPolygon(QPolygonF([_at(rect, x, y) for x, y in ((0.5, 0.1), (0.95, 0.88), (0.05, 0.88))]))
    painter.setPen(_pen(rect))
    painter.drawLine(_at(rect, 0.5, 0.38), _at(rect, 0.5, 0.6))
    painter.drawPoint(_at(rect, 0.5, 0.78))


def _star(rect: QRectF) -> QPolygonF:
    points = []
    for corner in range(10):
        reach = 0.5 if corner % 2 == 0 else 0.21
        angle = math.pi * (corner / 5 - 0.5)
        points.append(_at(rect, 0.5 + reach * math.cos(angle), 0.53 + reach * math.sin(angle)))
    return QPolygonF(points)
