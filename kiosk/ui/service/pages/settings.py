"""Settings: each value with what it is now and what it shall be; all of them apply together, or none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from msgspec.structs import replace
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QWidget

from kiosk.money import dollars
from kiosk.seat.events import SettingsChanged, SettingsUndone
from kiosk.seat.service import why_not_set
from kiosk.seat.state import SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, label, recolour
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton
from kiosk.ui.service.desk import Desk
from kiosk.ui.service.keyboard import Letters, PinPad
from kiosk.ui.service.page import Page
from kiosk.ui.service.tools import Tools

_STEPS = {
    "ticket_limit": 10_000,
    "win_limit": 10_000,
    "credit_limit": 50_000,
    "note_velocity": 10_000,
    "ticket_days": 10,
    "volume": 10,
}
_CHIP_SETS = (
    (100, 500, 1_000, 2_500, 10_000, 50_000),
    (500, 1_000, 2_500, 10_000, 50_000, 100_000),
    (1_000, 2_500, 5_000, 10_000, 50_000, 100_000),
)
_CHOICES: dict[str, tuple[object, ...]] = {
    "layout": ("A", "B", "C"),
    "language": ("en", "zh"),
    "chips": _CHIP_SETS,
}
_LANGUAGES = {"en": "setup.language_en", "zh": "setup.language_zh"}


@dataclass(frozen=True)
class Field:
    """A setting on the screen: its name and its title."""

    name: str
    title: str


FIELDS = (
    Field("layout", "service.set_layout"),
    Field("language", "service.set_language"),
    Field("chips", "service.set_chips"),
    Field("ticket_limit", "service.set_ticket_limit"),
    Field("win_limit", "service.set_win_limit"),
    Field("credit_limit", "service.set_credit_limit"),
    Field("note_velocity", "service.set_note_velocity"),
    Field("ticket_days", "service.set_ticket_days"),
    Field("volume", "service.set_volume"),
    Field("endpoints", "service.set_network"),
)
_MONEY = ("ticket_limit", "win_limit", "credit_limit", "note_velocity")


class SettingsPage(Page):
    """One row for each setting, smaller and larger beside it. Nothing changes before Apply."""

    def __init__(self, desk: Desk, look: Style, tools: Tools, parent: QWidget | None = None) -> None:
        super().__init__(desk, look, parent)
        self._tools = tools
        self.wanted = desk.model.state.settings
        self._now = tools.effective()
        grid = QGridLayout()
        grid.setHorizontalSpacing(look.scale.space("l"))
        grid.setVerticalSpacing(look.scale.space("s"))
        heads = (look.t("service.set_what"), look.t("service.set_now"), look.t("service.set_then"))
        for column, text in enumerate(heads):
            grid.addWidget(label(look, text, Role.LABEL, "caption", theme.TEXT_SOFT), 0, column)
        self.values: dict[str, QLabel] = {}
        self.less: dict[str, TouchButton] = {}
        self.more: dict[str, TouchButton] = {}
        for line, field in enumerate(FIELDS, 1):
            if field.name == "endpoints" and "endpoints" not in self._now:
                continue  # a seat whose table is on the same machine has no network
            grid.addWidget(label(look, look.t(field.title), Role.BODY, "body"), line, 0)
            grid.addWidget(
                label(look, self._text(field.name, self._now.get(field.name)), Role.STRONG, "body"), line, 1
            )
            self.values[field.name] = label(look, "", Role.STRONG, "body", theme.GOLD_TEXT)
            grid.addWidget(self.values[field.name], line, 2)
            buttons = QHBoxLayout()
            buttons.setSpacing(look.scale.space("s"))
            if field.name == "endpoints":
                edit = self.button(look.t("service.set_edit"))
                edit.clicked.connect(self._edit_network)
                self.more[field.name] = edit
                buttons.addWidget(edit)
            else:
                self.less[field.name] = self._stepper("−", field.name, -1)
                self.more[field.name] = self._stepper("+", field.name, 1)
                buttons.addWidget(self.less[field.name])
                buttons.addWidget(self.more[field.name])
            grid.addLayout(buttons, line, 3)
        grid.setColumnStretch(0, 2)
        grid.setColumnStretch(1, 2)
        grid.setColumnStretch(2, 2)
        self._fields = QWidget(self)
        self._fields.setLayout(grid)
        self.column.addWidget(self._fields)
        self._network = _Network(look, self._network_typed, self)
        self._network.hide()
        self.column.addWidget(self._network, 1)
        self.column.addStretch(1)
        self.said = label(look, "", Role.BODY, "body", theme.WARN)
        self.column.addWidget(self.said)
        row = QHBoxLayout()
        row.setSpacing(look.scale.space("m"))
        self.undo = self.button(look.t("service.set_undo"))
        self.reset = self.button(look.t("service.set_reset"))
        self.apply = self.button(look.t("service.set_apply"), ButtonLook.PRIMARY)
        self.restart = self.button(look.t("service.restart"), ButtonLook.DANGER)
        self.undo.clicked.connect(self._undo)
        self.reset.clicked.connect(self._reset)
        self.apply.clicked.connect(self._apply)
        self.restart.clicked.connect(self._restart)
        row.addWidget(self.undo)
        row.addWidget(self.reset)
        row.addStretch(1)
        row.addWidget(self.restart)
        row.addWidget(self.apply)
        self.column.addLayout(row)
        self._show()

    def _stepper(self, sign: str, name: str, by: int) -> TouchButton:
        made = self.button(sign)
        made.setMinimumWidth(self.look.scale.touch(72))
        made.clicked.connect(lambda _=False: self.step(name, by))
        return made

    # --- values -------------------------------------------------------------------------------------------------

    def _value(self, name: str) -> object:
        """What it shall be: as it was set, or as the seat has it now."""
        wanted = getattr(self.wanted, name)
        return wanted if wanted is not None else self._now.get(name)

    def _text(self, name: str, value: object) -> str:
        if value is None:
            return "–"
        if name in _MONEY and isinstance(value, int):
            return dollars(value)
        if isinstance(value, tuple):
            return " ".join(f"{part // 100:,}" if isinstance(part, int) else str(part) for part in value)
        if name == "language":
            return self.look.t(_LANGUAGES[str(value)])
        if name == "ticket_days":
            return self.look.t("service.value_days", days=value)
        return f"{value} %" if name == "volume" else str(value)

    def step(self, name: str, by: int) -> None:
        """The next smaller or larger value; where money forbids the change, none."""
        if not self.more[name].usable:
            return
        value = self._value(name)
        found: object
        if name in _CHOICES:
            choices = _CHOICES[name]
            at = choices.index(value) if value in choices else -1 if by > 0 else len(choices)
            found = choices[(at + by) % len(choices)]
        else:
            step = _STEPS[name]
            now = value if isinstance(value, int) else 0
            found = max(0 if name == "volume" else step, now + by * step)
            found = min(found, 100) if name == "volume" else found
        self.wanted = replace(self.wanted, **{name: found})
        self._show()

    def _edit_network(self) -> None:
        if not self.more["endpoints"].usable:
            return
        self._network.begin(self._text("endpoints", self._value("endpoints")))
        self._fields.hide()
        self._network.show()

    def _network_typed(self, text: str | None) -> None:
        self._network.hide()
        self._fields.show()
        if text is not None:
            self.wanted = replace(self.wanted, endpoints=tuple(text.split()) or None)
            self._show()

    # --- applying -----------------------------------------------------------------------------------------------

    def show_state(self, state: SeatState) -> None:  # noqa: ARG002  the model has it
        self._show()

    def _changes(self) -> dict[str, tuple[object, object]]:
        return self.desk.model.state.settings.changes(self.wanted)

    def _show(self) -> None:
        state = self.desk.model.state
        changes = self._changes()
        for name, value in self.values.items():
            text = self._text(name, self._value(name))
            value.setText(text)
            changed = name in changes
            recolour(value, theme.GOLD_TEXT if changed else theme.TEXT_SOFT)
            may = why_not_set(state, (name,)) is None
            for button in (self.less.get(name), self.more[name]):
                if button is not None:
                    button.set_usable(may)
        reason = why_not_set(state, changes)
        shut = reason or why_not_set(state, self.values)  # some buttons are grey: here stands why
        contradiction = self._tools.why_not(self.wanted) if changes else None
        texts = {
            "notice.settings_credit": self.look.t("notice.settings_credit"),
            "notice.settings_correctable": self.look.t("notice.settings_correctable"),
            "notice.settings_round": self.look.t("notice.settings_round"),
        }
        self.said.setText(contradiction or (texts[shut] if shut is not None else ""))
        self.reset.set_usable(bool(changes))
        self.apply.set_usable(bool(changes) and reason is None and contradiction is None)
        self.undo.set_usable(bool(state.settings_before) and reason is None)
        self.restart.setVisible(bool(self._pending()))

    def _pending(self) -> bool:
        """Whether what is set is not in effect before a restart."""
        settings = self.desk.model.state.settings
        return any(
            value is not None and value != self._now.get(name)
            for name in settings.__struct_fields__
            for value in [getattr(settings, name)]
        ) or bool(self._undone)

    _undone = False

    def _apply(self) -> None:
        changes = self._changes()
        if not changes:
            return
        contradiction = self._tools.why_not(self.wanted)
        if contradiction is not None:
            self.desk.act("settings-refused", "warning", why=contradiction[:200], what=", ".join(changes))
            self._show()
            return
        # Also where money forbids it: the seat itself refuses, and keeps that somebody tried.
        self.desk.model.send(SettingsChanged(self.wanted, self.desk.by))
        self._show()

    def _undo(self) -> None:
        before = self.desk.model.state.settings
        self.desk.model.send(SettingsUndone(self.desk.by))
        self.wanted = self.desk.model.state.settings
        self._undone = self._undone or self.wanted != before
        self._show()

    def _reset(self) -> None:
        self.wanted = self.desk.model.state.settings
        self._show()

    def _restart(self) -> None:
        self._tools.restart()


class _Network(QWidget):
    """The members of the table's cluster, typed on the screen: host:port, a blank between two."""

    def __init__(self, look: Style, typed: Callable[[str | None], None], parent: QWidget) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setSpacing(look.scale.space("m"))
        self._text = ""
        self.line = label(look, "", Role.STRONG, "heading", theme.GOLD_TEXT)
        grid.addWidget(self.line, 0, 0, 1, 2)
        self.letters = Letters(look)
        self.letters.typed.connect(self._sign)
        grid.addWidget(self.letters, 1, 0)
        self.pad = PinPad(look, look.t("service.set_take"))
        self.pad.typed.connect(self._sign)
        self.pad.entered.connect(lambda: typed(self._text.strip().lower()))
        grid.addWidget(self.pad, 1, 1)
        colon = TouchButton(":")
        colon.set_face(look.font(Role.LABEL, "title"), look.scale.radius("button"), look.scale.px(8))
        colon.clicked.connect(lambda: self._sign(":"))
        grid.addWidget(colon, 2, 0)
        back = TouchButton(look.t("recall.back"))
        back.set_face(look.font(Role.LABEL, "body"), look.scale.radius("button"), look.scale.px(8))
        back.clicked.connect(lambda: typed(None))
        grid.addWidget(back, 2, 1)

    def begin(self, text: str) -> None:
        """Start from this text."""
        self._text = text
        self.line.setText(text)

    def _sign(self, sign: str) -> None:
        self._text = self._text[:-1] if not sign else (self._text + sign.lower())[:300]
        self.line.setText(self._text)
