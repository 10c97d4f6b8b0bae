"""One bar chart for all trends: pyqtgraph draws the bars, heads and figures stand around them."""

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGraphicsView, QSizePolicy, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.sicbo.dice import paint_dice
from kiosk.ui.kit.style import (
    CENTRE,
    MIDDLE_LEFT,
    MIDDLE_RIGHT,
    Style,
    paint_badge,
    paint_text,
)

_BAR = 0.6  # share of a row that its bar takes
_HEAD_ROOM = 1.06  # the longest bar stays inside


@dataclass(frozen=True)
class Bar:
    """One bar: its head (a word, or a die), how long it is, and the figures at its end."""

    value: int
    head: str = ""
    die: int = 0
    figure: str = ""
    note: str = ""
    badge: str = ""
    badge_colours: tuple[str, str] = (theme.TRIPLE_GOLD, theme.TEXT_ON_GOLD)


class BarChart(QWidget):
    """Bars from the left, or from the foot when `upright`, with a line at what was to be expected of each.

    The number of bars is fixed; new counts move the bars and rebuild nothing. It takes no touches.
    """

    def __init__(self, look: Style, count: int, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._bars: Sequence[Bar] = tuple(Bar(0) for _ in range(count))
        self._expected: Sequence[float] = (0.0,) * count
        self.upright = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.plot = pg.GraphicsView(self, background=None)
        self.plot.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # WORKAROUND for pyqtgraph: without a background it still fills with the toolkit's light grey.
        self.plot.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.plot.viewport().setAutoFillBackground(False)
        self._box = pg.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0.0)
        self.plot.setCentralItem(self._box)
        self._items = pg.BarGraphItem(
            x0=0, y=list(range(count)), width=[0.0] * count, height=_BAR, brush=theme.LINE_BRIGHT, pen=None
        )
        pen = pg.mkPen(theme.TEXT, width=max(2, look.scale.px(2)))
        self._marks = pg.PlotCurveItem(pen=pen, connect="pairs")
        self._box.addItem(self._items)
        self._box.addItem(self._marks)

    @property
    def bars(self) -> Sequence[Bar]:
        """What is shown."""
        return self._bars

    def set_upright(self, upright: bool) -> None:
        """Bars from the foot instead of from the left."""
        self.upright = upright
        self._place()
        self._draw()

    def set_bars(self, bars: Sequence[Bar], expected: Sequence[float]) -> None:
        """Show these bars, as many as at the beginning, with the expected length of each.

        Raises ValueError for another number of bars.
        """
        if len(bars) != len(self._bars) or len(expected) != len(bars):
            raise ValueError(
                f"{len(bars)} bars, {len(expected)} expected: expected {len(self._bars)} of each"
            )
        self._bars, self._expected = bars, expected
        self._place()  # heads with dice and figures with notes need other room
        self._draw()
        self.update()

    def _draw(self) -> None:
        values = [float(bar.value) for bar in self._bars]
        places = list(range(len(values)))
        top = max(1.0, *values, *self._expected) * _HEAD_ROOM
        along = [end for value in self._expected for end in (value, value)]
        across = [end for place in places for end in (place - _BAR / 2 - 0.1, place + _BAR / 2 + 0.1)]
        ends = (-0.5, len(values) - 0.5)
        if self.upright:
            self._items.setOpts(x0=None, y=None, x=places, y0=0, width=_BAR, height=values)
            self._marks.setData(across, along)
            self._box.setRange(xRange=ends, yRange=(0, top), padding=0)
        else:
            self._items.setOpts(x=None, y0=None, x0=0, y=places, width=values, height=_BAR)
            self._marks.setData(along, across)
            self._box.setRange(xRange=(0, top), yRange=ends, padding=0)
        self._box.invertY(not self.upright)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _sides(self) -> tuple[int, int]:
        """The room for heads and for figures, in px."""
        scale = self._look.scale
        if self.upright:
            return scale.px(26), scale.px(24)
        if any(bar.die for bar in self._bars):
            return scale.px(52), scale.px(268 if self._in_one_line() else 168)
        return scale.px(40), scale.px(46)

    def _in_one_line(self) -> bool:
        """Whether a row is too low for a note under its figure."""
        return self.height() / len(self._bars) < self._look.scale.px(54)

    def _place(self) -> None:
        head, figures = self._sides()
        if self.upright:
            self.plot.setGeometry(0, figures, self.width(), max(1, self.height() - head - figures))
        else:
            self.plot.setGeometry(head, 0, max(1, self.width() - head - figures), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index, bar in enumerate(self._bars):
            if self.upright:
                self._paint_upright(painter, index, bar)
            else:
                self._paint_row(painter, index, bar)
        painter.end()

    def _paint_upright(self, painter: QPainter, index: int, bar: Bar) -> None:
        head, figures = self._sides()
        wide = self.width() / len(self._bars)
        size = min(self._look.scale.text(17), wide * 0.6)
        foot = QRectF(index * wide, self.height() - head, wide, head)
        written = self._look.font_px(Role.NUMBER, size)
        paint_text(painter, foot, bar.head, written, theme.TEXT, CENTRE)
        above = QRectF(index * wide, 0, wide, figures)
        paint_text(painter, above, bar.figure, written, theme.TEXT_SOFT, CENTRE)

    def _paint_row(self, painter: QPainter, index: int, bar: Bar) -> None:
        look, scale = self._look, self._look.scale
        head, figures = self._sides()
        high = self.height() / len(self._bars)
        row = QRectF(0, index * high, self.width(), high)
        if bar.die:
            die = round(min(high * 0.7, scale.px(38)))
            paint_dice(painter, 0, row.center().y(), die, (bar.die,))
        else:
            left = QRectF(0, row.y(), head - scale.space("s"), high)
            written = look.font_px(Role.NUMBER, min(scale.text(19), high * 0.7))
            paint_text(painter, left, bar.head, written, theme.TEXT, MIDDLE_RIGHT)
        right = QRectF(row.right() - figures, row.y(), figures, high)
        self._paint_figures(painter, right, bar)

    def _paint_figures(self, painter: QPainter, right: QRectF, bar: Bar) -> None:
        look, scale = self._look, self._look.scale
        if not bar.note:
            written = look.font_px(Role.NUMBER, min(scale.text(19), right.height() * 0.7))
            paint_text(painter, right, bar.figure, written, theme.TEXT_SOFT, MIDDLE_RIGHT)
            return
        one_line = self._in_one_line()
        top = right.center().y() - scale.px(13 if one_line else 25)
        upper = QRectF(right.x() + scale.space("m"), top, right.width() - scale.space("m"), scale.px(26))
        paint_text(painter, upper, bar.figure, look.font(Role.MONEY, "label"), theme.TEXT, MIDDLE_LEFT)
        if bar.badge:
            wide = scale.px(64)
            badge = QRectF(upper.right() - wide, upper.y() + scale.px(1), wide, scale.px(24))
            paint_badge(painter, badge, bar.badge, look, bar.badge_colours)
        lower = upper.translated(scale.px(54), 0) if one_line else upper.translated(0, scale.px(26))
        paint_text(painter, lower, bar.note, look.font(Role.BODY, "caption"), theme.TEXT_SOFT, MIDDLE_LEFT)
