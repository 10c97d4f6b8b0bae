"""The tab Totals: how often each total came, beside what fair dice give on average."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import MIDDLE_LEFT, Style, fitted, label, paint_text, smooth
from kiosk.ui.terminal.game_part import TrendPage
from kiosk.ui.terminal.sicbo.chart import Bar, BarChart
from kiosk.ui.terminal.sicbo.trends import TOTALS, Trends, fair_shares

_FAIR = fair_shares()


class Legend(QWidget):
    """What bar and line mean."""

    def __init__(self, look: Style, seen: str, fair: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._words = (seen, fair)
        self.upright = False
        self.setFixedHeight(look.scale.px(24))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        scale = self._look.scale
        painter = smooth(self)
        middle = self.height() / 2
        side = scale.px(14)
        thin = max(2, scale.px(2))
        line = (
            QRectF(-side * 0.2, middle - thin / 2, side * 1.4, thin)
            if self.upright
            else QRectF(side / 2, middle - side * 0.7, thin, side * 1.4)
        )
        bar = QRectF(0, middle - side / 2, side, side)
        room = self.width() / 2 - side - 2 * scale.space("s")
        left = 0.0
        for word, sign, colour in zip(self._words, (bar, line), (theme.LINE_BRIGHT, theme.TEXT), strict=True):
            painter.fillRect(sign.translated(left, 0), QColor(colour))
            written = fitted(self._look, word, Role.BODY, scale.text(theme.TYPE_PX["caption"]), room)
            text = QRectF(left + side + scale.space("s"), 0, room * 1.2, self.height())
            paint_text(painter, text, word, written, theme.TEXT_SOFT, MIDDLE_LEFT)
            left = text.x() + QFontMetricsF(written).horizontalAdvance(word) + scale.space("xxl")
        painter.end()


class TotalsPage(TrendPage):
    """Chart with the totals 3 to 18."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.caption = label(look, "", Role.BODY, "caption", theme.TEXT_SOFT)
        self.chart = BarChart(look, len(TOTALS))
        self._legend = Legend(look, look.t("panel.legend_seen"), look.t("panel.legend_fair"))
        self._memory = label(look, look.t("panel.no_memory"), Role.BODY, "caption", theme.TEXT_SOFT)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.space("s"))
        column.addWidget(self.caption)
        column.addWidget(self._legend)
        column.addWidget(self.chart, 1)
        column.addWidget(self._memory)

    def set_wide(self, wide: bool) -> None:
        """Bars stand upright where the panel is wide."""
        self.chart.set_upright(wide)
        self._legend.upright = wide
        self._legend.update()

    def set_trends(self, counted: Trends) -> None:
        """Show these counts."""
        self.caption.setText(self._look.t("panel.totals_caption", rounds=counted.rounds))
        bars = [
            Bar(counted.totals[total], head=str(total), figure=str(counted.totals[total])) for total in TOTALS
        ]
        self.chart.set_bars(bars, [float(_FAIR[total] * counted.rounds) for total in TOTALS])
