"""The corner of a felt on which hands are set: what it takes to win, how the whole ended, and the colours of suits."""

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QColor, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, Style, fitted, paint_text, size_of, smooth
from kiosk.ui.terminal.cards.colours_button import ColoursButton
from kiosk.ui.terminal.cards.set_faces import OutcomeFace

_PAD = 16  # design px
_LOW = 240  # a board lower than that keeps half as far from its edges
_BUTTON = 50
_LINE = 30


class OutcomeBoard(QWidget):
    """Shows an OutcomeFace. `four_colours` tells that each suit shall have a colour of its own, or not."""

    four_colours = Signal(bool)

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._face = OutcomeFace()
        self.button = ColoursButton(self)
        self.button.toggled.connect(self.four_colours)

    @property
    def face(self) -> OutcomeFace:
        """What is shown."""
        return self._face

    def apply_style(self, look: Style) -> None:
        """Take over scale and language."""
        self._look = look
        self._place()
        self.update()

    def show_face(self, face: OutcomeFace) -> None:
        """Show this."""
        if face != self._face:
            self._face = face
            self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @property
    def _wide(self) -> bool:
        return self.width() > 2 * self.height()

    def _place(self) -> None:
        scale = self._look.scale
        pad, high = scale.px(_PAD), scale.touch(_BUTTON)
        wide = round(self.width() * 0.3) if self._wide else self.width() - 2 * pad
        top = (self.height() - high) // 2 if self._wide else self.height() - self._pad_y - high
        self.button.setGeometry(self.width() - pad - wide, top, wide, high)
        self.button.apply_style(self._look)

    @property
    def _pad_y(self) -> int:
        scale = self._look.scale
        return scale.px(_PAD if self.height() >= scale.px(_LOW) or self._wide else _PAD / 2)

    def _words(self) -> QRectF:
        pad, pad_y = self._look.scale.px(_PAD), self._pad_y
        room = QRectF(self.rect()).adjusted(pad, pad_y * 0.7, -pad, -pad_y * 0.7)
        if self._wide:
            room.setRight(self.button.x() - pad)
        else:
            room.setBottom(self.button.y() - pad * 0.4)
        return room

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  a small board
        look, scale, face = self._look, self._look.scale, self._face
        painter = smooth(self)
        painter.setPen(QPen(QColor(theme.LINE), scale.px(1)))
        painter.setBrush(QColor(theme.PAID_PLAQUE if face.is_result else theme.CELL_PANEL))
        radius = scale.radius("panel")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        room = self._words()
        size = 46 if face.is_result else 24
        title = fitted(look, face.title, Role.TITLE, scale.text(size), room.width())
        line = min(scale.px(_LINE), room.height() / (len(face.lines) + size / 24))
        high = title.pixelSize() * 1.3
        top = room.center().y() - (high + line * len(face.lines)) / 2
        ink = theme.GOLD_TEXT if face.gain or not face.is_result else theme.TEXT
        paint_text(painter, QRectF(room.x(), top, room.width(), high), face.title, title, ink, CENTRE)
        written = min(
            (fitted(look, words, Role.BODY, scale.text(19), room.width()) for words in face.lines),
            key=size_of,
            default=title,
        )
        for number, words in enumerate(face.lines):
            below = QRectF(room.x(), top + high + number * line, room.width(), line)
            paint_text(painter, below, words, written, theme.TEXT_SOFT, CENTRE)
        painter.end()
