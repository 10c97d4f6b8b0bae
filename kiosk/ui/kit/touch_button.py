"""A button for fingers: several at once, and one that cannot be used now still answers why."""

from enum import StrEnum

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHideEvent,
    QPaintEvent,
    QPen,
    QTouchEvent,
)
from PySide6.QtWidgets import QAbstractButton, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, smooth

_INSET = 1.0  # the border lies inside the widget


class ButtonLook(StrEnum):
    """How much a button asks to be pressed."""

    QUIET = "quiet"
    PRIMARY = "primary"
    DANGER = "danger"


class TouchButton(QAbstractButton):
    """A button that takes mouse and touch alike and never less than theme.MIN_TOUCH_PX.

    It works on touch points of its own, so that fingers on other widgets at the same time do not matter.
    `set_usable(False)` makes it look disabled; it still emits `clicked`, so that the owner can say why.
    """

    def __init__(
        self,
        text: str = "",
        *,
        look: ButtonLook = ButtonLook.QUIET,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._look = look
        self._usable = True
        self._radius = 10.0
        self._padding = 16.0
        self._finger: int | None = None
        self._ring = False
        self.setText(text)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setMinimumSize(theme.MIN_TOUCH_PX, theme.MIN_TOUCH_PX)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    @property
    def usable(self) -> bool:
        """Whether the button does now what it says."""
        return self._usable

    def set_usable(self, usable: bool) -> None:
        """Show whether the button does now what it says."""
        if usable != self._usable:
            self._usable = usable
            self.update()

    def set_look(self, look: ButtonLook) -> None:
        """Change how much the button asks to be pressed."""
        if look is not self._look:
            self._look = look
            self.update()

    def set_face(self, font: QFont, radius_px: float, padding_px: float) -> None:
        """Take font, corner radius and the room left and right of the text, in screen px."""
        self._radius = radius_px
        self._padding = padding_px
        self.setFont(font)
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(self.font())
        width = metrics.horizontalAdvance(self.text()) + 2 * self._padding
        height = metrics.height() + self._padding
        return QSize(max(theme.MIN_TOUCH_PX, round(width)), max(theme.MIN_TOUCH_PX, round(height)))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        # A finger needs no ring; who walks with the Tab key must see where they are.
        self._ring = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._ring = False
        self.update()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QTouchEvent):
            return self._touched(event)
        return super().event(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._finger = None  # it lifts elsewhere, or is never heard again

    def _touched(self, event: QTouchEvent) -> bool:
        if event.type() == QEvent.Type.TouchCancel:
            self._finger = None
            self.setDown(False)
            return True
        for point in event.points():
            # The newest finger counts: the lift of an earlier one may have been lost, and then it is never heard again.
            if point.state() == point.state().Pressed:
                self._finger = point.id()
                self.setDown(True)
            elif point.id() == self._finger:
                self._follow(point.position(), released=point.state() == point.state().Released)
        event.accept()
        return True

    def _follow(self, position: QPointF, *, released: bool) -> None:
        inside = QRectF(self.rect()).contains(position)
        if not released:
            self.setDown(inside)
            return
        self._finger = None
        self.setDown(False)
        if inside:
            self.click()

    def _colours(self) -> tuple[str, str, str]:
        """Face, border and text."""
        if not self._usable:
            return theme.BUTTON, theme.BUTTON_OFF_EDGE, theme.TEXT_OFF
        chosen = self.isCheckable() and self.isChecked()
        if self._look is ButtonLook.PRIMARY or chosen:
            face = theme.PRIMARY_DOWN if self.isDown() else theme.PRIMARY
            return face, face, theme.TEXT_ON_GOLD
        if self._look is ButtonLook.DANGER:
            face = theme.CLOSED if self.isDown() else theme.URGENT
            return face, face, theme.TEXT
        return (theme.BUTTON_DOWN if self.isDown() else theme.BUTTON), theme.BUTTON_EDGE, theme.TEXT

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        face, edge, text = self._colours()
        painter = smooth(self)
        rect = QRectF(self.rect()).adjusted(_INSET, _INSET, -_INSET, -_INSET)
        line = QPen(QColor(edge), max(1.0, self._radius / 8))
        painter.setPen(line)
        painter.setBrush(QColor(face))
        painter.drawRoundedRect(rect, self._radius, self._radius)
        if self._ring:
            painter.setPen(QPen(QColor(theme.FOCUS), max(2.0, self._radius / 5)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(rect, self._radius, self._radius)
        painter.setPen(QColor(text))
        painter.setFont(self.font())
        painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), self.text())
        painter.end()


def plain_button(
    look: Style,
    text: str,
    high: int,
    kind: ButtonLook = ButtonLook.QUIET,
    *,
    size: str = "body",
    pad: int = 18,
    parent: QWidget | None = None,
) -> TouchButton:
    """A button so many design px high, not lower than a finger. It takes the keyboard from nobody."""
    made = TouchButton(text, look=kind, parent=parent)
    made.set_face(look.font(Role.LABEL, size), look.scale.radius("button"), look.scale.px(pad))
    made.setFixedHeight(look.scale.touch(high))
    made.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return made
