"""What every page of the first run is: one question, perhaps a word of explanation, and why one cannot go on yet."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.details import known
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, label, recolour
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton, plain_button
from kiosk.ui.setup.draft import Bench, Draft

BUTTON_PX = 72


class SetupPage(QWidget):
    """One question. ``changed``: whether one can go on may be another now. ``next_asked``: go on by itself."""

    changed = Signal()
    next_asked = Signal()

    def __init__(self, draft: Draft, bench: Bench, look: Style) -> None:
        super().__init__()
        self.draft = draft
        self.bench = bench
        self.look = look
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(look.scale.space("l"))
        self._said: QLabel | None = None

    @property
    def title(self) -> str:
        """The question."""
        return ""

    def shown(self) -> None:
        """The page has come to be seen."""

    def why_not(self) -> str:
        """Why one cannot go on; empty when one can."""
        return ""

    def leave(self) -> None:
        """Going on: keep the answer."""

    def back(self) -> bool:
        """Going back within the page; False when there is nowhere to go within it."""
        return False

    def note(self, text: str, colour: str = theme.TEXT_SOFT) -> QLabel:
        """A paragraph of this page, added at its end."""
        made = label(self.look, text, Role.BODY, "heading", colour)
        self.column.addWidget(made)
        return made

    def reason(self, report: object) -> str:
        """Why something did not work: in the page's language, else the technician's report word for word."""
        words = known(str(report), self.look.texts)
        return words or self.look.t("setup.technical", report=str(report))

    def say(self, text: str, colour: str = theme.WARN) -> None:
        """A line about what has just happened, at the same place each time."""
        if self._said is None:
            self._said = self.note("")
            self._said.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._said.setText(text)
        recolour(self._said, colour)

    @property
    def said(self) -> str:
        """What the line says."""
        return self._said.text() if self._said is not None else ""

    def button(self, text: str, face: ButtonLook = ButtonLook.QUIET) -> TouchButton:
        """A big button in this page's look."""
        return big_button(self.look, text, face)


def big_button(look: Style, text: str, face: ButtonLook = ButtonLook.QUIET) -> TouchButton:
    """A button that a finger finds also where the touch lies a little off."""
    made = plain_button(look, text, BUTTON_PX, face, size="heading", pad=28)
    made.setMinimumWidth(look.scale.px(220))
    return made
