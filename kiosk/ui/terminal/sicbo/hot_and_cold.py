"""The tab Numbers: which numbers came often or seldom, when last, and Big and Small in their order."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from kiosk.games.sicbo import ROLLS
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, Style, label, paint_text, smooth
from kiosk.ui.terminal.game_part import TrendPage
from kiosk.ui.terminal.sicbo.chart import Bar, BarChart
from kiosk.ui.terminal.sicbo.sides import side_colours
from kiosk.ui.terminal.sicbo.totals import Legend
from kiosk.ui.terminal.sicbo.trends import FACES, Seen, Side, Trends, road

_DOT_PX = 27  # design width of a mark of the road
_MOST_ROWS = 6
_PER_ROLL = sum(dice.count(1) for dice in ROLLS) / len(ROLLS)  # how often a number lies on three fair dice
_HOT = (theme.BIG_RED, theme.TEXT)
_COLD = (theme.SMALL_BLUE, theme.TEXT)
_LETTERS = {
    Side.BIG: "panel.letter_big",
    Side.SMALL: "panel.letter_small",
    Side.TRIPLE: "panel.letter_triple",
}


class Road(QWidget):
    """Big, Small and Triple in the order they came: down while they repeat, a new column with every change."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._order: Sequence[Side] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(look.scale.px(_DOT_PX * 3))

    def set_order(self, order: Sequence[Side]) -> None:
        """Show sides, given oldest first."""
        self._order = order
        self.update()

    def grid(self) -> tuple[int, int, float]:
        """Rows, columns and the height of a place in px: whole places fill height and width."""
        rows = max(1, min(_MOST_ROWS, self.height() // self._look.scale.px(_DOT_PX)))
        place = self.height() / rows
        return rows, max(1, int(self.width() / place)), place

    def columns_shown(self) -> list[list[Side]]:
        """The newest columns that have room, oldest first."""
        rows, columns, _ = self.grid()
        return road(self._order, rows, columns)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        painter = smooth(self)
        rows, columns, place = self.grid()
        across = self.width() / columns
        painter.setPen(QColor(theme.PANEL_RAISED))
        for row in range(rows + 1):
            y = min(self.height() - 1, round(row * place))
            painter.drawLine(0, y, self.width(), y)
        for column in range(columns + 1):
            x = min(self.width() - 1, round(column * across))
            painter.drawLine(x, 0, x, self.height())
        for column, sides in enumerate(self.columns_shown()):
            for row, side in enumerate(sides):
                self._paint_mark(painter, QRectF(column * across, row * place, across, place), side)
        painter.end()

    def _paint_mark(self, painter: QPainter, rect: QRectF, side: Side) -> None:
        ground, front = side_colours(side)
        size = min(rect.width(), rect.height()) * 0.84
        dot = QRectF(rect.center().x() - size / 2, rect.center().y() - size / 2, size, size)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ground))
        painter.drawEllipse(dot)
        written = self._look.font_px(Role.STRONG, size * 0.56)
        paint_text(painter, dot, self._look.t(_LETTERS[side]), written, front, CENTRE)


class NumbersPage(TrendPage):
    """Counts of the six numbers above, the road below; side by side where the panel is wide."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.caption = label(look, "", Role.BODY, "caption", theme.TEXT_SOFT)
        self.chart = BarChart(look, len(FACES))
        self.road_caption = label(look, look.t("panel.road_caption"), Role.BODY, "caption", theme.TEXT_SOFT)
        self.road = Road(look)
        first = self._column(
            self.caption, Legend(look, look.t("panel.legend_seen"), look.t("panel.legend_fair")), self.chart
        )
        second = self._column(self.road_caption, self.road)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.addWidget(first, 7)
        self._box.addWidget(second, 3)
        self.set_wide(wide=False)

    def _column(self, *widgets: QWidget) -> QWidget:
        made = QWidget()
        column = QVBoxLayout(made)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(self._look.scale.space("s"))
        for widget in widgets:
            column.addWidget(widget)
        column.setStretch(len(widgets) - 1, 1)
        return made

    def set_wide(self, wide: bool) -> None:
        """Side by side, or one above the other."""
        directions = QBoxLayout.Direction
        self._box.setDirection(directions.LeftToRight if wide else directions.TopToBottom)
        self._box.setStretch(0, 6 if wide else 7)
        self._box.setStretch(1, 5 if wide else 3)
        self._box.setSpacing(self._look.scale.space("xxl" if wide else "m"))

    def set_trends(self, counted: Trends) -> None:
        """Show these counts."""
        self.caption.setText(self._look.t("panel.numbers_caption", rounds=counted.rounds))
        bars = [self._bar(face, counted) for face in FACES]
        self.chart.set_bars(bars, [_PER_ROLL * counted.rounds] * len(bars))
        self.road.set_order(counted.order)

    def _bar(self, face: int, counted: Trends) -> Bar:
        seen = counted.faces[face]
        badge, colours = "", _HOT
        if face in counted.hot:
            badge = self._look.t("panel.hot")
        elif face in counted.cold:
            badge, colours = self._look.t("panel.cold"), _COLD
        return Bar(
            seen.count,
            die=face,
            figure=self._look.t("panel.times", count=seen.count),
            note=self._when(seen),
            badge=badge,
            badge_colours=colours,
        )

    def _when(self, seen: Seen) -> str:
        match seen.ago:
            case None:
                return self._look.t("panel.not_seen")
            case 0:
                return self._look.t("panel.seen_newest")
            case 1:
                return self._look.t("panel.seen_one_ago")
            case ago:
                return self._look.t("panel.seen_ago", rounds=ago)
