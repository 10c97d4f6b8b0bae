"""What the parts of all card games have in common on the player's screen; a game says the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from kiosk.games.errors import UnknownLayout
from kiosk.games.game import Fact, Layout
from kiosk.money import short_dollars
from kiosk.seat.context import Context
from kiosk.seat.effects import Outcome
from kiosk.seat.state import SeatState
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import MIDDLE_LEFT, Style, fitted, label, paint_text
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import BoardFaces, SpotFace, Tone
from kiosk.ui.terminal.cards.help_parts import limit_row, range_words
from kiosk.ui.terminal.cards.pay_table import PaySection, PayTable
from kiosk.ui.terminal.cards.results_page import ResultsPage, ResultWords, Shown, trends
from kiosk.ui.terminal.cards.shows import CardFan, DealerShow, paint_fan
from kiosk.ui.terminal.game_part import Badge, PlayWords, TrendPage
from kiosk.ui.terminal.help.pages import page

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


STEP_REGISTERED = ("help.step_registered_title", "help.step_registered")
_MARK = 76  # design px of a card; the name stands closely below


class CardsLook(ResultWords, Protocol):
    """How a game paints the Dealer's cards, and names its spots."""

    def spot_words(self, spot: str, texts: Texts) -> str:
        """Its name."""


class SpotWords(NamedTuple):
    """What stands on a spot: keys of what it pays, the longest first, and of its name, else the one of everywhere.

    Spots of one `group` share the size of their texts.
    """

    tone: Tone
    odds: tuple[str, ...]
    name: str = ""
    group: str = ""


class CardPart:
    """See GamePart. `look` paints and names the Dealer's hand, `mark` are the cards of the game's mark.

    `limited` are the spots with limits of their own; all when empty.
    """

    trend_tabs = MappingProxyType({"pays": "felt.tab_pays", "results": "panel.tab_results"})
    words = PlayWords("felt.shuffled", "felt.in_play", "felt.why_asleep")
    name: str
    look: CardsLook
    mark: tuple[str, ...]
    spots: Mapping[str, SpotWords]
    limited: tuple[str, ...] = ()

    def own_layout(self, layout: Layout) -> Layout:
        """The same layout. Raises UnknownLayout for one of another game."""
        if layout.game != self.name:
            raise UnknownLayout(f"layout {layout.name} of {layout.game}: expected one of {self.name}")
        return layout

    def board_faces(self, layout: Layout, texts: Texts) -> BoardFaces:
        """The name of every spot, and what it pays."""
        self.own_layout(layout)
        spots = {
            spot: SpotFace(
                words.group or spot,
                words.tone,
                tuple(texts.get(line) for line in words.odds),
                name=texts.get(words.name) if words.name else self.look.spot_words(spot, texts),
            )
            for spot, words in self.spots.items()
        }
        return BoardFaces(spots, {}, lambda _painter, _rect, _figure: None)

    def limits_page(self, look: Style, layout: Layout, limits: Limits | None) -> QWidget:
        """The smallest and largest stake of each bet, and the unit."""
        self.own_layout(layout)
        if limits is None:
            return page(look, label(look, look.t("help.limits_later"), Role.BODY, "heading"))
        rows = [
            limit_row(look, self.look.spot_words(spot, look.texts), self.limit_words(spot, limits, look))
            for spot in self.limited or layout.spots
        ]
        unit = look.t("help.limit_unit", cents=short_dollars(limits.unit))
        said = (unit, *self.limits_notes(layout, look))
        return page(look, *rows, *(label(look, words, Role.BODY, "label") for words in said))

    def limit_words(self, spot: str, limits: Limits, look: Style) -> str:
        """The smallest and largest stake of a bet."""
        return range_words(look, spot, limits) or "–"

    def limits_notes(self, layout: Layout, look: Style) -> tuple[str, ...]:  # noqa: ARG002  a game may say more
        """What is said below the limits."""
        return ()

    def winning(self, layout: Layout, facts: Sequence[Fact]) -> Iterable[str]:  # noqa: ARG002  each box has its own
        """None for everybody: every box has its own result."""
        return ()

    def figure(self, facts: Sequence[Fact]) -> str:  # noqa: ARG002  a hand is no figure
        """None: the Dealer's hand stands there."""
        return ""

    def badges(self, facts: Sequence[Fact], texts: Texts) -> tuple[Badge, ...]:
        """The Dealer's hand."""
        return (Badge(self.look.result_words(facts, texts)[0], theme.BUTTON),)

    def play_show(self, look: Style, *, animations: bool, parent: QWidget | None = None) -> DealerShow:  # noqa: ARG002  nothing of it moves
        """The Dealer's hand beside a result."""
        return DealerShow(self.look, parent)

    def last_width(self, facts: Sequence[Fact], px: float) -> float:  # noqa: ARG002  always as wide
        """The room of the Dealer's hand."""
        return self.look.result_width(round(px))

    def paint_last(
        self, painter: QPainter, left: float, middle: float, px: float, facts: Sequence[Fact]
    ) -> float:
        """The Dealer's hand."""
        return self.look.paint_result(painter, left, middle, round(px), facts)

    def recalled_words(self, facts: Sequence[Fact], texts: Texts) -> str:
        """What the Dealer's hand was, on one line."""
        return self.look.result_words(facts, texts)[0]

    def paint_recalled(self, painter: QPainter, room: QRectF, facts: Sequence[Fact], look: Style) -> None:
        """The Dealer's hand, and where there is room what it was: that stands on the felt too."""
        scale = look.scale
        end = self.look.paint_result(painter, room.x(), room.center().y(), scale.px(58), facts)
        words = self.recalled_words(facts, look.texts)
        left = end + scale.space("s")
        behind = QRectF(left, room.y(), max(1.0, room.right() - left), room.height())
        written = fitted(look, words, Role.STRONG, scale.text(20), behind.width())
        if QFontMetricsF(written).horizontalAdvance(words) <= behind.width():
            paint_text(painter, behind, words, written, theme.TEXT, MIDDLE_LEFT)

    def attract_show(self, look: Style) -> CardFan:
        """A fan of cards that rises and sinks."""
        return CardFan(look, self.mark)

    def paint_mark(self, painter: QPainter, room: QRectF, look: Style) -> None:
        """The fan of cards, small."""
        high = look.scale.px(_MARK)
        upper = QRectF(room.x(), room.y(), room.width(), high)
        paint_fan(painter, upper, high, painter.device().devicePixelRatioF(), self.mark)

    def trends(self, outcomes: Sequence[Outcome]) -> tuple[Shown, ...]:
        """The rounds as they were."""
        return trends(outcomes)

    def trend_page(self, name: str, look: Style) -> TrendPage:
        """The pay tables, or the last results."""
        return ResultsPage(look, self.look) if name == "results" else PaysPage(look, self.pays)

    def pays(self, context: Context, state: SeatState, look: Style) -> Sequence[PaySection]:
        """The pay tables, lit as that state has it."""
        raise NotImplementedError
