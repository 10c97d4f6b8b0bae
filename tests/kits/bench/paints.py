"""Frames of a window one at a time, and the blit that is the least that a frame can cost."""

import time

from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QApplication, QWidget

PAINTED_WITHIN_S = 10


class Painted(QObject):
    """Counts the paints of a widget and keeps where the last one was."""

    def __init__(self, widget):
        super().__init__(widget)
        self.count = 0
        self.region = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, _watched, event):  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Paint:
            self.count += 1
            self.region = QRegion(event.region())
        return False


class Blit(QWidget):
    """The least that a part of the screen can cost: one picture of its size."""

    def __init__(self, picture, parent=None):
        super().__init__(parent)
        self._picture = picture
        self.resize(picture.deviceIndependentSize().toSize())

    def paintEvent(self, event):  # noqa: N802 - Qt's name
        with QPainter(self) as painter:
            for part in event.region():
                painter.drawPixmap(part, self._picture, part)

    def update_like(self, region):
        """Ask for as much as that region, rectangle by rectangle, wherever it lay."""
        corner = region.boundingRect().topLeft()
        wanted = QRegion()
        for part in region:
            wanted += QRect(part.topLeft() - corner, part.size())
        self.update(wanted & self.rect())


def until_painted(painted, act):
    """How long it takes until the watched widget has painted, in ms: by the clock, and of this thread's processor."""
    before, used, began = painted.count, time.thread_time(), time.perf_counter()
    act()
    while painted.count == before:
        QApplication.processEvents()
        assert time.perf_counter() - began < PAINTED_WITHIN_S, "nothing was painted"
    return (time.perf_counter() - began) * 1e3, (time.thread_time() - used) * 1e3


def frames(widget, peer, acts):
    """The frames that the acts ask of a widget, and blits of their own areas between them: (clock, processor) in ms."""
    painted, blitted = Painted(widget), Painted(peer)
    mine, bare = [], []
    for act in acts:
        QApplication.processEvents()
        mine.append(until_painted(painted, act))
        QApplication.processEvents()
        bare.append(until_painted(blitted, lambda: peer.update_like(painted.region)))
    widget.removeEventFilter(painted)
    peer.removeEventFilter(blitted)
    return mine, bare
