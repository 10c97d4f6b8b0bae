"""Meters: for life, since the last clear-out and since the day began, with the books' own audit."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtWidgets import QHBoxLayout, QWidget

from kiosk.local_time import shown
from kiosk.money import dollars
from kiosk.seat.events import PeriodEnded
from kiosk.seat.roles import Right
from kiosk.store import periods
from kiosk.store.seat_store import SeatStore
from kiosk.ui.kit import theme
from kiosk.ui.kit.details import detail_words
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, label, recolour
from kiosk.ui.kit.touch_button import ButtonLook
from kiosk.ui.service import words
from kiosk.ui.service.desk import Desk
from kiosk.ui.service.page import Page
from kiosk.ui.service.table import Column, Row, Table
from kiosk.ui.service.tools import Tools


@dataclass(frozen=True)
class Readings:
    """All meters now and at the last readings, and what the audit of the books has found."""

    now: dict[str, int]
    clear_out: periods.Period | None
    day: periods.Period | None
    findings: tuple[str, ...]


def read(store: SeatStore) -> Readings:
    """Read the meters and audit the books from where the last audit ended. Raises sqlite3.Error."""
    return Readings(
        store.all_meters(),
        store.last_period(periods.CLEAR_OUT),
        store.last_period(periods.DAY),
        tuple(store.audit()),
    )


class MetersPage(Page):
    """The table of meters. Clearing out asks once more."""

    def __init__(self, desk: Desk, look: Style, tools: Tools, parent: QWidget | None = None) -> None:
        super().__init__(desk, look, parent)
        self._tools = tools
        self.audit = label(look, look.t("service.reading"), Role.STRONG, "body", theme.TEXT_SOFT)
        row = QHBoxLayout()
        row.setSpacing(look.scale.space("m"))
        row.addWidget(self.audit, 1)
        self.save = self.button(look.t("service.meters_save"))
        self.clear = self.button(look.t("service.meters_clear"))
        self.save.clicked.connect(self._save)
        self.clear.clicked.connect(self._clear)
        self.save.setVisible(desk.may(Right.PRINT_REPORT))
        self.clear.setVisible(desk.may(Right.CLEAR_METERS))
        row.addWidget(self.save)
        row.addWidget(self.clear)
        self.column.addLayout(row)
        self.table = Table(
            look,
            (
                Column(look.t("service.meter"), 2.2),
                Column(look.t("service.lifetime"), 1.5, figures=True),
                Column(look.t("service.since_clear_out"), 1.5, figures=True),
                Column(look.t("service.since_day"), 1.5, figures=True),
            ),
        )
        self.column.addWidget(self.table, 1)
        self.note = label(look, "", Role.BODY, "body", theme.TEXT_SOFT)
        self.column.addWidget(self.note)
        self._asked_twice = False
        self._ask()

    def _ask(self) -> None:
        self.desk.ask(read, self._answered, self)

    def _answered(self, found: Readings) -> None:
        look = self.look
        self._asked_twice = False
        self.clear.setText(look.t("service.meters_clear"))
        self.clear.set_look(ButtonLook.QUIET)
        if found.findings:
            self.audit.setText(
                look.t("service.audit_wrong", finding=detail_words(found.findings[0], look.texts))
            )
            recolour(self.audit, theme.WARN)
        else:
            self.audit.setText(look.t("service.audit_right"))
            recolour(self.audit, theme.TEXT)
        self.table.set_rows(self._rows(found))
        since = [self._since("service.cleared_at", found.clear_out), self._since("service.day_at", found.day)]
        self.note.setText(" · ".join(text for text in since if text))

    def _since(self, key: str, period: periods.Period | None) -> str:
        if period is None:
            return ""
        texts = {
            "service.cleared_at": self.look.t("service.cleared_at", at=shown(period.at), by=period.by),
            "service.day_at": self.look.t("service.day_at", at=shown(period.at), by=period.by),
        }
        return texts[key]

    def _rows(self, found: Readings) -> list[Row]:
        now = found.now
        before = [period.meters if period is not None else {} for period in (found.clear_out, found.day)]
        rows = []
        for name, key in words.METERS:
            value = now.get(name, 0)
            moved = (words.written(name, value - past.get(name, 0)) for past in before)
            # What stands on the meter is no movement.
            cells = ("", "") if name in ("account.credit", "account.escrow") else tuple(moved)
            rows.append(Row((self.look.t(key), words.written(name, value), *cells)))
        for name in sorted(
            (name for name in now if _is_note(name)), key=lambda name: int(name[len(words.NOTES) :])
        ):
            text = self.look.t("service.meter_note", amount=dollars(int(name[len(words.NOTES) :])))
            moved = (words.written(name, now[name] - past.get(name, 0)) for past in before)
            rows.append(Row((text, words.written(name, now[name]), *moved)))
        return rows

    def _clear(self) -> None:
        """The first touch asks; the second does it."""
        if not self._asked_twice:
            self._asked_twice = True
            self.clear.setText(self.look.t("service.meters_clear_sure"))
            self.clear.set_look(ButtonLook.DANGER)
            return
        self.desk.model.send(PeriodEnded(periods.CLEAR_OUT, self.desk.by))
        self._ask()

    def _save(self) -> None:
        self.note.setText(self.look.t("service.saving"))
        self._tools.slow(self._tools.save_report, self._saved)

    def _saved(self, found: object) -> None:
        from shiboken6 import isValid

        if not isValid(self):
            return
        failed = isinstance(found, Exception)
        key = (
            self.look.t("service.save_failed", why=found)
            if failed
            else self.look.t("service.saved", path=found)
        )
        self.note.setText(key)
        recolour(self.note, theme.WARN if failed else theme.TEXT_SOFT)
        if not failed:
            self.desk.act("report-saved", path=str(found))


def _is_note(name: str) -> bool:
    return name.startswith(words.NOTES) and name[len(words.NOTES) :].isdigit()
