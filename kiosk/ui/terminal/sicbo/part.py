"""Sic Bo's part of the player's screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from kiosk.games.game import Fact, Layout
from kiosk.games.layout_file import own_layout
from kiosk.games.sicbo import SicBoLayout, dice_of, total, winning_spots
from kiosk.seat.context import Context
from kiosk.seat.effects import Outcome
from kiosk.table.records import Limits
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import BoardFaces
from kiosk.ui.terminal.game_part import Badge, PlayWords, TrendPage
from kiosk.ui.terminal.sicbo import result_words
from kiosk.ui.terminal.sicbo.attract_show import FloatingDice
from kiosk.ui.terminal.sicbo.dice_tumbler import DiceTumbler
from kiosk.ui.terminal.sicbo.faces import board_faces
from kiosk.ui.terminal.sicbo.help_pages import bets_page, limits_page
from kiosk.ui.terminal.sicbo.hot_and_cold import NumbersPage
from kiosk.ui.terminal.sicbo.results import ResultsPage
from kiosk.ui.terminal.sicbo.totals import TotalsPage
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

    trend_tabs = MappingProxyType(
        {"results": "panel.tab_results", "totals": "panel.tab_totals", "numbers": "panel.tab_numbers"}
    )
    words = PlayWords(
        "ribbon.tumbling", "ribbon.tumbled", "why.dice_fall", "help.information", "help.play_chase"
    )

    def winning(self, layout: Layout, facts: Sequence[Fact]) -> Iterable[str]:
        """The spots that the dice win (rules 3.9 and 4.1)."""
        return winning_spots(_own(layout), dice_of(facts))

    def figure(self, facts: Sequence[Fact]) -> str:
        """The Total Sum."""
        return str(total(dice_of(facts)))

    def badges(self, facts: Sequence[Fact], texts: Texts) -> tuple[Badge, ...]:
        """Triple, or Big or Small and Odd or Even."""
        return result_words.result_badges(dice_of(facts), texts)

    def play_show(self, look: Style, *, animations: bool, parent: QWidget | None = None) -> DiceTumbler:
        """Three dice that tumble."""
        return DiceTumbler(look.scale.px(44), animations=animations, parent=parent)

    def last_width(self, facts: Sequence[Fact], px: float) -> float:
        """The room of three dice."""
        return result_words.last_width(dice_of(facts), px)

    def paint_last(
        self, painter: QPainter, left: float, middle: float, px: float, facts: Sequence[Fact]
    ) -> float:
        """Three dice."""
        return result_words.paint_last(painter, left, middle, px, dice_of(facts))

    def paint_recalled(self, painter: QPainter, room: QRectF, facts: Sequence[Fact], look: Style) -> None:
        """Three dice, total and side."""
        result_words.paint_recalled(painter, room, dice_of(facts), look)

    def attract_show(self, look: Style) -> FloatingDice:
        """Three dice that rise and fall."""
        return FloatingDice(look)

    def paint_mark(self, painter: QPainter, room: QRectF, look: Style) -> None:
        """Three dice."""
        result_words.paint_mark(painter, room, look)

    def board_faces(self, layout: Layout, texts: Texts) -> BoardFaces:
        """The words of the rules' appendix."""
        return board_faces(_own(layout), texts)

    def trends(self, outcomes: Sequence[Outcome]) -> Trends:
        """Totals, sides and faces, counted. Raises BadFacts."""
        return trends(shown(outcome) for outcome in outcomes)

    def trend_page(self, name: str, look: Style) -> TrendPage:
        """The results, or a page of charts."""
        match name:
            case "totals":
                return TotalsPage(look)
            case "numbers":
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
    return own_layout(layout, SicBoLayout, "sicbo")


PART = SicBoPart()
