"""What the lines, bars and ranges of a chart mean: a row above it, so that it covers no curve."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import MIDDLE_LEFT, Style, paint_text, smooth
from kiosk.ui.service.charts.layers import BAND, BAND_EDGE, Bars, Layer, Line, Range

_SAMPLE_PX = 34  # the piece of line beside a name


def paint_sample(painter: QPainter, rect: QRectF, layer: Layer, line_px: float) -> None:
    """A piece of the layer as it looks in the chart."""
    middle = rect.center().y()
    match layer:
        case Bars():
            paint_bar(painter, rect, layer.colour, layer.pattern)
        case Range():
            painter.setPen(QPen(QColor(BAND_EDGE), max(1.0, line_px / 2)))
            painter.setBrush(QColor(BAND))
            painter.drawRect(rect)
        case Line():
            painter.setPen(QPen(QColor(layer.colour), line_px, layer.style))
            painter.drawLine(QPointF(rect.left(), middle), QPointF(rect.right(), middle))
            if layer.symbol:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(layer.colour))
                painter.drawEllipse(rect.center(), line_px * 1.8, line_px * 1.8)


def paint_bar(painter: QPainter, rect: QRectF, colour: str, pattern: Qt.BrushStyle) -> None:
    """A bar; a pattern lies in a frame of its colour."""
    painter.setPen(QPen(QColor(colour), 1.0))
    painter.setBrush(QBrush(QColor(colour), pattern))
    painter.drawRect(rect)


class Legend(QWidget):
    """The names of a chart's layers, each beside a piece of it, in as many rows as they need."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._layers: Sequence[Layer] = ()
        self._font = look.font(Role.BODY, "caption")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_layers(self, layers: Sequence[Layer]) -> None:
        """Explain these."""
        self._layers = layers
        self.setAccessibleName(", ".join(layer.name for layer in layers))
        self.updateGeometry()
        self.update()

    @property
    def layers(self) -> Sequence[Layer]:
        """What is explained."""
        return self._layers

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        places = self.places(width)
        rows = {rect.y() for rect in places} or {0.0}
        return round(len(rows) * self._row())

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(300), self.heightForWidth(self.width()))

    def places(self, width: int) -> list[QRectF]:
        """Where the entries stand in a legend of that width, px."""
        metrics, scale = QFontMetricsF(self._font), self._look.scale
        found: list[QRectF] = []
        x, y = 0.0, 0.0
        for layer in self._layers:
            wide = scale.px(_SAMPLE_PX) + scale.space("s") + metrics.horizontalAdvance(layer.name)
            if x > 0 and x + wide > width:
                x, y = 0.0, y + self._row()
            found.append(QRectF(x, y, wide, self._row()))
            x += wide + scale.space("xl")
        return found

    def _row(self) -> float:
        return QFontMetricsF(self._font).height() + self._look.scale.space("xs")

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        scale = self._look.scale
        painter = smooth(self)
        for layer, place in zip(self._layers, self.places(self.width()), strict=True):
            high = scale.px(14)
            sample = QRectF(place.x(), place.center().y() - high / 2, scale.px(_SAMPLE_PX), high)
            paint_sample(painter, sample.adjusted(1, 0, -1, 0), layer, line_px=max(2, scale.px(3)))
            words = place.adjusted(scale.px(_SAMPLE_PX) + scale.space("s"), 0, 0, 0)
            paint_text(painter, words, layer.name, self._font, theme.TEXT_SOFT, MIDDLE_LEFT)
        painter.end()
