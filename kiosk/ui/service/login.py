"""The door of service mode: a name and a PIN, or the first supervisor of a seat that has none yet."""

from __future__ import annotations

import importlib
import threading

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget
from shiboken6 import isValid

from kiosk.seat.roles import MOST_NAME
from kiosk.seat.roles import Role as StaffRole
from kiosk.store.staff import Member, Refused, Session, Why
from kiosk.ui.kit import theme
from kiosk.ui.kit.details import known
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.plate_screen import PlateScreen
from kiosk.ui.kit.screen_mark import ScreenMark
from kiosk.ui.kit.secret import Dots, Secret
from kiosk.ui.kit.style import label, recolour
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton, plain_button
from kiosk.ui.service.gate import StaffGate
from kiosk.ui.service.keyboard import Letters, PinPad, with_sign
from kiosk.ui.service.words import ROLE_WORDS

_WHY = {
    Why.WRONG: "service.login_wrong",
    Why.LOCKED: "service.login_locked",
    Why.INACTIVE: "service.login_inactive",
    Why.BADGE_WANTED: "service.login_badge",
    Why.DAMAGED: "service.login_damaged",
}
_MOST_NAMES = 12  # on the screen at once; more are reached by page
_CHARTS = "pyqtgraph"


def warm_charts() -> threading.Thread:
    """Load the chart library while a PIN is typed, so that the screens behind it open at once. Play needs none."""
    thread = threading.Thread(target=importlib.import_module, args=(_CHARTS,), name="warm-charts")
    thread.start()
    return thread


class LoginScreen(PlateScreen):
    """Names on the left, PIN on the right. `closed` leads back without anybody; `entered` when somebody is in.

    A badge that a reader scans is typed like a keyboard's line: digits and letters and Return.
    """

    closed = Signal()
    entered = Signal()
    covers = True

    def __init__(self, gate: StaffGate, texts: Texts, scale: Scale, parent: QWidget | None = None) -> None:
        super().__init__(texts, scale, "xl", parent)
        self._gate = gate
        self._name = ""
        self._first_name = ""
        self._first_pin = ""
        self._pin = Secret()
        self._badge = ""
        self._page = 0
        self._busy = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        warm_charts()
        self._build()

    # --- parts --------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        look, scale = self._look, self._look.scale
        column = self._begin("l")
        head = QHBoxLayout()
        head.setSpacing(scale.space("m"))
        head.addWidget(ScreenMark(look, "service.mark"))
        first = not self._gate.named
        title = look.t("service.first_title") if first else look.t("service.login_title")
        head.addWidget(label(look, title, Role.TITLE, "title"), 1)
        self.back = self._button(look.t("recall.back"), ButtonLook.PRIMARY)
        self.back.clicked.connect(self.closed)
        head.addWidget(self.back)
        column.addLayout(head)
        turn = QBoxLayout.Direction.TopToBottom if scale.portrait else QBoxLayout.Direction.LeftToRight
        split = QBoxLayout(turn)
        split.setSpacing(scale.space("xxl"))
        left = self._first_side() if first else self._names_side()
        split.addLayout(left, 1)
        split.addLayout(self._pin_side(first=first), 0)
        column.addLayout(split, 1)
        self._end()
        self.setFocus()

    def _button(self, text: str, face: ButtonLook = ButtonLook.QUIET) -> TouchButton:
        return plain_button(self._look, text, 56, face)

    def _names_side(self) -> QVBoxLayout:
        look = self._look
        column = QVBoxLayout()
        column.setSpacing(look.scale.space("m"))
        column.addWidget(label(look, look.t("service.login_who"), Role.STRONG, "heading"))
        members = self._gate.members()
        if not members:
            for line in (look.t("service.login_damaged"), *self._gate.damage()[:4]):
                column.addWidget(label(look, line, Role.BODY, "body", theme.WARN))
        self.names: dict[str, TouchButton] = {}
        grid = QGridLayout()
        grid.setSpacing(look.scale.space("m"))
        pages = max(1, -(-len(members) // _MOST_NAMES))
        self._page %= pages
        shown = members[self._page * _MOST_NAMES : (self._page + 1) * _MOST_NAMES]
        for number, member in enumerate(shown):
            grid.addWidget(self._name_button(member), number // 2, number % 2)
        column.addLayout(grid)
        if pages > 1:
            more = self._button(look.t("service.login_more", page=self._page + 1, pages=pages))
            more.clicked.connect(self._next_page)
            column.addWidget(more)
        column.addStretch(1)
        note = look.t("service.login_note")
        column.addWidget(label(look, note, Role.BODY, "body", theme.TEXT_SOFT))
        return column

    def _name_button(self, member: Member) -> TouchButton:
        look = self._look
        role = look.t(ROLE_WORDS[StaffRole(member.role)]) if member.role is not None else ""
        made = self._button(f"{member.name} · {role}")
        made.setCheckable(True)
        made.setChecked(member.name == self._name)
        made.setFixedHeight(look.scale.touch(76))
        made.set_face(look.font(Role.LABEL, "heading"), look.scale.radius("button"), look.scale.px(18))
        made.clicked.connect(lambda _=False, name=member.name: self.choose(name))
        self.names[member.name] = made
        return made

    def _first_side(self) -> QVBoxLayout:
        look = self._look
        column = QVBoxLayout()
        column.setSpacing(look.scale.space("m"))
        column.addWidget(label(look, look.t("service.first_note"), Role.BODY, "body", theme.TEXT_SOFT))
        column.addWidget(label(look, look.t("service.first_name"), Role.STRONG, "heading"))
        self.typed = label(look, self._first_name or "…", Role.TITLE, "title", theme.GOLD_TEXT)
        column.addWidget(self.typed)
        self.letters = Letters(look)
        self.letters.typed.connect(self.type_name)
        column.addWidget(self.letters)
        column.addStretch(1)
        return column

    def _pin_side(self, *, first: bool) -> QVBoxLayout:
        look = self._look
        column = QVBoxLayout()
        column.setSpacing(look.scale.space("m"))
        if first:
            asked = look.t("service.first_again") if self._first_pin else look.t("service.first_pin")
        else:
            asked = look.t("service.login_pin")
        column.addWidget(label(look, asked, Role.STRONG, "heading"))
        self.dots = Dots(look)
        self.dots.show_count(len(self._pin))
        column.addWidget(self.dots)
        self.pad = PinPad(look, look.t("service.login_enter"))
        self.pad.typed.connect(self.type_digit)
        self.pad.entered.connect(self.enter)
        column.addWidget(self.pad)
        self.said: QLabel = label(look, "", Role.BODY, "body", theme.WARN)
        self.said.setMinimumHeight(look.scale.px(96))
        self.said.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.said.setFixedWidth(look.scale.px(400))
        column.addWidget(self.said)
        column.addStretch(1)
        return column

    # --- hands --------------------------------------------------------------------------------------------------

    def choose(self, name: str) -> None:
        """A name was touched."""
        self._name = name
        for one, button in self.names.items():
            button.setChecked(one == name)
        self._pin.clear()
        self.dots.show_count(0)
        self.said.setText("")

    def type_name(self, sign: str) -> None:
        """A letter of the first supervisor's name."""
        self._first_name = with_sign(self._first_name, sign, MOST_NAME)
        self.typed.setText(self._first_name or "…")

    def type_digit(self, digit: str) -> None:
        """A digit of the PIN, or one back."""
        self._pin.type(digit)
        self.dots.show_count(len(self._pin))

    def _next_page(self) -> None:
        self._page += 1
        self._build()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # A badge reader types its line and ends it; a keyboard's digits are a PIN only on the pad of the screen.
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            badge, self._badge = self._badge, ""
            if badge:
                self.badge(badge)
        elif event.text().isprintable() and event.text():
            self._badge = (self._badge + event.text())[-64:]
        else:
            super().keyPressEvent(event)

    def badge(self, text: str) -> None:
        """A badge was scanned: it stands for a name, or beside it as the second factor."""
        self._scanned = text
        self._say(self._look.t("service.login_scanned"), theme.TEXT_SOFT)

    _scanned = ""

    def enter(self) -> None:
        """The PIN is complete."""
        if self._busy:
            return
        if not self._gate.named:
            self._enter_first()
            return
        if not self._name and not self._scanned:
            self._say(self._look.t("service.login_choose"))
            return
        self._busy = True
        self._say(self._look.t("service.login_wait"), theme.TEXT_SOFT)
        pin, badge = self._pin.take(), self._scanned or None
        self._scanned = ""
        self.dots.show_count(0)
        self._gate.log_in(self._name, pin, badge, self._answered, self._is_there)

    def _is_there(self) -> bool:
        """Whether this very screen still asks; whoever has gone back, or turned the key back, is nobody."""
        return isValid(self) and self.isVisible()

    def _answered(self, found: Session | Refused | str) -> None:
        self._busy = False
        if isinstance(found, Session):
            self.entered.emit()
        elif isinstance(found, Refused):
            self._say(self._words_of(found))
        else:
            self._say(found)

    def _words_of(self, refused: Refused) -> str:
        look = self._look
        if refused.reason is Why.LOCKED or refused.wait_s:
            return look.t("service.login_locked", seconds=refused.wait_s)
        if refused.reason is Why.WRONG:
            return look.t("service.login_wrong", left=refused.tries_left)
        return look.t(_WHY[refused.reason])

    def _enter_first(self) -> None:
        look = self._look
        pin = self._pin.take()
        self.dots.show_count(0)
        if not self._first_pin:
            self._first_pin = pin
            self._build()
            return
        first, self._first_pin = self._first_pin, ""
        if pin != first:
            self._build()
            self._say(look.t("service.first_differ"))
            return
        self._busy = True
        self._gate.create_first(self._first_name, pin, self._made)

    def _made(self, why_not: str) -> None:
        if not self._is_there():
            return
        self._busy = False
        self._name = self._first_name if not why_not else ""
        self._build()
        told = known(why_not, self._look.texts) or why_not
        self._say(told or self._look.t("service.first_made"), theme.WARN if why_not else theme.GOLD_TEXT)

    def _say(self, text: str, colour: str = theme.WARN) -> None:
        self.said.setText(text)
        recolour(self.said, colour)
