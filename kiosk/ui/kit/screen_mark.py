"""A word in a coloured badge that tells a screen from play."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, paint_badge, smooth

MARK_COLOURS = (theme.WARN, theme.TEXT_ON_GOLD)


class ScreenMark(QWidget):
    """A word that tells this screen from play: RECALL, STAFF."""

    def __init__(self, look: Style, key: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.text = look.t(key)
        wide = QFontMetricsF(look.font(Role.STRONG, "body")).horizontalAdvance(self.text)
        self.setFixedSize(max(look.scale.px(130), round(wide * 1.3)), look.scale.px(44))
        self.setAccessibleName(self.text)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = smooth(self)
        paint_badge(painter, QRectF(self.rect()), self.text, self._look, MARK_COLOURS)
        painter.end()
