"""The chip rack: a tap chooses a chip, a drag carries one to the board. Each finger is on its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QColor, QHideEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QTouchEvent
from PySide6.QtWidgets import QApplication, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.chips import rack_chip_pixmap
from kiosk.ui.kit.style import Style, smooth
from kiosk.ui.kit.whole import is_whole

MOUSE = -1
"""The finger number of the mouse."""
_CHIP = 92  # design px
_GAP = 14
_RING = 1.13  # the ring of the chosen chip over the chip
_OFF_OPACITY = 0.34


@dataclass
class _Finger:
    cents: int
    start: QPointF
    carrying: bool = False


class ChipRack(QWidget):
    """Chips of the configured values, in cents.

    `chosen(cents)` after a tap on a chip that the credit covers, `refused(cents)` after one that it does not.
    `carried(finger, cents, global position)` while a finger drags a chip, then `dropped(finger, cents,
    global position)` or `let_go(finger)`.
    """

    chosen = Signal(int)
    refused = Signal(int)
    carried = Signal(int, int, QPoint)
    dropped = Signal(int, int, QPoint)
    let_go = Signal(int)

    def __init__(self, values: Sequence[int], dress: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        if not values:
            raise ValueError("chip rack without chips: expected at least one value in cents")
        self._values = tuple(values)
        self._dress = dress
        self._chosen = self._values[0]
        self._covered = frozenset(self._values)
        self._fingers: dict[int, _Finger] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)

    @property
    def chip_chosen(self) -> int:
        """The value of the chip that a tap on the board places, in cents."""
        return self._chosen

    @property
    def chip_px(self) -> int:
        """Side of a chip, screen px."""
        return min(
            self._dress.scale.px(_CHIP),
            self._pitch() - self._dress.scale.px(12),
            round(self.height() / _RING) - 2,
        )

    def apply_style(self, dress: Style) -> None:
        """Take over the scale."""
        self._dress = dress
        self.update()

    def choose(self, cents: int) -> None:
        """Choose a chip of the rack. Raises ValueError for a value that the rack does not have."""
        if cents not in self._values:
            raise ValueError(f"chip of {cents} cents: expected one of {list(self._values)}")
        if cents != self._chosen:
            self._chosen = cents
            self.update()

    def cover(self, credit: int) -> None:
        """Grey the chips that a credit of so many cents does not cover."""
        covered = frozenset(value for value in self._values if value <= credit)
        if covered != self._covered:
            self._covered = covered
            self.update()

    def is_covered(self, cents: int) -> bool:
        """Whether the credit covers a chip of this value."""
        return cents in self._covered

    def chip_rect(self, cents: int) -> QRect:
        """The place of a chip to touch, in the rack's own px."""
        number = self._values.index(cents)
        pitch = self._pitch()
        left = (self.width() - pitch * len(self._values)) // 2 + number * pitch
        side = max(theme.MIN_TOUCH_PX, self.chip_px)
        middle = QPoint(left + pitch // 2, self.height() // 2)
        return QRect(middle.x() - side // 2, middle.y() - side // 2, side, side)

    def _pitch(self) -> int:
        wanted = self._dress.scale.px(_CHIP + _GAP)
        return max(theme.MIN_TOUCH_PX, min(wanted, self.width() // len(self._values)))

    def _chip_at(self, position: QPointF) -> int | None:
        return next((v for v in self._values if self.chip_rect(v).contains(position.toPoint())), None)

    # --- fingers

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if is_whole(self):
            self._let_go_all()

    def _let_go_all(self) -> None:
        for finger in list(self._fingers):
            self._cancel(finger)

    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QTouchEvent):
            return super().event(event)
        if event.type() == QEvent.Type.TouchCancel:
            self._let_go_all()
            return True
        for point in event.points():
            if point.state() == point.state().Pressed:
                self._press(point.id(), point.position())
            elif point.state() == point.state().Released:
                self._release(point.id(), point.position())
            elif point.state() == point.state().Updated:
                self._move(point.id(), point.position())
        event.accept()
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._press(MOUSE, event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._move(MOUSE, event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._release(MOUSE, event.position())

    def _press(self, finger: int, position: QPointF) -> None:
        cents = self._chip_at(position)
        if cents is None:
            return
        if not self.is_covered(cents):
            self.refused.emit(cents)
            return
        if finger in self._fingers:
            self._cancel(finger)  # its lift was lost: what it carried goes back
        self._fingers[finger] = _Finger(cents, position)
        # The choice shows on touch-down: a second finger may already be on its way to the board.
        self.choose(cents)
        self.chosen.emit(cents)

    def _move(self, finger: int, position: QPointF) -> None:
        held = self._fingers.get(finger)
        if held is None:
            return
        way = (position - held.start).manhattanLength()
        if not held.carrying and way < QApplication.startDragDistance() + self._dress.scale.px(8):
            return
        held.carrying = True
        self.carried.emit(finger, held.cents, self.mapToGlobal(position.toPoint()))

    def _release(self, finger: int, position: QPointF) -> None:
        held = self._fingers.pop(finger, None)
        if held is not None and held.carrying:
            self.dropped.emit(finger, held.cents, self.mapToGlobal(position.toPoint()))

    def _cancel(self, finger: int) -> None:
        held = self._fingers.pop(finger)
        if held.carrying:
            self.let_go.emit(finger)

    # --- picture

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = smooth(self)
        dpr = self.devicePixelRatioF()
        px = self.chip_px
        for cents in self._values:
            middle = self.chip_rect(cents).center() + QPoint(1, 1)
            covered = self.is_covered(cents)
            if cents == self._chosen:
                self._paint_ring(painter, QPointF(middle), px, covered=covered)
            painter.setOpacity(1.0 if covered else _OFF_OPACITY)
            painter.drawPixmap(middle.x() - px // 2, middle.y() - px // 2, rack_chip_pixmap(cents, px, dpr))
            painter.setOpacity(1.0)
        painter.end()

    def _paint_ring(self, painter: QPainter, middle: QPointF, px: int, *, covered: bool) -> None:
        width = max(2.0, px * 0.045)
        painter.setPen(QPen(QColor(theme.GOLD_TEXT if covered else theme.BUTTON_OFF_EDGE), width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        radius = px * _RING / 2 - width / 2
        painter.drawEllipse(middle, radius, radius)
