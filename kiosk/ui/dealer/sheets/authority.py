"""Who stands for a command: a name from the list and a PIN that nobody can read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from kiosk.console.commands import Authority
from kiosk.ui.dealer.option_row import OptionRow
from kiosk.ui.dealer.sheets.pages import Keypad, PageWidget, digit_of
from kiosk.ui.dealer.sheets.sheet import words
from kiosk.ui.shared.fonts import Role
from kiosk.ui.terminal.panel.look import Look
from kiosk.ui.terminal.panel.secret import Dots, Secret


class AuthorisePage(PageWidget):
    """Names on the left, PIN on the right."""

    def __init__(self, supervisors: tuple[str, ...], look: Look, *, manager: bool = False) -> None:
        super().__init__(look)
        self._nobody = "dealer.sheet.no_managers" if manager else "dealer.sheet.no_supervisors"
        self._supervisors = supervisors
        self._chosen = 0 if len(supervisors) == 1 else -1
        self._pin = Secret()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.scale.px(28))
        left = QVBoxLayout()
        left.setSpacing(look.scale.px(10))
        prompt = "dealer.sheet.choose_supervisor" if supervisors else self._nobody
        left.addWidget(words(look, look.t(prompt), Role.STRONG, 24))
        self.rows: list[OptionRow] = []
        for number, name in enumerate(supervisors):
            button = OptionRow(name, look, size=24)
            button.setCheckable(True)
            button.setFixedHeight(look.scale.touch(66))
            button.clicked.connect(lambda _=False, at=number: self.choose(at))
            self.rows.append(button)
            left.addWidget(button)
        left.addStretch(1)
        row.addLayout(left, 1)
        right = QVBoxLayout()
        right.setSpacing(look.scale.px(10))
        right.addWidget(words(look, look.t("dealer.sheet.pin"), Role.STRONG, 24))
        self.dots = Dots(look)
        right.addWidget(self.dots)
        self.pad = Keypad(look)
        self.pad.typed.connect(self.type)
        self.pad.cleared.connect(self.forget)
        right.addWidget(self.pad)
        right.addStretch(1)
        row.addLayout(right)
        self._show()

    def choose(self, at: int) -> None:
        """This supervisor; a PIN that was begun is forgotten."""
        if at != self._chosen:
            self._pin.clear()
        self._chosen = at
        self._show()

    def type(self, digits: str) -> None:
        """Append to the PIN, or take one digit away."""
        if digits:
            self._pin.add(digits)
        else:
            self._pin.back()
        self._show()

    def forget(self) -> None:
        self._pin.clear()
        self._show()

    def _show(self) -> None:
        self.dots.show_count(len(self._pin))
        for number, row in enumerate(self.rows):
            row.setChecked(number == self._chosen)
            row.update()
        self.changed.emit()

    def missing(self) -> str:
        if not self._supervisors:
            return self.look.t(self._nobody)
        if self._chosen < 0:
            return self.look.t("dealer.sheet.choose_supervisor")
        return "" if len(self._pin) else self.look.t("dealer.sheet.pin_missing")

    def answer(self) -> object:
        """The authority, once: the PIN is forgotten with it."""
        taken = Authority(self._supervisors[self._chosen], self._pin.take())
        self._show()
        return taken

    def press(self, event: QKeyEvent) -> bool:
        digit = digit_of(event)
        if digit is not None:
            if not event.isAutoRepeat():
                self.type(str(digit))
        elif event.key() == Qt.Key.Key_Backspace:
            self.type("")
        elif event.key() == Qt.Key.Key_Delete:
            self.forget()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self.rows:
            step = 1 if event.key() == Qt.Key.Key_Down else -1
            self.choose(max(0, min(len(self.rows) - 1, self._chosen + step)))
        else:
            return False
        return True
