"""The accounting day: close it, take the cash box and count it, and have the reports written."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from kiosk.local_time import shown
from kiosk.money import dollars
from kiosk.seat.events import PeriodEnded
from kiosk.seat.roles import Right
from kiosk.store import periods
from kiosk.store.seat_store import SeatStore
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, label, recolour
from kiosk.ui.kit.touch_button import ButtonLook
from kiosk.ui.service.desk import Desk
from kiosk.ui.service.keyboard import PinPad
from kiosk.ui.service.page import Page
from kiosk.ui.service.table import Column, Row, Table
from kiosk.ui.service.tools import Tools

_MOST_CENTS = 10**11


def read(store: SeatStore) -> tuple[dict[str, int], list[periods.Period]]:
    """Meters now, and the periods that have ended. Raises sqlite3.Error."""
    return store.all_meters(), store.periods(100)


class DayPage(Page):
    """What has come since the day began and into the cash box, and the days before."""

    def __init__(self, desk: Desk, look: Style, tools: Tools, parent: QWidget | None = None) -> None:
        super().__init__(desk, look, parent)
        self._tools = tools
        self._counted = ""
        self._in_box = 0
        self._sure = False
        self._read = False
        turn = QBoxLayout.Direction.TopToBottom if look.scale.portrait else QBoxLayout.Direction.LeftToRight
        split = QBoxLayout(turn)
        split.setSpacing(look.scale.space("xxl"))
        left = QVBoxLayout()
        left.setSpacing(look.scale.space("m"))
        left.addWidget(label(look, look.t("service.drop"), Role.STRONG, "heading"))
        self.box = label(look, "", Role.BODY, "body")
        self.counted = label(look, "", Role.MONEY, "title", theme.GOLD_TEXT)
        self.variance = label(look, "", Role.BODY, "body", theme.TEXT_SOFT)
        self.pad = PinPad(look, look.t("service.drop_book"))
        self.pad.typed.connect(self.type_digit)
        self.pad.entered.connect(self._drop)
        for widget in (self.box, self.counted, self.variance):
            left.addWidget(widget)
        left.addWidget(self.pad, 0, Qt.AlignmentFlag.AlignLeft)
        left.addStretch(1)
        split.addLayout(left, 0)
        right = QVBoxLayout()
        right.setSpacing(look.scale.space("m"))
        self.close_day = self.button(look.t("service.close_day"), ButtonLook.PRIMARY)
        self.close_day.clicked.connect(self._close)
        right.addWidget(self.close_day)
        self.said = label(look, "", Role.BODY, "body", theme.TEXT_SOFT)
        right.addWidget(self.said)
        self.table = Table(
            look,
            (
                Column(look.t("service.event_time"), 1.6),
                Column(look.t("service.event_what"), 1.3),
                Column(look.t("service.by"), 1.2),
                Column(look.t("service.meter_turnover"), 1.4, figures=True),
                Column(look.t("service.meter_house"), 1.4, figures=True),
                Column(look.t("service.drop_variance"), 1.2, figures=True),
            ),
        )
        right.addWidget(self.table, 1)
        split.addLayout(right, 1)
        self.column.addLayout(split, 1)
        self.pad.setVisible(desk.may(Right.OPEN_CASH_BOX))
        self._ask()

    def _ask(self) -> None:
        self.desk.ask(read, self._answered, self)

    def _answered(self, found: tuple[dict[str, int], list[periods.Period]]) -> None:
        meters, ended = found
        self._read = True
        drop = next((period for period in ended if period.kind == periods.DROP), None)
        before = drop.meters if drop is not None else {}
        self._in_box = before.get("account.notes", 0) - meters.get("account.notes", 0)
        self.box.setText(self.look.t("service.drop_expected", amount=dollars(self._in_box)))
        self._show_count()
        self.table.set_rows([self._row(period, ended) for period in ended])
        if not ended and not self.said.text():
            self.said.setText(self.look.t("service.no_periods"))

    def _row(self, period: periods.Period, ended: list[periods.Period]) -> Row:
        look = self.look
        kinds = {
            periods.DAY: look.t("service.period_day"),
            periods.CLEAR_OUT: look.t("service.period_clear_out"),
            periods.DROP: look.t("service.period_drop"),
        }
        earlier = next((one for one in ended if one.kind == period.kind and one.id < period.id), None)
        now, past = period.meters, earlier.meters if earlier is not None else {}
        moved = [dollars(now.get(name, 0) - past.get(name, 0)) for name in ("turnover", "account.house")]
        variance = period.detail.get("variance")
        said = dollars(variance) if isinstance(variance, int) else ""
        colour = theme.WARN if variance else theme.TEXT
        return Row((shown(period.at), kinds.get(period.kind, period.kind), period.by, *moved, said), colour)

    # --- the drop -----------------------------------------------------------------------------------------------

    def type_digit(self, digit: str) -> None:
        """A figure of what was counted, in whole units, or one back."""
        self._sure = False
        counted = self._counted[:-1] if not digit else self._counted + digit
        if not counted or int(counted) * 100 < _MOST_CENTS:
            self._counted = counted.lstrip("0")
        self._show_count()

    @property
    def counted_cents(self) -> int:
        """What was counted, in cents."""
        return int(self._counted or 0) * 100

    def _show_count(self) -> None:
        look = self.look
        self.counted.setText(dollars(self.counted_cents))
        variance = self.counted_cents - self._in_box
        self.variance.setText(
            look.t("service.drop_differs", amount=dollars(variance)) if self._counted else ""
        )
        recolour(self.variance, theme.WARN if variance else theme.TEXT_SOFT)

    def _drop(self) -> None:
        """A count that differs is booked with the second touch only. Before the meters are read nothing is."""
        if not self._read:
            return
        variance = self.counted_cents - self._in_box
        if variance and not self._sure:
            self._sure = True
            self.said.setText(self.look.t("service.drop_sure", amount=dollars(variance)))
            recolour(self.said, theme.WARN)
            return
        # What the meters expect is read when it is booked: a note may come in at the last moment.
        self.desk.model.send(PeriodEnded(periods.DROP, self.desk.by, {"counted": self.counted_cents}))
        self._counted, self._sure = "", False
        self.said.setText(self.look.t("service.drop_booked"))
        recolour(self.said, theme.TEXT_SOFT)
        self._ask()

    # --- the day ------------------------------------------------------------------------------------------------

    def _close(self) -> None:
        self.desk.model.send(PeriodEnded(periods.DAY, self.desk.by))
        self.said.setText(self.look.t("service.saving"))
        self._ask()
        # Asked after the closing, the books answer when it is on disk.
        self.desk.ask(lambda store: store.last_period(periods.DAY), self._closed, self)

    def _closed(self, _day: periods.Period | None) -> None:
        self._tools.slow(self._tools.save_report, self._saved)

    def _saved(self, found: object) -> None:
        from shiboken6 import isValid

        if not isValid(self):
            return
        failed = isinstance(found, Exception)
        look = self.look
        text = look.t("service.save_failed", why=found) if failed else look.t("service.saved", path=found)
        self.said.setText(text)
        recolour(self.said, theme.WARN if failed else theme.TEXT_SOFT)
        self.desk.act(
            "report-failed" if failed else "report-saved", "warning" if failed else "info", path=str(found)
        )
