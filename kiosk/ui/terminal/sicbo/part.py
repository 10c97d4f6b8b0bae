"""Sic Bo's part of the player's screen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from kiosk.games.errors import UnknownLayout
from kiosk.games.game import Layout
from kiosk.games.sicbo import SicBoLayout
from kiosk.seat.context import Context
from kiosk.seat.effects import Outcome
from kiosk.table.records import Limits
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import BoardFaces
from kiosk.ui.terminal.game_part import TrendPage
from kiosk.ui.terminal.sicbo.faces import board_faces
from kiosk.ui.terminal.sicbo.help_pages import bets_page, limits_page
from kiosk.ui.terminal.sicbo.results import ResultsPage
from kiosk.ui.terminal.sicbo.trends import Trends, shown, trends


class SicBoPart:
    """See GamePart."""

    steps = (
        ("help.step_bets_title", "help.step_bets"),
        ("help.step_registered_title", "help.step_registered"),
        ("help.step_close_title", "help.step_close"),
        ("help.step_dice_title", "help.step_dice"),
        ("help.step_result_title", "help.step_result"),
        ("help.step_void_title", "help.step_void"),
    )

    def board_faces(self, layout: Layout, texts: Texts) -> BoardFaces:
        """The words of the rules' appendix."""
        return board_faces(_own(layout), texts)

    def trends(self, outcomes: Sequence[Outcome]) -> Trends:
        """Totals, sides and faces, counted. Raises BadFacts."""
        return trends(shown(outcome) for outcome in outcomes)

    def trend_page(self, name: str, look: Style) -> TrendPage:
        """The results, or a page of charts."""
        # Only a player who asks for a chart pays for loading the chart library: it takes most of a second.
        match name:
            case "totals":
                from kiosk.ui.terminal.sicbo.totals import TotalsPage

                return TotalsPage(look)
            case "numbers":
                from kiosk.ui.terminal.sicbo.hot_and_cold import NumbersPage

                return NumbersPage(look)
            case _:
                return ResultsPage(look)

    def bets_page(self, look: Style, context: Context, limits: Limits | None) -> QWidget:
        """Every bet of the layout."""
        return bets_page(look, context, _own(context.layout), limits)

    def limits_page(self, look: Style, layout: Layout, limits: Limits | None) -> QWidget:
        """The limits by kind of bet (rule 3.3)."""
        return limits_page(look, _own(layout), limits)


def _own(layout: Layout) -> SicBoLayout:
    if not isinstance(layout, SicBoLayout):
        raise UnknownLayout(f"layout {layout.name} of {layout.game}: expected one of sicbo")
    return layout


PART = SicBoPart()
