"""What every service screen is: a page in a frame, drawn in one look, asking one desk."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from kiosk.seat.state import SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, label
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton, plain_button
from kiosk.ui.service.desk import Desk


class Page(QWidget):
    """One service screen. It is made when it is opened and forgotten when another is; it holds nothing that lasts.

    ``show_state`` is called whenever the seat's state has changed, and once at the beginning.
    """

    def __init__(self, desk: Desk, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.look = look
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(look.scale.space("m"))

    def show_state(self, state: SeatState) -> None:
        """Say what is so now."""

    def unreadable(self) -> None:
        """The seat's books do not answer."""
        self.column.insertWidget(
            0, label(self.look, self.look.t("service.unreadable"), Role.STRONG, "body", theme.WARN)
        )

    def button(self, text: str, face: ButtonLook = ButtonLook.QUIET) -> TouchButton:
        """A button in this page's look, not lower than a finger."""
        # Shown without a parent it would be a window of its own.
        return plain_button(self.look, text, 48, face, parent=self)
