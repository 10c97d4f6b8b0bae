"""A new PIN, entered twice, that nobody can read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from kiosk.seat.roles import LEAST_PIN
from kiosk.ui.dealer.option_row import OptionRow
from kiosk.ui.dealer.sheets.pages import DigitsPage, Keypad
from kiosk.ui.kit.secret import Dots, Secret
from kiosk.ui.kit.style import Style


class NewPinPage(DigitsPage):
    """Two lines of dots on the left, the keys on the right. The answer is handed out once."""

    repeats = False

    def __init__(self, look: Style) -> None:
        super().__init__(look)
        self._pins = (Secret(), Secret())
        self._at = 0
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.scale.px(28))
        left = QVBoxLayout()
        left.setSpacing(look.scale.px(10))
        self.rows: list[OptionRow] = []
        self.dots: list[Dots] = []
        for number, key in enumerate(("dealer.people.pin", "dealer.people.pin_again")):
            line = OptionRow(look.t(key), look, size=24)
            line.setCheckable(True)
            line.setFixedHeight(look.scale.touch(60))
            line.clicked.connect(lambda _=False, at=number: self.go_to(at))
            self.rows.append(line)
            dots = Dots(look)
            self.dots.append(dots)
            left.addWidget(line)
            left.addWidget(dots)
        left.addStretch(1)
        row.addLayout(left, 1)
        self.pad = Keypad(look)
        self.pad.typed.connect(self.type)
        self.pad.cleared.connect(self._clear)
        right = QVBoxLayout()
        right.addWidget(self.pad)
        right.addStretch(1)
        row.addLayout(right)
        self._show()

    def go_to(self, at: int) -> None:
        """Type into this line."""
        self._at = at
        self._show()

    def type(self, digits: str) -> None:
        """Append to the line, or take one digit away."""
        self._pins[self._at].type(digits)
        self._show()

    def _clear(self) -> None:
        self._pins[self._at].clear()
        self._show()

    def forget(self) -> None:
        for pin in self._pins:
            pin.clear()
        self._at = 0
        self._show()

    def _show(self) -> None:
        for number, (line, dots, pin) in enumerate(zip(self.rows, self.dots, self._pins, strict=True)):
            dots.show_count(len(pin))
            line.setChecked(number == self._at)
            line.update()
        self.changed.emit()

    def missing(self) -> str:
        first, second = self._pins
        if len(first) < LEAST_PIN:
            return self.look.t("dealer.people.pin_rule")
        return "" if first.same_as(second) else self.look.t("dealer.people.pin_twice")

    def answer(self) -> object:
        taken = self._pins[0].take()
        self.forget()
        return taken

    def press(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.go_to(1 if event.key() == Qt.Key.Key_Down else 0)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._at == 0:
            self.go_to(1)
        else:
            return super().press(event)
        return True
