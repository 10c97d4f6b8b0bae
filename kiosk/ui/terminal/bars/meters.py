"""CREDIT, BET and LAST WIN: figures of equal width that count up calmly to what is already booked."""

from PySide6.QtCore import QEasingCurve, QPointF, QVariantAnimation, Slot
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk.money import dollars
from kiosk.ui.shared import theme
from kiosk.ui.shared.fonts import Role
from kiosk.ui.terminal.dress import Dress

_FIGURE = 36  # design px
COUNT_MS = 300
"""How long a meter counts at the most."""
_STEPS = 1000  # the count runs over whole steps, so that amounts stay whole cents


class Meter(QWidget):
    """One amount in cents with its name. The true amount is `cents`; only the picture counts up to it."""

    def __init__(
        self,
        name_key: str,
        dress: Dress,
        *,
        colour: str = theme.TEXT,
        animations: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._key = name_key
        self._dress = dress
        self._colour = colour
        self._animations = animations
        self._cents: int | None = None
        self._from = 0
        self._shown = 0
        self._count = QVariantAnimation(self)
        self._count.setStartValue(0)
        self._count.setEndValue(_STEPS)
        self._count.setDuration(COUNT_MS)
        self._count.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._count.valueChanged.connect(self._step)

    @property
    def cents(self) -> int:
        """The amount that the meter stands for."""
        return self._cents or 0

    @property
    def text(self) -> str:
        """The amount as it is painted now."""
        return dollars(self._shown)

    def wear(self, dress: Dress) -> None:
        """Take over scale and language."""
        self._dress = dress
        self.update()

    @property
    def name(self) -> str:
        """The words above the amount."""
        return self._dress.say(self._key)

    def set_name(self, key: str) -> None:
        """Put other words above the amount."""
        if key != self._key:
            self._key = key
            self.update()

    def show_cents(self, cents: int) -> None:
        """Show an amount; the first one and every one without animations at once."""
        if cents == self._cents:
            return
        first, self._cents = self._cents is None, cents
        self._count.stop()
        if first or not self._animations:
            self._shown = cents
            self.update()
            return
        self._from = self._shown
        self._count.start()

    @Slot(object)
    def _step(self, done: int) -> None:
        self._shown = self._from + (self.cents - self._from) * done // _STEPS
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = QPainter(self)
        name = self._dress.font(Role.LABEL, theme.TYPE_PX["small"])
        figure = self._dress.font(Role.MONEY, _FIGURE)
        text = self.text
        room = float(self.width())
        wide = QFontMetricsF(figure).horizontalAdvance(text)
        if wide > room:
            figure.setPixelSize(max(theme.MIN_TEXT_PX, int(figure.pixelSize() * room / wide)))
        named = QFontMetricsF(name).horizontalAdvance(self.name)
        if named > room:
            name.setPixelSize(max(theme.MIN_TEXT_PX, int(name.pixelSize() * room / named)))
        above, below = QFontMetricsF(name), QFontMetricsF(figure)
        gap = self._dress.px(13)
        height = above.capHeight() + gap + below.capHeight()
        top = (self.height() - height) / 2
        painter.setFont(name)
        painter.setPen(QColor(theme.TEXT_SOFT))
        painter.drawText(QPointF(0, top + above.capHeight()), self.name)
        painter.setFont(figure)
        painter.setPen(QColor(self._colour))
        painter.drawText(QPointF(0, top + height), text)
        painter.end()
