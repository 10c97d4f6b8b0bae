"""A screen on a plate over the play: Help, Recall, the staff's desk, service mode."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.style import Style, smooth
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.theme import Scale


class PlateScreen(QWidget):
    """Laid out anew for another language: `_build` does it between `_begin` and `_end`.

    Such a screen is framed as none of the play's; one that `covers` lets nothing be seen behind its edge.
    """

    covers = False

    def __init__(self, texts: Texts, scale: Scale, edge: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._look = Style(texts, scale)
        self._body: QWidget | None = None
        self._outer = QVBoxLayout(self)
        space = scale.space(edge)
        self._outer.setContentsMargins(space, space, space, space)

    def set_texts(self, texts: Texts) -> None:
        """Speak another language; what was open stays."""
        self._look = Style(texts, self._look.scale)
        self._build()

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(1800), self._look.scale.px(800))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = smooth(self)
        line = self._look.scale.px(3)
        if self.covers:
            painter.fillRect(self.rect(), QColor(theme.TABLE))
        painter.setBrush(QColor(theme.PANEL))
        painter.setPen(QPen(QColor(theme.WARN), line))
        inset = line if self.covers else line / 2
        radius = self._look.scale.radius("panel")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), radius, radius)
        painter.end()

    def _build(self) -> None:
        raise NotImplementedError

    def _begin(self, space: str) -> QVBoxLayout:
        """The column of a new body; the one before is gone."""
        if self._body is not None:
            self._outer.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        self._body = QWidget(self)
        column = QVBoxLayout(self._body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._look.scale.space(space))
        return column

    def _end(self) -> None:
        """The body is there."""
        if self._body is not None:
            self._outer.addWidget(self._body)
            self._body.show()
