"""Who stands for a command: a name from the list and a PIN that nobody can read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from kiosk.console.commands import Authority
from kiosk.ui.dealer.option_row import OptionRow
from kiosk.ui.dealer.sheets.names import Names
from kiosk.ui.dealer.sheets.pages import DigitsPage, Keypad
from kiosk.ui.dealer.sheets.sheet import words
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.secret import Dots, Secret
from kiosk.ui.kit.style import Style


class AuthorisePage(DigitsPage):
    """Names on the left, PIN on the right."""

    repeats = False

    def __init__(
        self, names: tuple[str, ...], look: Style, prompt: str = "", *, manager: bool = False
    ) -> None:
        super().__init__(look)
        nobody = "dealer.sheet.no_managers" if manager else "dealer.sheet.no_supervisors"
        self._prompt = prompt or look.t("dealer.sheet.choose_supervisor")
        self._none = "" if names else look.t(nobody)
        self._pin = Secret()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.scale.px(28))
        left = QVBoxLayout()
        left.setSpacing(look.scale.px(10))
        left.addWidget(words(look, self._none or self._prompt, Role.STRONG, 24))
        self.names = Names(names, look)
        self.names.chosen.connect(self._chosen)
        left.addWidget(self.names)
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

    @property
    def rows(self) -> list[OptionRow]:
        """The rows of the names that stand on the page."""
        return self.names.rows

    def choose(self, at: int) -> None:
        """This name; a PIN that was begun is forgotten."""
        self.names.choose(at)

    def _chosen(self, _at: int) -> None:
        self._pin.clear()
        self._show()

    def type(self, digits: str) -> None:
        """Append to the PIN, or take one digit away."""
        self._pin.type(digits)
        self._show()

    def forget(self) -> None:
        self._pin.clear()
        self._show()

    def _show(self) -> None:
        self.dots.show_count(len(self._pin))
        self.changed.emit()

    def missing(self) -> str:
        if self._none:
            return self._none
        if not self.names.name:
            return self._prompt
        return "" if len(self._pin) else self.look.t("dealer.sheet.pin_missing")

    def answer(self) -> object:
        """The authority, once: the PIN is forgotten with it."""
        taken = Authority(self.names.name, self._pin.take())
        self._show()
        return taken

    def press(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Delete:
            self.forget()
            return True
        return super().press(event) or self.names.press(event)
