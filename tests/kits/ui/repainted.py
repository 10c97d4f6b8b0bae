"""What a widget repaints, put together as the screen does it: over what was there before, only where it asks for it."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QApplication


class Repainted(QObject):
    """Follows a widget that is on the screen."""

    def __init__(self, widget):
        super().__init__()
        self._widget = widget
        self._looks = False
        self._asked = QRegion()
        QApplication.processEvents()
        self._seen = self._whole()
        widget.installEventFilter(self)

    def eventFilter(self, _watched, event):  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Paint and not self._looks:
            self._asked += event.region()
        return False

    def _whole(self):
        self._looks = True
        picture = self._widget.grab().toImage()
        self._looks = False
        return picture

    def news(self):
        """What was asked for since the last look, once it is painted. Fails when the screen were not right."""
        QApplication.processEvents()
        asked, self._asked = self._asked, QRegion()
        whole = self._whole()
        with QPainter(self._seen) as painter:
            painter.setClipRegion(asked)
            painter.drawImage(0, 0, whole)
        assert self._seen == whole, "something has changed that was not repainted"
        return asked
