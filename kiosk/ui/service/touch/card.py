"""Words on a card that is painted, not laid out: it lies over a test and takes no touch away from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, paint_text

_WRAP = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
_FULL_CIRCLE = 360 * 16  # Qt counts sixteenths of a degree
_QUARTER = 90 * 16


@dataclass(frozen=True)
class Said:
    """A paragraph on a card."""

    text: str
    role: Role = Role.BODY
    size: str = "body"
    colour: str = theme.TEXT


@dataclass(frozen=True)
class Ring:
    """A countdown: how much is left (0 to 1), and what stands in it."""

    left: float
    text: str


class Card:
    """Paragraphs under each other, centred, with an optional ring above. Width and height in screen px."""

    def __init__(self, look: Style, said: Sequence[Said], width: float, ring: Ring | None = None) -> None:
        self._look = look
        self._said = tuple(said)
        self._ring = ring
        self._pad = float(look.scale.space("xl"))
        self._gap = float(look.scale.space("m"))
        self._ring_px = float(look.scale.px(84))
        self.width = width
        self._heights = [self._height(one) for one in self._said]
        parts = len(self._heights) + (ring is not None)
        self.height = (
            2 * self._pad
            + sum(self._heights)
            + (self._ring_px if ring is not None else 0.0)
            + self._gap * max(0, parts - 1)
        )

    def at(self, centre: QPointF) -> QRectF:
        """The card's place around its middle."""
        return QRectF(
            round(centre.x() - self.width / 2), round(centre.y() - self.height / 2), self.width, self.height
        )

    def paint(self, painter: QPainter, place: QRectF) -> None:
        """Paint the card at a place of its size."""
        look = self._look
        painter.save()
        painter.setPen(QPen(QColor(theme.LINE), max(1.0, look.scale.factor)))
        painter.setBrush(QColor(theme.PANEL))
        radius = look.scale.radius("panel")
        painter.drawRoundedRect(place, radius, radius)
        y = place.top() + self._pad
        if self._ring is not None:
            side = self._ring_px
            self._paint_ring(painter, QRectF(place.center().x() - side / 2, y, side, side), self._ring)
            y += side + self._gap
        for one, height in zip(self._said, self._heights, strict=True):
            painter.setFont(look.font(one.role, one.size))
            painter.setPen(QColor(one.colour))
            painter.drawText(QRectF(place.left() + self._pad, y, self._room, height), _WRAP, one.text)
            y += height + self._gap
        painter.restore()

    @property
    def _room(self) -> float:
        return self.width - 2 * self._pad

    def _height(self, one: Said) -> float:
        metrics = QFontMetricsF(self._look.font(one.role, one.size))
        return metrics.boundingRect(QRectF(0, 0, self._room, 1e6), _WRAP, one.text).height()

    def _paint_ring(self, painter: QPainter, rect: QRectF, ring: Ring) -> None:
        line = float(self._look.scale.px(7))
        inner = rect.adjusted(line / 2, line / 2, -line / 2, -line / 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.BETTING_TRACK), line))
        painter.drawEllipse(inner)
        painter.setPen(QPen(QColor(theme.BETTING_BAR), line, c=Qt.PenCapStyle.FlatCap))
        painter.drawArc(inner, _QUARTER, round(_FULL_CIRCLE * min(1.0, max(0.0, ring.left))))
        paint_text(
            painter,
            rect,
            ring.text,
            self._look.font(Role.NUMBER, "heading"),
            theme.TEXT,
            Qt.AlignmentFlag.AlignCenter,
        )


def free_place(card: Card, area: QRectF, keep_clear: QRectF | None) -> QRectF:
    """The card in the middle of an area, or above or below it when something to be kept clear is in the way."""
    middle = area.center()
    places = [
        card.at(QPointF(middle.x(), area.top() + part * area.height()))
        for part in (0.5, 0.26, 0.74, 0.4, 0.6)
    ]
    if keep_clear is None:
        return places[0]
    return next((place for place in places if not place.intersects(keep_clear)), places[0])
