"""Cards in a row, as large as there is room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.face import WIDE, card_pixmap, card_width

_GAP = 0.09  # of a card's height, between two


def row_width(height: float, count: int) -> float:
    """How wide so many cards of that height are, px."""
    return count * card_width(height) + max(0, count - 1) * height * _GAP


def row_height(room: QRectF, count: int) -> int:
    """How high so many cards may be in a room, px."""
    return max(8, int(min(room.height(), room.width() / (count * WIDE + (count - 1) * _GAP))))


def paint_cards(
    painter: QPainter,
    room: QRectF,
    cards: Sequence[str | None],
    places: int,
    *,
    lit: int | None = None,
    dimmed: bool = False,
    tallest: float = 1e9,
) -> float:
    """Cards from the left, None for a back, and an empty place for each of ``places`` that has none; ``lit`` is next.

    Answers where the row ends, px.
    """
    height = min(row_height(room, max(1, places)), int(tallest))
    width, step = card_width(height), card_width(height) + height * _GAP
    top = room.center().y() - height / 2
    dpr = painter.device().devicePixelRatioF()
    for number in range(places):
        left = room.x() + number * step
        if number < len(cards):
            painter.drawPixmap(
                round(left), round(top), card_pixmap(cards[number], height, dpr, dimmed=dimmed)
            )
        if number == lit:
            _place(painter, QRectF(left, top, width, height), theme.GOLD_TEXT, 3.0)
        elif number >= len(cards):
            _place(painter, QRectF(left, top, width, height), theme.CHIP_PLACE, 1.2)
    return room.x() + row_width(height, places)


def _place(painter: QPainter, rect: QRectF, colour: str, thick: float) -> None:
    thin = rect.height() / 90
    pen = QPen(QColor(colour), max(1.0, thick * thin))
    painter.setPen(pen)
    painter.setBrush(QColor(0, 0, 0, 60))
    radius = rect.height() * 0.07
    painter.drawRoundedRect(rect, radius, radius)
