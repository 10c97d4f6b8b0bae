"""Touches put right at once, while the system does not yet know of the calibration that was just made."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QTouchEvent, QWindow

from kiosk.ui.service.touch.affine import IDENTITY, Affine

_MOUSE = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.MouseButtonRelease)
_TOUCH = {
    QEvent.Type.TouchBegin: QEvent.Type.MouseButtonPress,
    QEvent.Type.TouchUpdate: QEvent.Type.MouseMove,
    QEvent.Type.TouchEnd: QEvent.Type.MouseButtonRelease,
}


def inverse(map_: Affine) -> Affine:
    """The way back. Raises ValueError for a map that has none."""
    det = map_.a * map_.e - map_.b * map_.d
    if abs(det) < 1e-9:
        raise ValueError(f"map {map_.matrix}: expected one with a way back")
    a, b, d, e = map_.e / det, -map_.b / det, -map_.d / det, map_.a / det
    return Affine(a, b, -(a * map_.c + b * map_.f), d, e, -(d * map_.c + e * map_.f))


class Correction(QObject):
    """Watches the application. Every touch on a window is given to it again where it was meant, as the mouse.

    ``map`` (normalised) goes from where the system reports a touch to where the finger was; while it is None, or
    ``paused``, nothing is touched. One finger at a time counts: the pages of the first run need no second.
    """

    def __init__(self, app: QCoreApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.map: Affine | None = None
        self.paused = False
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        correct = self.map
        if correct is None or correct == IDENTITY or self.paused or not isinstance(watched, QWindow):
            return False
        if not event.spontaneous():
            return False  # one of ours, or the program's own
        if isinstance(event, QTouchEvent) and event.type() in _TOUCH:
            point = event.points()[0]
            self._again(watched, _TOUCH[event.type()], point.position(), correct)
            event.accept()
            return True
        if isinstance(event, QMouseEvent) and event.type() in _MOUSE:
            self._again(watched, event.type(), event.position(), correct)
            return True
        return False

    def _again(self, window: QWindow, kind: QEvent.Type, reported: QPointF, correct: Affine) -> None:
        """Hand the event on where it was meant."""
        x, y = correct.in_px(window.width(), window.height()).apply((reported.x(), reported.y()))
        at = QPointF(x, y)
        held = (
            Qt.MouseButton.NoButton if kind is QEvent.Type.MouseButtonRelease else Qt.MouseButton.LeftButton
        )
        pressed = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
        glob = window.mapToGlobal(at)
        made = QMouseEvent(kind, at, at, glob, pressed, held, Qt.KeyboardModifier.NoModifier)
        QCoreApplication.sendEvent(window, made)
