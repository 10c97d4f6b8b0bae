"""A full-window widget under fingers: raw points of touch and mouse alike, and an end that comes by itself."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, QTimerEvent, Signal
from PySide6.QtGui import QEventPoint, QHideEvent, QKeyEvent, QMouseEvent, QShowEvent, QTouchEvent
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit.clock import Clock, SystemClock
from kiosk.ui.kit.style import Style

MOUSE = -1  # the finger that stands for the mouse
TICK_MS = 100
LONGEST_MS = 15 * 60_000  # a panel that touches itself must not hold the screen for ever
_LEFT = Qt.MouseButton.LeftButton


class TouchSurface(QWidget):
    """Takes every touch wherever it lands; nothing in it needs to be hit.

    `finished` is emitted exactly once, with `result()`: when `leave` is called, by the Escape key, after `idle_ms`
    without a touch, and after LONGEST_MS at the latest. Afterwards touches mean nothing.
    """

    finished = Signal(object)

    def __init__(
        self, look: Style, idle_ms: int, clock: Clock | None = None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.look = look
        self.clock: Clock = clock or SystemClock()
        self.idle_ms = idle_ms
        self.ended = False
        self.fingers: dict[int, QPointF] = {}
        self._began_ms = self._touched_ms = self.clock.now_ms()
        self._timer = 0
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # --- what a surface says and does

    def result(self) -> object:
        """What `finished` carries if the surface ends now."""
        return None

    def finger_down(self, finger: int, at: QPointF) -> None:
        """A finger comes down; px of this widget. It is in `fingers` already."""

    def finger_moved(self, finger: int, at: QPointF) -> None:
        """A finger that is down has moved."""

    def finger_up(self, finger: int, at: QPointF) -> None:
        """A finger lifts. It is no longer in `fingers`."""

    def cancelled(self) -> None:
        """The touches that were down meant nothing."""

    def began(self) -> None:
        """Called when the surface comes to be seen: time counts from here."""

    def tick(self) -> None:
        """Called every TICK_MS while the surface is shown and has not ended."""

    # --- time

    @property
    def idle_left_ms(self) -> int:
        """How long until the surface ends by itself, ms, never below 0."""
        now = self.clock.now_ms()
        left = min(self._touched_ms + self.idle_ms, self._began_ms + LONGEST_MS) - now
        return max(0, left)

    def leave(self) -> None:
        """End with what is so now."""
        if self.ended:
            return
        self.ended = True
        self._stop()
        self.finished.emit(self.result())

    def timerEvent(self, event: QTimerEvent) -> None:
        if event.timerId() != self._timer:
            super().timerEvent(event)
        elif self.idle_left_ms == 0:
            self.leave()
        else:
            self.tick()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not self.ended and not self._timer:
            self._began_ms = self._touched_ms = self.clock.now_ms()
            self._timer = self.startTimer(TICK_MS)
            self.began()
            self.setFocus()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._stop()
        self._cancel()

    def _stop(self) -> None:
        if self._timer:
            self.killTimer(self._timer)
            self._timer = 0

    # --- events of Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QTouchEvent):
            # WORKAROUND for PySide6: a cancelled touch may come as a plain QEvent.
            if event.type() == QEvent.Type.TouchCancel:
                self._cancel()
                return True
            return super().event(event)
        if event.type() == QEvent.Type.TouchCancel:
            self._cancel()
        else:
            for point in event.points():
                self._point(point)
        event.accept()
        return True

    def _point(self, point: QEventPoint) -> None:
        finger, at, state = point.id(), point.position(), point.state()
        if state == QEventPoint.State.Pressed:
            self._down(finger, at)
        elif state == QEventPoint.State.Updated:
            self._move(finger, at)
        elif state == QEventPoint.State.Released:
            self._up(finger, at)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == _LEFT:
            self._down(MOUSE, event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.mousePressEvent(event)  # Qt's name for the press of a second quick touch

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._move(MOUSE, event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == _LEFT:
            self._up(MOUSE, event.position())

    def _down(self, finger: int, at: QPointF) -> None:
        if self.ended:
            return
        self._touched_ms = self.clock.now_ms()
        if finger in self.fingers:  # its release was lost
            self._up(finger, self.fingers[finger])
        self.fingers[finger] = at
        self.finger_down(finger, at)
        self.update()

    def _move(self, finger: int, at: QPointF) -> None:
        if self.ended or finger not in self.fingers:
            return
        self._touched_ms = self.clock.now_ms()
        self.fingers[finger] = at
        self.finger_moved(finger, at)
        self.update()

    def _up(self, finger: int, at: QPointF) -> None:
        if self.ended or self.fingers.pop(finger, None) is None:
            return
        self._touched_ms = self.clock.now_ms()
        self.finger_up(finger, at)
        self.update()

    def _cancel(self) -> None:
        self.fingers.clear()
        if not self.ended:
            self.cancelled()
            self.update()
