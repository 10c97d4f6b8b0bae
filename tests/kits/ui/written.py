"""What is written on a screen while it is painted: how large each text is, and whether it has room."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QApplication, QLabel, QWidget

_ACROSS = 0xFF  # the flags that say where in its rectangle a text stands


@dataclass(frozen=True)
class Written:
    """A text, the size of its type in screen px, and how much more room it needs than it has, in px."""

    text: str
    px: float
    too_wide: float = 0.0
    too_high: float = 0.0

    @property
    def is_cut(self) -> bool:
        """Whether a part of it is not seen. A descender may reach a little over its line."""
        return self.too_wide > 1 or self.too_high > 2


@contextmanager
def painted_texts() -> Iterator[list[Written]]:
    """Every text that a painter writes meanwhile."""
    found: list[Written] = []
    was = QPainter.drawText

    def write(painter: QPainter, *given: object) -> object:
        text = next((one for one in given if isinstance(one, str)), "")
        if text:
            px = painter.font().pixelSize() * painter.transform().m22()
            wide, high = _lacks(painter, given[0], given[1], text)
            found.append(Written(text, px, wide, high))
        return was(painter, *given)

    QPainter.drawText = write
    try:
        yield found
    finally:
        QPainter.drawText = was


def _lacks(painter: QPainter, room: object, flags: object, text: str) -> tuple[float, float]:
    if not isinstance(room, QRect | QRectF) or not isinstance(flags, int):
        return 0.0, 0.0
    metrics = QFontMetricsF(painter.font())
    if not flags & int(Qt.TextFlag.TextWordWrap):
        return metrics.horizontalAdvance(text) - room.width(), 0.0
    needs = metrics.boundingRect(QRectF(0, 0, room.width(), 10_000), flags & ~_ACROSS, text)
    return needs.width() - room.width(), needs.height() - room.height()


def labels(window: QWidget) -> list[Written]:
    """The texts of the labels that are seen."""
    found = []
    for label in window.findChildren(QLabel):
        if label.isVisible() and label.text() and not label.visibleRegion().isEmpty():
            high = label.heightForWidth(label.width()) if label.wordWrap() else label.sizeHint().height()
            wide = 0 if label.wordWrap() else label.sizeHint().width() - label.width()
            found.append(Written(label.text(), label.font().pixelSize(), wide, high - label.height()))
    return found


def written_on(window: QWidget) -> list[Written]:
    """Everything that is written on a window as it is."""
    QApplication.processEvents()  # what is laid out later has its place then
    with painted_texts() as found:
        window.grab()
    return [*found, *labels(window)]
