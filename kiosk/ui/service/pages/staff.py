"""Staff: who may do what at this seat; made, changed and retired by a supervisor."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from kiosk import local_time
from kiosk.seat.roles import MOST_BADGE, MOST_NAME, SEAT_ROLES, StaffRefusal
from kiosk.seat.roles import Role as StaffRole
from kiosk.store.staff import Member, Session, StaffStore
from kiosk.ui.kit import theme
from kiosk.ui.kit.details import known
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.secret import Dots, Secret
from kiosk.ui.kit.style import Style, label, recolour
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton
from kiosk.ui.service.desk import Desk
from kiosk.ui.service.gate import StaffGate
from kiosk.ui.service.keyboard import Letters, PinPad, with_sign
from kiosk.ui.service.page import Page
from kiosk.ui.service.table import Column, Row, Table
from kiosk.ui.service.words import ROLE_WORDS

_ROLES = SEAT_ROLES
Work = Callable[[StaffStore, Session], object]


class RoleChoice(QWidget):
    """All roles side by side: one is chosen by a touch, none is passed on the way to it."""

    chosen = Signal(object)

    def __init__(self, page: Page, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(page.look.scale.space("s"))
        self.buttons: dict[StaffRole, TouchButton] = {}
        for role in _ROLES:
            button = self.buttons[role] = page.button(page.look.t(ROLE_WORDS[role]))
            button.setCheckable(True)
            button.clicked.connect(lambda _=False, role=role: self.chosen.emit(role))
            row.addWidget(button, 1)

    def show_role(self, now: StaffRole | None) -> None:
        """Mark the role that is set."""
        for role, button in self.buttons.items():
            button.setChecked(role is now)
            button.set_look(ButtonLook.PRIMARY if role is now else ButtonLook.QUIET)


class StaffPage(Page):
    """The list with what can be done to the one that is chosen; below, a new one by name, role and PIN."""

    def __init__(self, desk: Desk, look: Style, gate: StaffGate, parent: QWidget | None = None) -> None:
        super().__init__(desk, look, parent)
        self._gate = gate
        self._members: list[Member] = []
        self.chosen: Member | None = None
        self._name = ""
        self._role = _ROLES[0]
        self._pin = Secret()
        self._resetting = False
        self._scanning: str | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        turn = QBoxLayout.Direction.TopToBottom if look.scale.portrait else QBoxLayout.Direction.LeftToRight
        split = QBoxLayout(turn)
        split.setSpacing(look.scale.space("xl"))
        left = QVBoxLayout()
        self.table = Table(
            look,
            (
                Column(look.t("service.staff_name"), 1.6),
                Column(look.t("service.staff_role"), 1.2),
                Column(look.t("service.staff_state"), 1.6),
            ),
        )
        self.table.tapped.connect(self.choose)
        left.addWidget(self.table, 1)
        acts = QHBoxLayout()
        acts.setSpacing(look.scale.space("s"))
        self.acts: dict[str, TouchButton] = {
            "role": self.button(look.t("service.staff_next_role")),
            "pin": self.button(look.t("service.staff_new_pin")),
            "unlock": self.button(look.t("service.staff_unlock")),
            "badge": self.button(look.t("service.staff_badge")),
            "active": self.button(look.t("service.staff_retire")),
        }
        calls: dict[str, Callable[[], None]] = {
            "role": self._offer_roles,
            "pin": self._reset_pin,
            "unlock": lambda: self._do(lambda staff, by: staff.unlock(by, self._chosen_name)),
            "badge": self._badge,
            "active": self._turn_active,
        }
        for name, button in self.acts.items():
            button.clicked.connect(lambda _=False, call=calls[name]: call())
            acts.addWidget(button, 1)
        self.other_roles = RoleChoice(self)
        self.other_roles.chosen.connect(self._set_role)
        self.other_roles.hide()
        left.addWidget(self.other_roles)
        left.addLayout(acts)
        split.addLayout(left, 1)
        right = QVBoxLayout()
        right.setSpacing(look.scale.space("s"))
        self.title = label(look, look.t("service.staff_new"), Role.STRONG, "heading")
        right.addWidget(self.title)
        self.typed = label(look, "…", Role.TITLE, "heading", theme.GOLD_TEXT)
        right.addWidget(self.typed)
        self.roles = RoleChoice(self)
        self.roles.chosen.connect(self._choose_role)
        self.roles.show_role(self._role)
        right.addWidget(self.roles)
        self.letters = Letters(look)
        self.letters.typed.connect(self.type_name)
        right.addWidget(self.letters)
        row = QHBoxLayout()
        row.setSpacing(look.scale.space("l"))  # what is said of the PIN is no key
        self.pad = PinPad(look, look.t("service.staff_make"))
        self.pad.typed.connect(self.type_digit)
        self.pad.entered.connect(self._enter)
        row.addWidget(self.pad)
        side = QVBoxLayout()
        side.addWidget(label(look, look.t("service.first_pin"), Role.BODY, "body", theme.TEXT_SOFT))
        self.dots = Dots(look)
        side.addWidget(self.dots)
        self.said = label(look, "", Role.BODY, "body", theme.WARN)
        self.said.setAlignment(Qt.AlignmentFlag.AlignTop)
        side.addWidget(self.said, 1)
        row.addLayout(side, 1)
        right.addLayout(row)
        right.addStretch(1)
        split.addLayout(right, 1)
        self.column.addLayout(split, 1)
        self._refresh()

    # --- the list -----------------------------------------------------------------------------------------------

    @property
    def _chosen_name(self) -> str:
        return self.chosen.name if self.chosen is not None else ""

    def _refresh(self) -> None:
        look = self.look
        self._members = self._gate.all_members()
        rows = []
        for member in self._members:
            state = look.t("service.staff_active") if member.active else look.t("service.staff_retired")
            if member.locked_until is not None:
                until = local_time.local(member.locked_until)
                state = look.t("service.staff_locked", until=f"{until:%H:%M:%S} {until.tzname()}")
            if member.damaged:
                state = look.t("service.staff_damaged", parts=member.damaged)
            role = look.t(ROLE_WORDS[StaffRole(member.role)]) if member.role is not None else "–"
            colour = theme.WARN if member.damaged or member.locked_until else theme.TEXT
            rows.append(
                Row(
                    (member.name, role, state), colour if member.active or member.damaged else theme.TEXT_SOFT
                )
            )
        self.table.set_rows(rows, tappable=True)
        self.choose(next((n for n, one in enumerate(self._members) if one.name == self._chosen_name), -1))

    def choose(self, index: int) -> None:
        """A row was touched; -1 for none."""
        self.chosen = self._members[index] if index >= 0 else None
        self.other_roles.hide()
        self.other_roles.show_role(
            StaffRole(self.chosen.role) if self.chosen is not None and self.chosen.role is not None else None
        )
        for button in self.acts.values():
            button.set_usable(self.chosen is not None)
        look = self.look
        if self.chosen is not None:
            text = (
                look.t("service.staff_retire") if self.chosen.active else look.t("service.staff_bring_back")
            )
            self.acts["active"].setText(text)
            self._say(look.t("service.staff_chosen", name=self.chosen.name), theme.TEXT_SOFT)

    def _do(self, work: Work) -> None:
        if self.chosen is None and not self._name:
            self._say(self.look.t("service.staff_choose"))
            return
        self._gate.manage(work, self._done)

    def _done(self, why_not: str) -> None:
        from shiboken6 import isValid

        if not isValid(self):
            return
        told = known(why_not, self.look.texts) or why_not
        self._say(told or self.look.t("service.staff_done"), theme.WARN if why_not else theme.GOLD_TEXT)
        if not why_not:
            self._name, self._resetting = "", False
            self.typed.setText("…")
            self.title.setText(self.look.t("service.staff_new"))
        self._refresh_keeping_words()

    def _refresh_keeping_words(self) -> None:
        words, colour = self.said.text(), self.said.palette().windowText().color().name()
        self._refresh()
        self._say(words, colour)

    def _offer_roles(self) -> None:
        """Every role for the chosen one; a second touch takes them away."""
        self.other_roles.setVisible(self.chosen is not None and not self.other_roles.isVisibleTo(self))

    @Slot(object)
    def _set_role(self, role: StaffRole) -> None:
        self.other_roles.hide()
        if self.chosen is not None and self.chosen.role != role:
            self._do(lambda staff, by: staff.set_role(by, self._chosen_name, role))

    def _turn_active(self) -> None:
        if self.chosen is None:
            return
        active = self.chosen.active
        self._do(
            lambda staff, by: (
                staff.deactivate(by, self._chosen_name) if active else staff.reactivate(by, self._chosen_name)
            )
        )

    def _reset_pin(self) -> None:
        if self.chosen is None:
            return
        self._resetting = True
        self.title.setText(self.look.t("service.staff_pin_of", name=self.chosen.name))
        self._pin.clear()
        self.dots.show_count(0)

    def _badge(self) -> None:
        """The next line of a badge reader is the badge of the chosen one; a second touch takes the badge away."""
        if self.chosen is None:
            self._say(self.look.t("service.staff_choose"))
            return
        if self._scanning is not None:
            self._scanning = None
            self._do(lambda staff, by: staff.set_badge(by, self._chosen_name, None))
            return
        self._scanning = ""
        self.setFocus()
        self._say(self.look.t("service.staff_scan", name=self.chosen.name), theme.TEXT_SOFT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._scanning is None:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            badge, self._scanning = self._scanning, None
            if badge:
                self._do(lambda staff, by: staff.set_badge(by, self._chosen_name, badge, second_factor=True))
        elif event.text().isprintable() and event.text():
            self._scanning = (self._scanning + event.text())[-MOST_BADGE:]

    # --- a new one ----------------------------------------------------------------------------------------------

    def type_name(self, sign: str) -> None:
        """A letter of the new one's name."""
        self._resetting = False
        self.title.setText(self.look.t("service.staff_new"))
        self._name = with_sign(self._name, sign, MOST_NAME)
        self.typed.setText(self._name or "…")

    def type_digit(self, digit: str) -> None:
        """A digit of the PIN, or one back."""
        self._pin.type(digit)
        self.dots.show_count(len(self._pin))

    @Slot(object)
    def _choose_role(self, role: StaffRole) -> None:
        self._role = role
        self.roles.show_role(role)

    def _enter(self) -> None:
        pin = self._pin.take()
        self.dots.show_count(0)
        name, role = self._name, self._role
        if self._resetting and self.chosen is not None:
            self._do(lambda staff, by: staff.reset_pin(by, self._chosen_name, pin))
        elif name:
            self._do(lambda staff, by: staff.add(by, name, role, pin))
        else:
            self._say(self.look.t("service.staff_choose"))

    def _say(self, text: str, colour: str = theme.WARN) -> None:
        self.said.setText(text)
        recolour(self.said, colour)


__all__ = ["StaffPage", "StaffRefusal"]
