"""Blackjack's part of the player's screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from kiosk.games.game import Fact, Layout
from kiosk.seat.context import Context
from kiosk.seat.effects import Outcome
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.blackjack.look import LOOK
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import MIDDLE_LEFT, Style, fitted, paint_text
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.blackjack.faces import board_faces
from kiosk.ui.terminal.blackjack.help_pages import bets_page, limits_page
from kiosk.ui.terminal.blackjack.pages import sections_now
from kiosk.ui.terminal.blackjack.seen import own_layout
from kiosk.ui.terminal.board.face import BoardFaces
from kiosk.ui.terminal.cards.pays_page import PaysPage
from kiosk.ui.terminal.cards.results_page import ResultsPage, Shown, trends
from kiosk.ui.terminal.cards.shows import CardFan, DealerShow, paint_fan
from kiosk.ui.terminal.game_part import Badge, PlayWords, TrendPage

_MARK = 76  # design px of a card; the name stands closely below
MARK = ("As", "Ks")
"""A Blackjack: the game's mark."""


class BlackjackPart:
    """See GamePart."""

    steps = (
        ("blackjack.step_bets_title", "blackjack.step_bets"),
        ("help.step_registered_title", "help.step_registered"),
        ("blackjack.step_deal_title", "blackjack.step_deal"),
        ("blackjack.step_first_title", "blackjack.step_first"),
        ("blackjack.step_turn_title", "blackjack.step_turn"),
        ("blackjack.step_dealer_title", "blackjack.step_dealer"),
        ("blackjack.step_void_title", "blackjack.step_void"),
    )
    trend_tabs = MappingProxyType({"pays": "felt.tab_pays", "results": "panel.tab_results"})
    words = PlayWords("felt.shuffled", "felt.in_play", "felt.why_asleep")

    def winning(self, layout: Layout, facts: Sequence[Fact]) -> Iterable[str]:  # noqa: ARG002  each box has its own
        """None for everybody: every box has its own result."""
        return ()

    def figure(self, facts: Sequence[Fact]) -> str:  # noqa: ARG002  a hand is no figure
        """None: the Dealer's hand stands there."""
        return ""

    def badges(self, facts: Sequence[Fact], texts: Texts) -> tuple[Badge, ...]:
        """What the Dealer's hand counted."""
        return (Badge(LOOK.result_words(facts, texts)[0], theme.BUTTON),)

    def play_show(self, look: Style, *, animations: bool, parent: QWidget | None = None) -> DealerShow:  # noqa: ARG002  nothing of it moves
        """The Dealer's hand beside a result."""
        return DealerShow(LOOK, parent)

    def last_width(self, facts: Sequence[Fact], px: float) -> float:  # noqa: ARG002  always the same
        """The room of five cards."""
        return LOOK.result_width(round(px))

    def paint_last(
        self, painter: QPainter, left: float, middle: float, px: float, facts: Sequence[Fact]
    ) -> float:
        """The Dealer's hand."""
        return LOOK.paint_result(painter, left, middle, round(px), facts)

    def paint_recalled(self, painter: QPainter, room: QRectF, facts: Sequence[Fact], look: Style) -> None:
        """The Dealer's hand and what it counted."""
        scale = look.scale
        end = LOOK.paint_result(painter, room.x(), room.center().y(), scale.px(58), facts)
        words = LOOK.result_words(facts, look.texts)[0]
        left = end + scale.space("s")
        behind = QRectF(left, room.y(), max(1.0, room.right() - left), room.height())
        written = fitted(look, words, Role.STRONG, scale.text(20), behind.width())
        paint_text(painter, behind, words, written, theme.TEXT, MIDDLE_LEFT)

    def attract_show(self, look: Style) -> CardFan:
        """Two cards that rise and sink."""
        return CardFan(look, MARK)

    def paint_mark(self, painter: QPainter, room: QRectF, look: Style) -> None:
        """The two cards, small."""
        high = look.scale.px(_MARK)
        upper = QRectF(room.x(), room.y(), room.width(), high)
        paint_fan(painter, upper, high, painter.device().devicePixelRatioF(), MARK)

    def board_faces(self, layout: Layout, texts: Texts) -> BoardFaces:
        """The Initial Bet, the side Bets and Insurance."""
        own_layout(layout)
        return board_faces(texts)

    def trends(self, outcomes: Sequence[Outcome]) -> tuple[Shown, ...]:
        """The rounds as they were."""
        return trends(outcomes)

    @staticmethod
    def trend_page(name: str, look: Style) -> TrendPage:
        """The pay table, or the last results."""
        return ResultsPage(look, LOOK) if name == "results" else PaysPage(look, sections_now)

    def bets_page(self, look: Style, context: Context, limits: Limits | None) -> QWidget:
        """Every bet: rule, pays, exact edge, worked examples."""
        return bets_page(look, own_layout(context.layout), limits)

    def limits_page(self, look: Style, layout: Layout, limits: Limits | None) -> QWidget:
        """The limits by kind of bet (rule 3.4)."""
        own_layout(layout)
        return limits_page(look, limits)


PART = BlackjackPart()
