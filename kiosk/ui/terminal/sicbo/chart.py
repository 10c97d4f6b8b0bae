"""One bar chart for all trends: bars, what was to be expected of each, heads and figures around them."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

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
_MARK = _BAR + 0.2  # and the line across it
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

    The number of bars is fixed. It takes no touches.
    """

    def __init__(self, look: Style, count: int, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._bars: Sequence[Bar] = tuple(Bar(0) for _ in range(count))
        self._expected: Sequence[float] = (0.0,) * count
        self.upright = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    @property
    def bars(self) -> Sequence[Bar]:
        """What is shown."""
        return self._bars

    def set_upright(self, upright: bool) -> None:
        """Bars from the foot instead of from the left."""
        self.upright = upright
        self.update()

    def set_bars(self, bars: Sequence[Bar], expected: Sequence[float]) -> None:
        """Show these bars, as many as at the beginning, with the expected length of each.

        Raises ValueError for another number of bars.
        """
        if len(bars) != len(self._bars) or len(expected) != len(bars):
            raise ValueError(
                f"{len(bars)} bars, {len(expected)} expected: expected {len(self._bars)} of each"
            )
        self._bars, self._expected = bars, expected
        self.update()

    @property
    def plot(self) -> QRect:
        """Where the bars are, px of this widget: beside their heads and figures."""
        head, figures = self._sides()
        if self.upright:
            return QRect(0, figures, self.width(), max(1, self.height() - head - figures))
        return QRect(head, 0, max(1, self.width() - head - figures), self.height())

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

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = QPainter(self)
        self._paint_bars(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for index, bar in enumerate(self._bars):
            if self.upright:
                self._paint_upright(painter, index, bar)
            else:
                self._paint_row(painter, index, bar)
        painter.end()

    def _paint_bars(self, painter: QPainter) -> None:
        """Bars and lines with sharp edges, as long as the longest of both leaves room for."""
        plot = QRectF(self.plot)
        values = [float(bar.value) for bar in self._bars]
        longest = max(1.0, *values, *self._expected) * _HEAD_ROOM
        along, across = (plot.height(), plot.width()) if self.upright else (plot.width(), plot.height())
        place = across / len(values)
        bars, lines = [], []
        for index, (value, expected) in enumerate(zip(values, self._expected, strict=True)):
            long, mark, middle = value / longest * along, expected / longest * along, (index + 0.5) * place
            thick, half = place * _BAR, place * _MARK / 2
            if self.upright:
                foot, left = plot.bottom(), plot.left() + middle
                bars.append(QRectF(left - thick / 2, foot - long, thick, long))
                lines.append(QLineF(left - half, foot - mark, left + half, foot - mark))
            else:
                head, top = plot.left(), plot.top() + middle
                bars.append(QRectF(head, top - thick / 2, long, thick))
                lines.append(QLineF(head + mark, top - half, head + mark, top + half))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.LINE_BRIGHT))
        painter.drawRects(bars)
        painter.setPen(QPen(QColor(theme.TEXT), max(2, self._look.scale.px(2))))
        painter.drawLines(lines)

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
