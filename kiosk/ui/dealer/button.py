"""A button of the dealer's screen: a title, a second line, and the key that does the same."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from kiosk.ui.dealer import palette
from kiosk.ui.dealer.pen import CENTRE, LEFT, face, width_of, write
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, smooth
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton

PRESSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
"""The keys that do what is in front of the dealer."""


class DeskButton(TouchButton):
    """Paints its words so that they fit. `quiet_danger` is a rare command: a red border, not a red face.

    A held key presses it once. `why` says why it cannot be used now; its owner shows it when it is pressed.
    """

    def __init__(
        self,
        text: str,
        look: Style,
        *,
        kind: ButtonLook = ButtonLook.QUIET,
        key: str = "",
        size: float = 22,
        quiet_danger: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, look=kind, parent=parent)
        self._dress = look
        self._size = size
        self._quiet_danger = quiet_danger
        self.key = key
        self.second = ""
        self.why = ""
        self.set_face(face(look, Role.STRONG, size), look.scale.radius("button"), look.scale.px(14))

    def tell(self, text: str, second: str = "", why: str = "", kind: ButtonLook | None = None) -> None:
        """Show other words; with `why` it cannot be used now."""
        if kind is not None:
            self.set_look(kind)
        self.second, self.why = second, why
        self.set_usable(not why)
        self.setText(text)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in PRESSING:
            event.ignore()
            return
        event.accept()
        if not event.isAutoRepeat():
            self.click()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.ignore()

    def _ink(self) -> tuple[str, str, str]:
        face_colour, edge, text = self._colours()
        if self.usable and self._quiet_danger and not self.isDown():
            return face_colour, palette.DANGER_EDGE, palette.DANGER_TEXT
        return face_colour, edge, text

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        fill, edge, ink = self._ink()
        look = self._dress
        painter = smooth(self)
        line = max(1.0, look.scale.factor * 1.5)
        rect = QRectF(self.rect()).adjusted(line, line, -line, -line)
        radius = look.scale.radius("button")
        painter.setPen(QPen(QColor(edge), line))
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(rect, radius, radius)
        if self._ring:
            painter.setPen(QPen(QColor(theme.FOCUS), line * 2.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect.adjusted(line, line, -line, -line), radius, radius)
        self._words(painter, rect, ink)
        painter.end()

    def _words(self, painter: QPainter, rect: QRectF, ink: str) -> None:
        look, pad = self._dress, self._dress.scale.px(24 if self._size > 30 else 10)
        inner = rect.adjusted(pad, pad * 0.4, -pad, -pad * 0.4)
        key_size = min(max(18.0, self._size * 0.62), 24.0)
        second = self.second
        if self.key and not second and inner.height() >= look.scale.px(58):
            # The key stands below the title, as a second line.
            self._two_lines(painter, inner, ink, self.key, key_size)
            return
        if self.key and not second:
            width = width_of(look, self.key, Role.NUMBER, key_size)
            room = inner.adjusted(0, 0, -width - pad * 0.6, 0)
            write(painter, room, self.text(), look, Role.STRONG, self._size, ink, LEFT)
            right = QRectF(inner.right() - width, inner.y(), width + 1, inner.height())
            write(painter, right, self.key, look, Role.NUMBER, key_size, ink, LEFT)
            return
        if second:
            words = f"{second} · {self.key}" if self.key and not self.why else second
            self._two_lines(painter, inner, ink, words, key_size)
            return
        write(painter, inner, self.text(), look, Role.STRONG, self._size, ink, CENTRE, wrap=True)

    def _two_lines(self, painter: QPainter, inner: QRectF, ink: str, second: str, second_size: float) -> None:
        look = self._dress
        share = 0.5 if self._size < 30 else 0.58
        upper = QRectF(inner.x(), inner.y(), inner.width(), inner.height() * share)
        lower = QRectF(inner.x(), upper.bottom(), inner.width(), inner.height() - upper.height())
        write(painter, upper, self.text(), look, Role.STRONG, self._size, ink, CENTRE)
        write(painter, lower, second, look, Role.NUMBER, second_size, ink, CENTRE, wrap=True)
