"""One's own PIN: the old one, then the new one twice. Nobody else ever knows it."""

from __future__ import annotations

from datetime import UTC

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from kiosk.ui.kit import theme
from kiosk.ui.kit.details import known
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.secret import Dots, Secret
from kiosk.ui.kit.style import Style, label, recolour
from kiosk.ui.service.desk import Desk
from kiosk.ui.service.gate import StaffGate
from kiosk.ui.service.keyboard import PinPad
from kiosk.ui.service.page import Page


class PinPage(Page):
    """Three questions, one after the other. A wrong old PIN counts like a wrong log-in."""

    def __init__(self, desk: Desk, look: Style, gate: StaffGate, parent: QWidget | None = None) -> None:
        super().__init__(desk, look, parent)
        self._gate = gate
        self._pin = Secret()
        self._told: list[str] = []
        self.asked = label(look, "", Role.STRONG, "heading")
        self.dots = Dots(look)
        self.dots.setFixedWidth(look.scale.px(400))
        self.pad = PinPad(look, look.t("service.login_enter"))
        self.pad.typed.connect(self.type_digit)
        self.pad.entered.connect(self.enter)
        self.said = label(look, "", Role.BODY, "body", theme.WARN)
        left = Qt.AlignmentFlag.AlignLeft
        self.column.addWidget(self.asked)
        self.column.addWidget(self.dots, 0, left)
        self.column.addWidget(self.pad, 0, left)
        self.column.addWidget(self.said)
        self.column.addStretch(1)
        self._ask()

    def _ask(self) -> None:
        texts = (
            self.look.t("service.pin_old"),
            self.look.t("service.first_pin"),
            self.look.t("service.first_again"),
        )
        self.asked.setText(texts[len(self._told)])
        self.dots.show_count(0)

    def type_digit(self, digit: str) -> None:
        """A digit, or one back."""
        self._pin.type(digit)
        self.dots.show_count(len(self._pin))

    def enter(self) -> None:
        """One of the three is complete."""
        self._told.append(self._pin.take())
        if len(self._told) < 3:
            self._ask()
            return
        (old, new, again), self._told = self._told, []
        self._ask()
        if new != again:
            self._say(self.look.t("service.first_differ"))
            return
        now = self.desk.clock.now().astimezone(UTC)
        self._gate.manage(lambda staff, session: staff.change_pin(session, old, new, now), self._done)

    def _done(self, why_not: str) -> None:
        if isValid(self):
            self._say(
                known(why_not, self.look.texts) or why_not or self.look.t("service.staff_done"),
                theme.WARN if why_not else theme.GOLD_TEXT,
            )

    def _say(self, text: str, colour: str = theme.WARN) -> None:
        self.said.setText(text)
        recolour(self.said, colour)
