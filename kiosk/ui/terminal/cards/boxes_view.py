"""The other boxes of the table, small: whose, how they stand, and their cards once they are shown."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.face import WIDE, card_pixmap, card_width
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import MIDDLE_LEFT, MIDDLE_RIGHT, Style, fitted, paint_text, smooth
from kiosk.ui.terminal.cards.faces import BoxFace

_WIDEST = 236  # design px of a box
_GAP = 8
_HEAD = 34
_PAD = 8
_CARD_GAP = 0.06  # in heights
_APART = 0.3  # between a Low and a High Hand in one row


class BoxesView(QWidget):
    """The boxes in one row, or two. It takes no touch; a box that changes is painted alone."""

    def __init__(self, look: Style, cards: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._look = look
        self._cards = cards
        self._rows = 1
        self._boxes: tuple[BoxFace, ...] = ()
        self._four_colours: bool | None = None  # as configured

    @property
    def boxes(self) -> tuple[BoxFace, ...]:
        """What is shown."""
        return self._boxes

    def apply_style(self, look: Style, rows: int) -> None:
        """Take over scale and language, and in how many rows many boxes lie."""
        self._look, self._rows = look, rows
        self.update()

    def set_four_colours(self, on: bool) -> None:
        """Draw each suit in a colour of its own."""
        self._four_colours = on
        self.update()

    def show_boxes(self, boxes: tuple[BoxFace, ...]) -> None:
        """Show these."""
        before, self._boxes = self._boxes, boxes
        if len(before) != len(boxes):
            self.update()
            return
        for at, (one, other) in enumerate(zip(before, boxes, strict=True)):
            if one != other:
                self.update(self.box_rect(at))

    def box_rect(self, at: int) -> QRect:
        """Where that box lies."""
        scale = self._look.scale
        rows = self._rows if len(self._boxes) > 4 else 1
        in_row = -(-len(self._boxes) // rows)
        gap = scale.px(_GAP)
        wide = min(scale.px(_WIDEST), (self.width() - (in_row - 1) * gap) // in_row)
        high = (self.height() - (self._rows - 1) * gap) // self._rows
        row, column = divmod(at, in_row)
        here = min(in_row, len(self._boxes) - row * in_row)
        left = (self.width() - here * wide - (here - 1) * gap) // 2 + column * (wide + gap)
        return QRect(left, row * (high + gap), wide, high)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth(self)
        for at, box in enumerate(self._boxes):
            rect = self.box_rect(at)
            if event.rect().intersects(rect):
                self._paint(painter, QRectF(rect), box)
        painter.end()

    def _paint(self, painter: QPainter, rect: QRectF, box: BoxFace) -> None:
        look, scale = self._look, self._look.scale
        painter.setPen(QPen(QColor(theme.CHIP_PLACE), scale.px(1)))
        painter.setBrush(QColor(theme.CELL_PANEL))
        radius = scale.radius("cell")
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        pad = scale.px(_PAD)
        head = QRectF(rect.x() + pad, rect.y(), rect.width() - 2 * pad, scale.px(_HEAD))
        written = fitted(look, box.note, Role.STRONG, scale.text(17), head.width() * 0.36)
        colour = theme.TEXT_SOFT if box.dimmed else theme.TEXT
        paint_text(painter, head, box.note, written, colour, MIDDLE_RIGHT)
        taken = QFontMetricsF(written).horizontalAdvance(box.note)
        self._paint_name(painter, head.adjusted(0, 0, -taken, 0), head.width(), box)
        self._paint_cards(painter, rect, head, pad, box)

    def _paint_name(self, painter: QPainter, head: QRectF, whole: float, box: BoxFace) -> None:
        """Whose the box is, and where there is room what lies there."""
        look, scale = self._look, self._look.scale
        written = fitted(look, box.name, Role.LABEL, scale.text(17), whole * 0.36)
        paint_text(painter, head, box.name, written, theme.TEXT_SOFT, MIDDLE_LEFT)
        left = QFontMetricsF(written).horizontalAdvance(box.name) + scale.px(_PAD)
        room = head.adjusted(left, 0, 0, 0)
        written = fitted(look, box.stake, Role.MONEY, scale.text(17), whole * 0.26)
        if QFontMetricsF(written).horizontalAdvance(box.stake) > room.width() - scale.px(_PAD):
            return
        colour = theme.TEXT_SOFT if box.dimmed else theme.ODDS
        paint_text(painter, room, box.stake, written, colour, MIDDLE_LEFT)

    def _paint_cards(self, painter: QPainter, rect: QRectF, head: QRectF, pad: int, box: BoxFace) -> None:
        """In one row; a Low Hand apart from its High Hand, beside it or above it, where its cards are larger."""
        room = QRectF(head.x(), head.bottom(), head.width(), rect.bottom() - head.bottom() - pad)
        half = (room.height() - pad / 2) / 2
        beside = _height(room.width(), room.height(), self._cards, _APART if box.low else 0)
        above = _height(room.width(), half, self._cards - box.low) if box.low else 0
        if above <= beside:
            self._paint_row(painter, room, beside, box.cards, box)
            return
        upper = QRectF(room.x(), room.y(), room.width(), half)
        lower = QRectF(room.x(), room.bottom() - half, room.width(), half)
        self._paint_row(painter, upper, above, box.cards[: box.low], box)
        self._paint_row(painter, lower, above, box.cards[box.low :], box)

    def _paint_row(
        self, painter: QPainter, room: QRectF, high: int, cards: tuple[str | None, ...], box: BoxFace
    ) -> None:
        gap = max(2, round(high * _CARD_GAP))
        apart = round(high * _APART) if 0 < box.low < len(cards) and len(cards) == len(box.cards) else 0
        held = len(cards) if box.low else self._cards  # cards that are dealt keep their places
        row = held * card_width(high) + (held - 1) * gap + apart
        left = round(room.center().x() - row / 2)
        step = card_width(high) + gap
        if len(cards) > held:  # those that came later lie over each other
            step = round((row - card_width(high)) / (len(cards) - 1))
        top = round(room.y() + (room.height() - high) / 2)
        for number, card in enumerate(cards):
            picture = card_pixmap(
                card, high, self.devicePixelRatioF(), four_colours=self._four_colours, dimmed=box.dimmed
            )
            painter.drawPixmap(left + (apart if number >= box.low else 0), top, picture)
            left += step


def _height(width: float, height: float, cards: int, apart: float = 0) -> int:
    """How high so many cards of a row may be in a room, with so much between its hands, in heights."""
    return max(1, int(min(height, width / (cards * WIDE + (cards - 1) * _CARD_GAP + apart))))
