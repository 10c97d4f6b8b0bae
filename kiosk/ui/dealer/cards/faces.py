"""Cards in a row, as large as there is room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.face import WIDE, card_pixmap, card_width

_GAP = 0.09  # of a card's height, between two
_APART = 0.3  # between a Low and a High Hand


def row_width(height: float, count: int, *, apart: bool = False) -> float:
    """How wide so many cards of that height are, px; `apart`: there are two hands of them."""
    return count * card_width(height) + (max(0, count - 1) * _GAP + apart * _APART) * height


def row_height(room: QRectF, count: int, *, apart: bool = False) -> int:
    """How high so many cards may be in a room, px."""
    across = count * WIDE + (count - 1) * _GAP + apart * _APART
    return max(8, int(min(room.height(), room.width() / across)))


def paint_cards(
    painter: QPainter,
    room: QRectF,
    cards: Sequence[str | None],
    places: int,
    *,
    lit: int | None = None,
    dimmed: bool = False,
    tallest: float = 1e9,
    low: int = 0,
) -> float:
    """Cards from the left, None for a back, and an empty place for each of ``places`` that has none; ``lit`` is next.

    So many of the first are a Low Hand, which lies apart. Answers where the row ends, px.
    """
    height = min(row_height(room, max(1, places), apart=low > 0), int(tallest))
    width, step = card_width(height), card_width(height) + height * _GAP
    top = room.center().y() - height / 2
    dpr = painter.device().devicePixelRatioF()
    for number in range(places):
        left = room.x() + number * step + (height * _APART if low and number >= low else 0)
        if number < len(cards):
            painter.drawPixmap(
                round(left), round(top), card_pixmap(cards[number], height, dpr, dimmed=dimmed)
            )
        if number == lit:
            _place(painter, QRectF(left, top, width, height), theme.GOLD_TEXT, 3.0)
        elif number >= len(cards):
            _place(painter, QRectF(left, top, width, height), theme.CHIP_PLACE, 1.2)
    return room.x() + row_width(height, places, apart=low > 0)


def _place(painter: QPainter, rect: QRectF, colour: str, thick: float) -> None:
    thin = rect.height() / 90
    pen = QPen(QColor(colour), max(1.0, thick * thin))
    painter.setPen(pen)
    painter.setBrush(QColor(0, 0, 0, 60))
    radius = rect.height() * 0.07
    painter.drawRoundedRect(rect, radius, radius)
