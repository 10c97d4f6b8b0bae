"""Casino Stud Poker's part of the player's screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import MappingProxyType

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from kiosk.cards.poker import rank_hand
from kiosk.games.game import Fact, Layout
from kiosk.games.stud.hands import CARDS, qualifies
from kiosk.seat.context import Context
from kiosk.seat.effects import Outcome
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.stud.look import LOOK, dealers_cards
from kiosk.ui.kit.style import MIDDLE_LEFT, Style, fitted, paint_text
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import BoardFaces
from kiosk.ui.terminal.cards.pays_page import PaysPage
from kiosk.ui.terminal.cards.results_page import ResultsPage, Shown, trends
from kiosk.ui.terminal.cards.shows import CardFan, DealerShow, paint_fan
from kiosk.ui.terminal.game_part import Badge, PlayWords, TrendPage
from kiosk.ui.terminal.stud.faces import board_faces
from kiosk.ui.terminal.stud.felt import own_felt
from kiosk.ui.terminal.stud.help_pages import bets_page, limits_page
from kiosk.ui.terminal.stud.pages import sections_now

_MARK = 76  # design px of a card; the name stands closely below
MARK = ("Ah", "Kh", "Qh", "Jh", "Th")
"""The highest hand: the game's mark."""


class StudPart:
    """See GamePart."""

    steps = (
        ("stud.step_bets_title", "stud.step_bets"),
        ("help.step_registered_title", "help.step_registered"),
        ("stud.step_deal_title", "stud.step_deal"),
        ("stud.step_decide_title", "stud.step_decide"),
        ("stud.step_dealer_title", "stud.step_dealer"),
        ("stud.step_jackpot_title", "stud.step_jackpot"),
        ("stud.step_void_title", "stud.step_void"),
    )
    trend_tabs = MappingProxyType({"pays": "felt.tab_pays", "results": "panel.tab_results"})
    words = PlayWords("felt.shuffled", "felt.in_play", "felt.why_asleep")

    def winning(self, layout: Layout, facts: Sequence[Fact]) -> Iterable[str]:  # noqa: ARG002  each box has its own
        """None for everybody: every box has its own result."""
        return ()

    def figure(self, facts: Sequence[Fact]) -> str:  # noqa: ARG002  a Hand is no figure
        """None: the Dealer's Hand stands there."""
        return ""

    def badges(self, facts: Sequence[Fact], texts: Texts) -> tuple[Badge, ...]:
        """The Dealer's Hand, and that it does not qualify (rule 1.14)."""
        cards = dealers_cards(facts)
        hand = Badge(LOOK.result_words(facts, texts)[0], theme.BUTTON)
        if len(cards) < CARDS or qualifies(rank_hand(cards)):
            return (hand,)
        return (hand, Badge(texts.get("stud.not_qualifies"), theme.TRIPLE_GOLD, theme.TEXT_ON_GOLD))

    def play_show(self, look: Style, *, animations: bool, parent: QWidget | None = None) -> DealerShow:  # noqa: ARG002  nothing of it moves
        """The Dealer's Hand beside a result."""
        return DealerShow(LOOK, parent)

    def last_width(self, facts: Sequence[Fact], px: float) -> float:  # noqa: ARG002  always five cards
        """The room of five cards."""
        return LOOK.result_width(round(px))

    def paint_last(
        self, painter: QPainter, left: float, middle: float, px: float, facts: Sequence[Fact]
    ) -> float:
        """Five cards."""
        return LOOK.paint_result(painter, left, middle, round(px), facts)

    def paint_recalled(self, painter: QPainter, room: QRectF, facts: Sequence[Fact], look: Style) -> None:
        """The Dealer's Hand and what it is."""
        scale = look.scale
        end = LOOK.paint_result(painter, room.x(), room.center().y(), scale.px(58), facts)
        words, _ = LOOK.result_words(facts, look.texts)
        left = end + scale.space("s")
        behind = QRectF(left, room.y(), max(1.0, room.right() - left), room.height())
        written = fitted(look, words, Role.STRONG, scale.text(20), behind.width())
        paint_text(painter, behind, words, written, theme.TEXT, MIDDLE_LEFT)

    def attract_show(self, look: Style) -> CardFan:
        """A fan of cards that rises and sinks."""
        return CardFan(look, MARK)

    def paint_mark(self, painter: QPainter, room: QRectF, look: Style) -> None:
        """The fan of cards, small."""
        high = look.scale.px(_MARK)
        upper = QRectF(room.x(), room.y(), room.width(), high)
        paint_fan(painter, upper, high, painter.device().devicePixelRatioF(), MARK)

    def board_faces(self, layout: Layout, texts: Texts) -> BoardFaces:
        """ANTE, BET and the jackpot's coin spot."""
        return board_faces(own_felt(layout), texts)

    def trends(self, outcomes: Sequence[Outcome]) -> tuple[Shown, ...]:
        """The rounds as they were."""
        return trends(outcomes)

    @staticmethod
    def trend_page(name: str, look: Style) -> TrendPage:
        """The pay tables, or the last results."""
        return ResultsPage(look, LOOK) if name == "results" else PaysPage(look, sections_now)

    def bets_page(self, look: Style, context: Context, limits: Limits | None) -> QWidget:
        """The three bets: rule, pay table, exact edge, worked examples."""
        return bets_page(look, context, own_felt(context.layout), limits)

    def limits_page(self, look: Style, layout: Layout, limits: Limits | None) -> QWidget:
        """The limits by kind of bet (rule 3.3)."""
        return limits_page(look, own_felt(layout), limits)


PART = StudPart()
