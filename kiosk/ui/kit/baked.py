"""A picture that is painted once for each look and only copied from then on."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QWidget


class Baked:
    """One picture of a widget, kept until what it shows is something else.

    On a `ground` the picture is as the widget paints itself on a surface of that colour, to the pixel; without one it
    is clear where nothing is painted.
    """

    def __init__(self, ground: str = "") -> None:
        self._ground = QColor(ground) if ground else QColor(Qt.GlobalColor.transparent)
        self._picture = QPixmap()
        self._shows: object = None

    @property
    def picture(self) -> QPixmap:
        """The picture as it was made last; empty before."""
        return self._picture

    def of(self, widget: QWidget, looks: object, paint: Callable[[QPainter], None]) -> QPixmap:
        """The picture in the widget's size; `paint` makes it anew when `looks`, size or pixel ratio have changed."""
        size, dpr = widget.size(), widget.devicePixelRatioF()
        shows = (looks, size.width(), size.height(), dpr)
        if shows != self._shows:
            self._picture = QPixmap(max(1, round(size.width() * dpr)), max(1, round(size.height() * dpr)))
            self._picture.setDevicePixelRatio(dpr)
            self._picture.fill(self._ground)
            with QPainter(self._picture) as painter:
                paint(painter)
            self._shows = shows
        return self._picture
