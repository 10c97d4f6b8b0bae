"""The side panel's page of what hands pay, with the row lit that the own one reaches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtWidgets import QVBoxLayout

from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.ui.kit.style import Style
from kiosk.ui.terminal.cards.pay_table import PaySection, PayTable
from kiosk.ui.terminal.game_part import TrendPage

Sections = Callable[[Context, SeatState, Style], Sequence[PaySection]]
"""Answers the pay tables as they are lit in a state."""


class PaysPage(TrendPage):
    """The pay tables."""

    def __init__(self, look: Style, sections: Sections) -> None:
        super().__init__()
        self._look, self._sections = look, sections
        self.table = PayTable(look, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table, 1)

    def set_wide(self, wide: bool) -> None:
        """The table sees for itself."""

    def set_trends(self, counted: Any) -> None:  # noqa: ANN401  nothing of it is shown here
        """Nothing."""

    def show_state(self, context: Context, state: SeatState) -> None:
        """Light what is reached."""
        self.table.show_sections(self._sections(context, state, self._look))
