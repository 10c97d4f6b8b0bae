"""The parts of the dealer's window, made and placed together."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from kiosk.console.view import DeskView
from kiosk.ui.dealer.bars import CommandsRow, DeskBar, StepsRow, Strip
from kiosk.ui.dealer.books import Figures, History
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.dealer.plan import DealerRegions
from kiosk.ui.dealer.work.area import WorkArea
from kiosk.ui.dealer.work.primary import Inputs
from kiosk.ui.kit.style import Style


class Parts:
    """All parts on one widget, ``desk``, in the order in which Tab walks through them."""

    def __init__(self, window: QWidget, game: str, look: Style) -> None:
        self.desk = QWidget(window)
        self.work = WorkArea(game, look, self.desk)
        self.commands = CommandsRow(game, look, self.desk)
        self.grid = game_part(game).seats(look, self.desk)
        self.figures = Figures(look, self.desk)
        self.history = History(look, self.desk)
        self.strip = Strip(look, self.desk)
        self.bar = DeskBar(look, self.desk)
        self.steps = StepsRow(game, look, self.desk)

    def place(self, regions: DealerRegions) -> None:
        """Put every part into its region."""
        whole = self.desk.parentWidget()
        if whole is not None:
            self.desk.setGeometry(whole.rect())
        self.bar.setGeometry(regions.top_bar)
        self.steps.setGeometry(regions.steps)
        self.work.setGeometry(regions.work)
        self.commands.setGeometry(regions.commands)
        self.grid.setGeometry(regions.seats)
        self.figures.setGeometry(regions.figures)
        self.history.setGeometry(regions.history)
        self.strip.setGeometry(regions.strip)

    def show(self) -> None:
        """Show the parts of a window that is already on the screen."""
        self.desk.show()

    def show_view(self, view: DeskView, inputs: Inputs, left_ms: int | None) -> None:
        """Show one moment."""
        self.bar.show_view(view)
        self.steps.show_view(view)
        self.work.show_view(view, inputs, left_ms)
        self.commands.show_view(view)
        self.grid.show_view(view)
        self.grid.show_entry(inputs.entry)
        self.figures.show_view(view)
        self.history.show_view(view)
        self.strip.show_view(view)

    def remove(self) -> None:
        """Take all parts down."""
        self.desk.hide()
        self.desk.deleteLater()
