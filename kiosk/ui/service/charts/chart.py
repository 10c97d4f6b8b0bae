"""One chart in the terminal's look: pyqtgraph draws the curves, a finger chooses the bucket that is read out."""

import math
from collections.abc import Sequence

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QMouseEvent, QPainterPath, QResizeEvent, QTouchEvent
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsView, QSizePolicy, QVBoxLayout, QWidget

from kiosk.store.statistics import Bucket, Per
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, label
from kiosk.ui.kit.whole import is_whole
from kiosk.ui.service.charts.layers import BAND, BAND_EDGE, GRID, ZERO, Bars, Layer, Line, Plot, Range
from kiosk.ui.service.charts.legend import Legend
from kiosk.ui.service.charts.ticks import Axis, time_ticks, value_axis

_BAR = 0.72  # share of a bucket that its bar takes
_THIN_PX = (
    4  # where a bucket is not wider, bars stand without gaps and hatches, lines and ranges without edges
)
_MARK_PX = 18  # each value has its own mark while buckets are at least so wide, design px
_TICK_PX = 50  # room from one mark of the value axis to the next, design px
_BESIDE_PX = 8  # left and right of the first and the last bucket, design px
_NOTHING = float("nan")


class Chart(QWidget):
    """Title with the unit, legend, curves, axes. The view is fixed: fingers move nothing, they choose.

    `touched` carries the index of the bucket under a finger or the mouse.
    """

    touched = Signal(int)

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._plot: Plot | None = None
        self._buckets: Sequence[Bucket] = ()
        self._per = Per.DAY
        self._axis: Axis | None = None
        self._cursor: pg.LinearRegionItem | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.title = label(look, "", Role.LABEL, "body")
        self.legend = Legend(look)
        self.below = label(look, "", Role.BODY, "caption", theme.TEXT_SOFT)
        self.below.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.below.setContentsMargins(0, 0, look.scale.px(_BESIDE_PX * 2), 0)
        self._make_view()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.space("xs"))
        column.addWidget(self.title)
        column.addWidget(self.legend)
        column.addWidget(self.view, 1)
        column.addWidget(self.below)

    def _make_view(self) -> None:
        look = self._look
        self._font = look.font(Role.NUMBER, "caption")
        axes = {side: pg.AxisItem(side, maxTickLength=-look.scale.px(5)) for side in ("left", "bottom")}
        for axis in axes.values():
            axis.setStyle(tickFont=self._font, autoExpandTextSpace=False, autoReduceTextSpace=False)
            # Else it leaves out the first and the last mark where their text goes beyond the axis by a little.
            axis.setStyle(hideOverlappingLabels=look.scale.px(80), tickTextOffset=look.scale.px(6))
            axis.setPen(pg.mkPen(GRID))
            axis.setTextPen(pg.mkPen(theme.TEXT_SOFT))
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0.0)
        self._item = pg.PlotItem(viewBox=self._box, axisItems=axes, enableMenu=False)
        self._item.hideButtons()
        self._item.setContentsMargins(0, look.scale.px(12), look.scale.px(2 * _BESIDE_PX), 0)
        self._box.disableAutoRange()
        self.view = pg.GraphicsView(self, background=theme.PANEL)
        self.view.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.view.setAntialiasing(True)
        self.view.setCentralItem(self._item)

    # --- what is shown

    @property
    def plot(self) -> Plot | None:
        """What is shown."""
        return self._plot

    @property
    def axis(self) -> Axis | None:
        """The value axis as it is marked now."""
        return self._axis

    def show_plot(self, plot: Plot, buckets: Sequence[Bucket], per: Per) -> None:
        """Show this, one place for each of the buckets (at least one)."""
        self._plot, self._buckets, self._per = plot, buckets, per
        self.legend.set_layers(plot.named())
        self.below.setText(
            self._look.t("service.charts.axis_days" if per is Per.DAY else "service.charts.axis_hours")
        )
        self._draw()

    def set_cursor(self, index: int | None) -> None:
        """Mark a bucket; None marks none."""
        if self._cursor is not None:
            self._box.removeItem(self._cursor)
            self._cursor = None
        if index is None:
            return
        pen = pg.mkPen(theme.TEXT_SOFT, width=max(1, self._look.scale.px(1)))
        shade = QColor(theme.TEXT)
        shade.setAlphaF(theme.PRESS_ALPHA)
        self._cursor = pg.LinearRegionItem((index, index + 1), brush=shade, pen=pen, movable=False)
        self._cursor.setZValue(-1)
        self._box.addItem(self._cursor)

    @property
    def cursor_at(self) -> int | None:
        """The index of the marked bucket."""
        return round(self._cursor.getRegion()[0]) if self._cursor is not None else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if is_whole(self):
            self._draw()

    def _draw(self) -> None:
        plot, look = self._plot, self._look
        if plot is None:
            return
        marked = self.cursor_at
        self.set_cursor(None)
        self._box.clear()
        metrics = QFontMetricsF(self._font)
        most = max(2, self.view.height() // max(1, look.scale.px(_TICK_PX)))
        self._axis = value_axis(look, plot.kind, *plot.ends(), most)
        self.title.setText(look.t("service.charts.titled", title=plot.title, unit=self._axis.unit))
        wide = max(metrics.horizontalAdvance(text) for _, text in self._axis.ticks)
        left, bottom = self._item.getAxis("left"), self._item.getAxis("bottom")
        left.setWidth(round(wide) + look.scale.px(16))
        left.setTicks([list(self._axis.ticks)])
        bottom.setHeight(round(metrics.height()) + look.scale.px(10))
        count = len(self._buckets)
        room = max(1.0, self.view.width() - left.width() - look.scale.px(2 * _BESIDE_PX))
        ticks = time_ticks(look, self._buckets, self._per, room, metrics.horizontalAdvance)
        bottom.setTicks([list(ticks)])
        beside = look.scale.px(_BESIDE_PX) * count / room  # a mark at either end is whole
        ends = (-beside, count + beside)
        self._box.setRange(xRange=ends, yRange=(self._axis.low, self._axis.high), padding=0)
        for value, _ in self._axis.ticks:
            colour = ZERO if abs(value) < 1e-9 * (self._axis.high - self._axis.low) else GRID
            grid = pg.InfiniteLine(value, angle=0, pen=pg.mkPen(colour, width=max(1, look.scale.px(1))))
            grid.setZValue(-5)
            self._box.addItem(grid)
        each = room / max(1, count)
        # Smoothed edges of bars that are thinner than a pixel would fade them.
        self.view.setAntialiasing(each > _THIN_PX)
        for layer in plot.layers:
            self._add(layer, each)
        self.set_cursor(marked if marked is not None and marked < count else None)

    def _add(self, layer: Layer, each: float) -> None:
        match layer:
            case Bars():
                self._add_bars(layer, each)
            case Line():
                self._add_line(layer, each)
            case Range():
                self._add_range(layer, each)

    def _add_bars(self, bars: Bars, each: float) -> None:
        # pyqtgraph takes no brush of its own for a bar without height.
        drawn = [n for n, value in enumerate(bars.values) if value]
        if not drawn:
            return
        base = bars.base or (0.0,) * len(bars.values)
        thin = each <= _THIN_PX
        self._box.addItem(
            pg.BarGraphItem(
                x=[n + 0.5 for n in drawn],
                y0=[base[n] for n in drawn],
                height=[bars.values[n] for n in drawn],
                width=1.0 if thin else _BAR,
                brush=QBrush(QColor(bars.colour), Qt.BrushStyle.SolidPattern if thin else bars.pattern),
                pen=None if thin else pg.mkPen(bars.colour),
            )
        )

    def _add_line(self, line: Line, each: float) -> None:
        scale = self._look.scale
        xs = [float(n + 1) if line.grows else n + 0.5 for n in range(len(line.values))]
        ys = [_NOTHING if value is None else value for value in line.values]
        if line.grows:
            xs, ys = [0.0, *xs], [0.0, *ys]
        wide = max(2, scale.px(3))
        pens = [pg.mkPen(line.colour, width=wide, style=line.style)]
        if line.grows or each > _THIN_PX:
            # A dark edge keeps the line apart from bars and shades behind it.
            pens.insert(0, pg.mkPen(theme.PANEL, width=wide + max(2, scale.px(4))))
        else:
            pens = [pg.mkPen(line.colour, width=max(1, scale.px(1)))]
        for drawn in pens:
            self._box.addItem(pg.PlotCurveItem(xs, ys, pen=drawn, connect="finite", antialias=True))
        alone = sum(value is not None for value in line.values) == 1
        if (line.symbol and each >= scale.px(_MARK_PX)) or alone:
            marks = [(x, y) for x, y in zip(xs, ys, strict=True) if not math.isnan(y)]
            self._box.addItem(
                pg.ScatterPlotItem(
                    pos=marks,
                    symbol=line.symbol or "o",
                    size=scale.px(13),
                    brush=line.colour,
                    pen=theme.PANEL,
                )
            )

    def _add_range(self, shade: Range, each: float) -> None:
        path, edges = QPainterPath(), QPainterPath()
        for run in _runs(shade):
            lower = [QPointF(x, low) for x, low, _ in run]
            upper = [QPointF(x, high) for x, _, high in run]
            path.addPolygon([*lower, *upper[::-1], lower[0]])
            for side in (lower, upper):
                edges.addPolygon(side)
        edge = pg.mkPen(BAND_EDGE, width=max(1, self._look.scale.px(1)))
        parts = [(path, pg.mkPen(None), QBrush(QColor(BAND))), (edges, edge, QBrush())]
        for drawn, pen, brush in parts if shade.grows or each > _THIN_PX else parts[:1]:
            item = QGraphicsPathItem(drawn)
            item.setPen(pen)
            item.setBrush(brush)
            item.setZValue(-3)
            self._box.addItem(item, ignoreBounds=True)

    # --- fingers

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QTouchEvent):
            for point in event.points()[:1]:
                self._touch(point.position())
            event.accept()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._touch(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._touch(event.position())

    def _touch(self, at: QPointF) -> None:
        if not self._buckets:
            return
        inside = self.curves()
        if not (inside.left() <= at.x() <= inside.right() and self.view.geometry().contains(at.toPoint())):
            return
        place = self._box.mapSceneToView(at - QPointF(self.view.pos())).x()
        self.touched.emit(min(len(self._buckets) - 1, max(0, math.floor(place))))

    def curves(self) -> QRectF:
        """Where the curves lie in this widget, px."""
        return QRectF(self._box.sceneBoundingRect()).translated(QPointF(self.view.pos()))


def _runs(shade: Range) -> list[list[tuple[float, float, float]]]:
    """The ranges that touch each other, as x, low and high from left to right; steps unless it grows."""
    runs: list[list[tuple[float, float, float]]] = []
    whole = False
    for n, (low, high) in enumerate(zip(shade.lows, shade.highs, strict=True)):
        if low is None or high is None:
            whole = False
            continue
        if not whole:
            runs.append([(0.0, 0.0, 0.0)] if shade.grows and n == 0 else [])
        whole = True
        runs[-1] += [(n + 1.0, low, high)] if shade.grows else [(float(n), low, high), (n + 1.0, low, high)]
    return runs
