"""Pages that are typed: a name or number with letters, and a PIN twice."""

from __future__ import annotations

import re
from typing import Literal

from PySide6.QtCore import Qt

from kiosk.app.config import CASINO_LETTERS, NAME
from kiosk.devices.printer.names import missing_sign
from kiosk.faults import EnvironmentFault
from kiosk.ops.setup.answers import FirstStaff
from kiosk.ops.setup.writing import check_staff
from kiosk.seat.roles import LEAST_PIN, MOST_NAME, MOST_PIN
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.secret import Dots, Secret
from kiosk.ui.kit.style import Style, label, recolour
from kiosk.ui.service.keyboard import Letters, PinPad, with_sign
from kiosk.ui.setup.draft import Bench, Draft
from kiosk.ui.setup.page import SetupPage

_LONGEST_NAME = 16
_KEY_PX = 104


class TextPage(SetupPage):
    """A line of text. ``take`` is how a sign is added to it."""

    def __init__(self, draft: Draft, bench: Bench, look: Style, text: str, longest: int) -> None:
        super().__init__(draft, bench, look)
        self.text = text
        self._longest = longest
        self.shown_text = label(look, "", Role.TITLE, "display", theme.GOLD_TEXT)
        self.shown_text.setMinimumHeight(look.scale.px(96))
        self.shown_text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.column.addWidget(self.shown_text)
        self.say("")
        self.column.addStretch(1)
        self.letters = Letters(look)
        self.letters.typed.connect(self.type)
        for key in self.letters.keys.values():
            key.setMinimumHeight(look.scale.touch(_KEY_PX))
        self.column.addWidget(self.letters)
        self._show()

    def take(self, sign: str) -> str:
        """The text with a sign more, or one less for an empty sign."""
        return with_sign(self.text, sign, self._longest)

    def type(self, sign: str) -> None:
        """A key was touched."""
        self.text = self.take(sign)
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        self.shown_text.setText(self.text or "…")
        recolour(self.shown_text, theme.GOLD_TEXT if self.text else theme.TEXT_SOFT)


class CasinoPage(TextPage):
    """The casino's name, as it stands on tickets."""

    def __init__(self, draft: Draft, bench: Bench, look: Style) -> None:
        super().__init__(draft, bench, look, draft.casino, CASINO_LETTERS)

    @property
    def title(self) -> str:
        return self.look.t("setup.casino_title")

    def why_not(self) -> str:
        if not self.text.strip():
            return self.look.t("setup.casino_missing")
        sign = missing_sign(self.text)
        return "" if sign is None else self.look.t("setup.casino_sign", sign=sign)

    def leave(self) -> None:
        self.draft.casino = self.text.strip()


class NamePage(TextPage):
    """The table's or the seat's name: part of keys and file names, so letters and figures alone, as they are typed."""

    def __init__(self, draft: Draft, bench: Bench, look: Style, what: Literal["table", "seat"]) -> None:
        super().__init__(draft, bench, look, getattr(draft, what), _LONGEST_NAME)
        self._what = what

    @property
    def title(self) -> str:
        return self.look.t("setup.table_title" if self._what == "table" else "setup.seat_title")

    def take(self, sign: str) -> str:
        return self.text[:-1] if not sign else (self.text + sign)[: self._longest]

    def why_not(self) -> str:
        if not re.search(NAME, self.text):
            return self.look.t("setup.name_form")
        provided = self.draft.provided
        if provided is not None and self.text != getattr(provided.file, self._what):
            return self.look.t("setup.name_other", table=provided.file.table, seat=provided.file.seat)
        return ""

    def leave(self) -> None:
        setattr(self.draft, self._what, self.text)


class StaffNamePage(TextPage):
    """The first supervisor's name."""

    def __init__(self, draft: Draft, bench: Bench, look: Style) -> None:
        super().__init__(draft, bench, look, draft.staff_name, MOST_NAME)

    @property
    def title(self) -> str:
        return self.look.t("setup.staff_title")

    def why_not(self) -> str:
        return "" if self.text.strip() else self.look.t("setup.staff_missing")

    def leave(self) -> None:
        name = self.text.strip()
        if name != self.draft.staff_name:
            self.draft.staff = None  # a PIN was judged with its name
        self.draft.staff_name = name


class PinPage(SetupPage):
    """The first supervisor's PIN, twice. It is shown by nothing and kept until everything is written."""

    def __init__(self, draft: Draft, bench: Bench, look: Style) -> None:
        super().__init__(draft, bench, look)
        self._pin = Secret()
        self._first: FirstStaff | None = None
        self.asked = label(look, "", Role.STRONG, "heading")
        self.asked.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.column.addWidget(self.asked)
        self.dots = Dots(look)
        self.dots.setFixedWidth(look.scale.px(402))
        self.column.addWidget(self.dots, 0, Qt.AlignmentFlag.AlignHCenter)
        self.pad = PinPad(look, look.t("setup.pin_enter"))
        self.pad.typed.connect(self.type_digit)
        self.pad.entered.connect(self.enter)
        self.column.addWidget(self.pad, 0, Qt.AlignmentFlag.AlignHCenter)
        self.say("")
        self.column.addStretch(1)
        self._ask()
        if draft.staff is not None:
            self.say(look.t("setup.pin_kept", name=draft.staff.name), theme.GOLD_TEXT)

    @property
    def title(self) -> str:
        return self.look.t("setup.pin_title", name=self.draft.staff_name)

    def why_not(self) -> str:
        return "" if self.draft.staff is not None else self.look.t("setup.pin_missing")

    def back(self) -> bool:
        if self._first is None:
            return False
        self._first = None
        self._pin.clear()
        self._ask()
        return True

    def type_digit(self, digit: str) -> None:
        """A digit, or one back."""
        self._pin.type(digit)
        self.dots.show_count(len(self._pin))

    def enter(self) -> None:
        """The PIN is complete."""
        given = FirstStaff(self.draft.staff_name, self._pin.take())
        first, self._first = self._first, None
        if first is None:
            self.draft.staff = None
            try:
                check_staff(given)
            except EnvironmentFault:
                self.say(self.look.t("setup.pin_refused", least=LEAST_PIN, most=MOST_PIN))
            else:
                self._first = given
                self.say("")
        elif given == first:
            self.draft.staff = given
            self.say(self.look.t("setup.pin_kept", name=given.name), theme.GOLD_TEXT)
        else:
            self.say(self.look.t("setup.pin_differ"))
        self._ask()
        self.changed.emit()

    def _ask(self) -> None:
        look = self.look
        self.asked.setText(
            look.t("setup.pin_again") if self._first is not None else look.t("setup.pin_first")
        )
        self.dots.show_count(len(self._pin))
