"""A PIN while it is entered: digits that nobody can read, and a dot for each."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.style import Style, smooth

_LONGEST = 12  # digits
_PLACES = 6  # dots that are drawn at least


class Secret:
    """Digits that are never shown: not as text, not in a log, not in a debugger's list of values."""

    __slots__ = ("__digits",)

    def __init__(self) -> None:
        self.__digits: list[str] = []

    def __len__(self) -> int:
        return len(self.__digits)

    def __repr__(self) -> str:
        return "Secret()"

    def add(self, digits: str) -> None:
        """Append digits; beyond the longest PIN they are not taken."""
        self.__digits = (self.__digits + list(digits))[:_LONGEST]

    def back(self) -> None:
        """Take the last digit away."""
        self.__digits = self.__digits[:-1]

    def type(self, digits: str) -> None:
        """What a key gives: digits more, or nothing for one back."""
        if digits:
            self.add(digits)
        else:
            self.back()

    def clear(self) -> None:
        """Forget all."""
        self.__digits = []

    def same_as(self, other: Secret) -> bool:
        """Whether both hold the same digits."""
        return self.__digits == other.__digits

    def take(self) -> str:
        """Hand the digits out once, and forget them."""
        taken = "".join(self.__digits)
        self.clear()
        return taken


class Dots(QWidget):
    """A dot for every digit, a ring for every free place."""

    def __init__(self, look: Style) -> None:
        super().__init__()
        self._look = look
        self._count = 0
        self.setFixedHeight(look.scale.px(72))

    @property
    def count(self) -> int:
        """How many digits are entered."""
        return self._count

    def show_count(self, count: int) -> None:
        """Show so many."""
        self._count = count
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        look = self._look
        painter = smooth(self)
        line = max(1.0, look.scale.factor * 2)
        rect = QRectF(self.rect()).adjusted(line, line, -line, -line)
        painter.setPen(QPen(QColor(theme.BUTTON_EDGE), line))
        painter.setBrush(QColor(theme.PANEL_RAISED))
        painter.drawRoundedRect(rect, look.scale.px(10), look.scale.px(10))
        places = max(_PLACES, self._count)
        radius = look.scale.px(9)
        step = min(look.scale.px(40), (rect.width() - 4 * radius) / places)
        left = rect.center().x() - step * (places - 1) / 2
        for number in range(places):
            filled = number < self._count
            painter.setPen(QPen(QColor(theme.GOLD_TEXT if filled else theme.BUTTON_EDGE), line))
            painter.setBrush(QColor(theme.GOLD_TEXT) if filled else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(left + step * number, rect.center().y()), radius, radius)
        painter.end()
