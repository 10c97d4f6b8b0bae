"""The player's own button for the colours of suits, on the felt of every card game."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from kiosk.ui.kit.cards.suits import has_four_colours
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton


class ColoursButton(TouchButton):
    """Checked while each suit has a colour of its own; it begins as the seat is set up. `toggled` tells of a change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setCheckable(True)
        self.toggled.connect(lambda on: self.set_look(ButtonLook.PRIMARY if on else ButtonLook.QUIET))
        self.setChecked(has_four_colours())

    def apply_style(self, look: Style) -> None:
        """Take over scale and language."""
        self.setText(look.t("setting.four_colours"))
        self.set_face(look.font(Role.LABEL, 18), look.scale.radius("button"), look.scale.px(8))
