"""The service screen "Charts": what the seat turned over and won beside theory, money in, uptime and faults."""

from datetime import UTC

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QWidget

from kiosk.store.statistics import Per, Series, Verdict
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.patience import ANSWER_WITHIN_MS
from kiosk.ui.kit.style import Style, label, recolour
from kiosk.ui.kit.touch_button import TouchButton
from kiosk.ui.service.charts import drawings, words
from kiosk.ui.service.charts.chart import Chart
from kiosk.ui.service.charts.drawings import Tab, has_something
from kiosk.ui.service.charts.kinds import KindRows, kinds_of
from kiosk.ui.service.charts.layers import Plot
from kiosk.ui.service.charts.spans import Period, hours_of
from kiosk.ui.service.desk import Desk
from kiosk.ui.service.page import Page

_PERS = {Per.HOUR: "service.charts.per_hour", Per.DAY: "service.charts.per_day"}
_TABS = {
    Tab.TURNOVER: "service.charts.tab_turnover",
    Tab.HOLD: "service.charts.tab_hold",
    Tab.MONEY: "service.charts.tab_money",
    Tab.UPTIME: "service.charts.tab_uptime",
}
_PERIODS = {
    Period.TODAY: "service.charts.today",
    Period.WEEK: "service.charts.days_7",
    Period.MONTH: "service.charts.days_30",
    Period.QUARTER: "service.charts.days_90",
}
_EMPTY = {
    Tab.TURNOVER: "service.charts.nothing_played",
    Tab.HOLD: "service.charts.nothing_played",
    Tab.MONEY: "service.charts.nothing_money",
    Tab.UPTIME: "service.charts.nothing_kept",
}
_READ = {
    Tab.TURNOVER: words.turnover_at,
    Tab.HOLD: words.hold_at,
    Tab.MONEY: words.money_at,
    Tab.UPTIME: words.uptime_at,
}


class ChartsPage(Page):
    """The screen. It asks the books when it is opened and for every other period; it changes nothing."""

    def __init__(self, desk: Desk, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(desk, look, parent)
        self._tab, self._period, self._per = Tab.TURNOVER, Period.WEEK, Per.DAY
        self._series: Series | None = None
        self._asked = 0
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(ANSWER_WITHIN_MS)
        self._patience.timeout.connect(self._unreadable)
        self._make_choices()
        self.summary = label(look, "", Role.STRONG, "label")
        self.note = label(look, "", Role.BODY, "body", theme.TEXT_SOFT)
        self.message = label(look, "", Role.BODY, "heading", theme.TEXT_SOFT)
        self.message.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.reading = label(look, "", Role.NUMBER, "body")
        # The charts stay where they are, however much is read out.
        lines = 3 if look.scale.portrait else 2
        self.reading.setText("\n".join([look.t("service.charts.touch")] * lines))
        self.reading.setFixedHeight(self.reading.sizeHint().height())
        for widget in (self.summary, self.note):
            self.column.addWidget(widget)
        self._make_charts()
        self.column.addWidget(self.message, 1)
        self.column.addWidget(self.reading)
        self._ask()

    def _make_choices(self) -> None:
        look = self.look
        self.tabs = {tab: self._choice(look.t(key)) for tab, key in _TABS.items()}
        self.pers = {per: self._choice(look.t(key)) for per, key in _PERS.items()}
        self.periods = {period: self._choice(look.t(key)) for period, key in _PERIODS.items()}
        for tab, button in self.tabs.items():
            button.clicked.connect(lambda _=False, chosen=tab: self.show_tab(chosen))
        for per, button in self.pers.items():
            button.clicked.connect(lambda _=False, chosen=per: self.show_per(chosen))
        for period, button in self.periods.items():
            button.clicked.connect(lambda _=False, chosen=period: self.show_period(chosen))
        directions = QBoxLayout.Direction
        both = QBoxLayout(directions.TopToBottom if look.scale.portrait else directions.LeftToRight)
        both.setSpacing(look.scale.space("m"))
        first: list[list[TouchButton]] = [list(self.tabs.values())]
        second: list[list[TouchButton]] = [list(self.pers.values()), list(self.periods.values())]
        both.addLayout(self._row(first))
        if not look.scale.portrait:
            both.addStretch(1)
        both.addLayout(self._row(second))
        self.column.addLayout(both)

    def _row(self, groups: list[list[TouchButton]]) -> QHBoxLayout:
        scale = self.look.scale
        row = QHBoxLayout()
        row.setSpacing(scale.space("s"))
        for n, group in enumerate(groups):
            if n:
                row.addSpacing(scale.space("l"))
            for button in group:
                row.addWidget(button, 1 if scale.portrait else 0)
        return row

    def _choice(self, text: str) -> TouchButton:
        made = self.button(text)
        made.setCheckable(True)
        return made

    def _make_charts(self) -> None:
        look = self.look
        self.charts = (Chart(look), Chart(look))
        self.kinds = KindRows(look)
        self._stage = QWidget()
        grid = QGridLayout(self._stage)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(look.scale.space("l"))
        second = (1, 0) if look.scale.portrait else (0, 1)
        grid.addWidget(self.charts[0], 0, 0)
        grid.addWidget(self.charts[1], *second)
        grid.addWidget(self.kinds, *second)
        for place in (0, 1):  # both take the same room whatever stands in them
            if look.scale.portrait:
                grid.setRowStretch(place, 1)
            else:
                grid.setColumnStretch(place, 1)
        for chart in self.charts:
            chart.touched.connect(self._touched)
        self.column.addWidget(self._stage, 1)

    # --- what is chosen

    def show_tab(self, tab: Tab) -> None:
        """Show other charts of the same period."""
        self._tab = tab
        self._show()

    def show_per(self, per: Per) -> None:
        """Hours or days."""
        self._per = per
        self._ask()

    def show_period(self, period: Period) -> None:
        """Another period: a day in hours, a long one in days; whoever wants it otherwise chooses that after it."""
        if period is Period.TODAY:
            self._per = Per.HOUR
        elif self._period is Period.TODAY or period is Period.QUARTER:
            self._per = Per.DAY
        self._period = period
        self._ask()

    def _ask(self) -> None:
        now = self.desk.clock.now()
        zone, per = now.tzinfo or UTC, self._per
        start, end = hours_of(self._period, now)
        self._series = None
        self._asked += 1
        number = self._asked
        self._patience.start()
        self._show()
        self._say(self.look.t("service.charts.reading"))
        self.desk.ask(
            lambda store: store.series(start, end, per, zone, now),
            lambda series: self._answered(series, number),
            self,
        )

    def _answered(self, series: Series, number: int) -> None:
        if number != self._asked:  # something else was chosen since
            return
        self._patience.stop()
        self._series = series
        self._show()

    def _unreadable(self) -> None:
        self._say(self.look.t("service.charts.unreadable"), theme.WARN)

    # --- what is shown

    def _show(self) -> None:
        for chosen, group in ((self._tab, self.tabs), (self._per, self.pers), (self._period, self.periods)):
            for one, button in group.items():
                button.setChecked(one is chosen)
        series, look = self._series, self.look
        full = series is not None and has_something(self._tab, series)
        self._stage.setVisible(full)
        self.message.setVisible(not full)
        self.reading.setText(look.t("service.charts.touch") if full else "")
        recolour(self.reading, theme.TEXT_SOFT)
        if series is None:
            self.summary.setText("")
            self.note.setText("")
            return
        self._summarise(series)
        if full:
            self._show_charts(series)
        else:
            self._say(look.t(_EMPTY[self._tab]))

    def _summarise(self, series: Series) -> None:
        look, total = self.look, series.total
        self.summary.setText(words.summary(look, total))
        colour = theme.TEXT_SOFT
        match self._tab:
            case Tab.MONEY:
                text = words.money_summary(look, total)
            case Tab.UPTIME:
                text = words.uptime_summary(look, series)
            case Tab.TURNOVER | Tab.HOLD:
                text = words.verdict(look, total)
                if total.verdict in (Verdict.ABOVE, Verdict.BELOW):
                    colour = theme.WARN
        self.note.setText(text)
        recolour(self.note, colour)

    def _show_charts(self, series: Series) -> None:
        look, kinds = self.look, kinds_of(series.total)
        plots: tuple[Plot, ...]
        match self._tab:
            case Tab.TURNOVER:
                plots = (drawings.turnover_plot(look, series), drawings.win_plot(look, series))
            case Tab.HOLD:
                plots = (drawings.cumulative_plot(look, series), drawings.hold_plot(look, series))
            case Tab.UPTIME:
                plots = (drawings.uptime_plot(look, series), drawings.faults_plot(look, series))
            case Tab.MONEY:
                plots = (drawings.money_plot(look, series, kinds),)
                self.kinds.set_kinds(kinds)
        self.kinds.setVisible(self._tab is Tab.MONEY)
        self.charts[1].setVisible(self._tab is not Tab.MONEY)
        for chart, plot in zip(self.charts, plots, strict=False):
            chart.set_cursor(None)
            chart.show_plot(plot, series.buckets, series.per)

    def _say(self, text: str, colour: str = theme.TEXT_SOFT) -> None:
        self.message.setText(text)
        recolour(self.message, colour)

    def _touched(self, index: int) -> None:
        if self._series is None:
            return
        for chart in self.charts:
            chart.set_cursor(index)
        self.reading.setText(_READ[self._tab](self.look, self._series, index))
        recolour(self.reading, theme.TEXT)
