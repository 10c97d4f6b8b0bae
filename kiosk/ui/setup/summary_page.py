"""Everything that was answered, and every warning, before it is written; and what the written file says afterwards."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QScrollArea, QVBoxLayout, QWidget

from kiosk.app.config import SeatFile
from kiosk.faults import EnvironmentFault
from kiosk.ops.setup.summary import Caution, Item, Summary, Warn
from kiosk.ui.kit import theme
from kiosk.ui.kit.details import known
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.game_names import game_name
from kiosk.ui.kit.scroll import make_kinetic
from kiosk.ui.kit.style import Style, label
from kiosk.ui.kit.touch_button import ButtonLook
from kiosk.ui.setup.draft import Bench, Draft
from kiosk.ui.setup.page import SetupPage

ITEMS = {
    Item.CASINO: "setup.item_casino",
    Item.TABLE: "setup.item_table",
    Item.SEAT: "setup.item_seat",
    Item.GAME: "setup.item_game",
    Item.LAYOUT: "setup.item_layout",
    Item.LANGUAGE: "setup.item_language",
    Item.TIME_ZONE: "setup.item_zone",
    Item.ENDPOINTS: "setup.item_endpoints",
    Item.CERTIFICATE: "setup.item_certificate",
    Item.ACCEPTOR: "setup.item_acceptor",
    Item.NOTES: "setup.item_notes",
    Item.PRINTER: "setup.item_printer",
    Item.PRINT_TEST: "setup.item_print_test",
    Item.CABINET: "setup.item_cabinet",
    Item.TOUCH: "setup.item_touch",
    Item.TICKET_LIMIT: "setup.item_ticket_limit",
    Item.WIN_LIMIT: "setup.item_win_limit",
    Item.CREDIT_LIMIT: "setup.item_credit_limit",
    Item.NOTE_VELOCITY: "setup.item_note_velocity",
    Item.TICKETS: "setup.item_tickets",
    Item.STAFF: "setup.item_staff",
    Item.SOFTWARE: "setup.item_software",
}
WARNINGS = {
    Warn.CERTIFICATE: "setup.warn_certificate",
    Warn.ACCEPTOR: "setup.warn_acceptor",
    Warn.PRINTER: "setup.warn_printer",
    Warn.PRINT_FAILED: "setup.warn_print_failed",
    Warn.PRINT_UNTRIED: "setup.warn_print_untried",
    Warn.CABINET: "setup.warn_cabinet",
    Warn.TICKETS: "setup.warn_tickets",
    Warn.PORT: "setup.warn_port",
    Warn.STAFF: "setup.warn_staff",
    Warn.SOFTWARE: "setup.warn_software",
    Warn.TOUCH: "setup.warn_touch",
}


def warning_words(look: Style, warning: Caution) -> str:
    """A warning in the page's language, and what it is about."""
    words = look.t(WARNINGS[warning.what])
    return f"{words} ({known(warning.detail, look.texts) or warning.detail})" if warning.detail else words


_LANGUAGES = {"en": "setup.language_en", "zh": "setup.language_zh"}
_NONE = {Item.PRINT_TEST: "setup.value_untried", Item.SOFTWARE: "setup.value_unsigned"}
"""What a value is called that there is not."""
_TICKETS = {"house": "setup.tickets_house", "own": "setup.tickets_own"}


def value_words(look: Style, file: SeatFile, item: Item, value: str) -> str:
    """A value as a person reads it: words for what the file says in a code of its own, else the value itself."""
    if item is Item.LANGUAGE:
        return look.t(_LANGUAGES[file.language])
    if item is Item.GAME:
        return game_name(file.game, look.texts)
    if item is Item.TICKETS:
        return look.t(_TICKETS[file.tickets], days=file.ticket_days)
    if item is Item.ACCEPTOR and file.acceptor.kind == "simulated":
        return look.t("setup.acceptor_without")
    if item is Item.PRINTER and file.printer.kind == "pdf":
        return look.t("setup.printer_without")
    if item is Item.CABINET and file.cabinet.kind == "none":
        return look.t("setup.cabinet_without")
    if value == "-":
        return look.t(_NONE.get(item, "setup.value_none"))
    if item is Item.PRINT_TEST and value == "✓":
        return look.t("setup.value_printed")
    return value.replace("/", "/\u200b")  # where a long path may be broken


class SummaryPage(SetupPage):
    """Before: all that would be written, and the button that does it. After: what the seat will read."""

    def __init__(self, draft: Draft, bench: Bench, look: Style) -> None:
        super().__init__(draft, bench, look)
        self.written: Summary | None = None
        self.found: Summary | None = None
        self._busy = False
        self._fault = ""
        self._list = QVBoxLayout()
        self._body: QWidget | None = None
        self.column.addLayout(self._list, 1)
        self.write = self.button(look.t("setup.write"), ButtonLook.PRIMARY)
        self.write.clicked.connect(self.do_write)
        self.column.addWidget(self.write)
        self.say("")
        try:
            self._show(self._preview())
        except EnvironmentFault as fault:
            self._fault = self.reason(fault)
            self.write.set_usable(False)
            self.say(self._fault)

    @property
    def title(self) -> str:
        return (
            self.look.t("setup.done_title")
            if self.written is not None
            else self.look.t("setup.summary_title")
        )

    def why_not(self) -> str:
        if self._busy:
            return self.look.t("setup.writing")
        return "" if self.written is not None else self._fault or self.look.t("setup.summary_write")

    def do_write(self) -> None:
        """Write everything, in another thread."""
        provided = self.draft.provided
        if self._busy or self._fault or provided is None or self.written is not None:
            return
        choices, seat, again = self.draft.choices(), self.bench.seat, self.bench.again
        self._busy = True
        self.say(self.look.t("setup.writing"), theme.TEXT_SOFT)
        self.changed.emit()
        self.bench.slow(lambda: seat.write(choices, provided, again=again), self._answered)

    def _answered(self, found: Any) -> None:  # noqa: ANN401 - an answer or an exception
        self._busy = False
        if isinstance(found, Summary):
            self.written = found
            self.draft.staff = None  # the PIN has gone into its hash
            self.write.hide()
            self._show(found)
            self.say(self.look.t("setup.done"), theme.GOLD_TEXT)
        else:
            self.say(self.look.t("setup.not_written", reason=self.reason(found)))
        self.changed.emit()

    def _preview(self) -> Summary:
        choices = self.draft.choices()
        if self.draft.provided is None:
            raise EnvironmentFault("no certificates yet: expected those of this seat")
        return self.bench.seat.preview(choices, self.draft.provided)

    def _show(self, found: Summary) -> None:
        self.found = found
        if self._body is not None:
            self._list.removeWidget(self._body)
            self._body.hide()
            self._body.deleteLater()
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, self.look.scale.space("l"), 0)
        column.setSpacing(self.look.scale.space("l"))
        for warning in found.warnings:
            line = "⚠  " + warning_words(self.look, warning)
            column.addWidget(label(self.look, line, Role.LABEL, "label", theme.WARN))
        column.addLayout(self._values(found))
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(content)
        make_kinetic(area, self.look)
        self._body = area
        self._list.addWidget(area)

    def _values(self, found: Summary) -> QGridLayout:
        """Name and value, in two columns beside each other where there is room."""
        look = self.look
        grid = QGridLayout()
        grid.setHorizontalSpacing(look.scale.space("l"))
        grid.setVerticalSpacing(look.scale.space("m"))
        beside = 1 if look.scale.portrait else 2
        rows = -(-len(found.values) // beside)
        for number, (item, value) in enumerate(found.values):
            row, left = number % rows, number // rows * 2
            name = label(look, look.t(ITEMS[item]), Role.BODY, "label", theme.TEXT_SOFT)
            said = label(look, value_words(look, found.file, item, value), Role.LABEL, "label")
            for widget in (name, said):
                widget.setAlignment(Qt.AlignmentFlag.AlignTop)
            grid.addWidget(name, row, left)
            grid.addWidget(said, row, left + 1)
        for n in range(beside):
            grid.setColumnStretch(2 * n, 2)
            grid.setColumnStretch(2 * n + 1, 5)
        return grid
