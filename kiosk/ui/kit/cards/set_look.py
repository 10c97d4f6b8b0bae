"""How every screen shows a game with set hands: the Dealer's two hands, spots in words, why rounds are void."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtGui import QPainter

from kiosk.games.game import Fact, VoidReasons
from kiosk.ui.kit.cards.face import paint_cards, row_width
from kiosk.ui.kit.cards.look import CardLook, open_cards, void_words
from kiosk.ui.kit.cards.setting import Cards, HandRules, Hands
from kiosk.ui.kit.texts import Texts

_APART = 0.3  # between the hands, of a card's height


class SetLook(CardLook):
    """See GameLook."""

    def __init__(
        self, rules: HandRules, spots: Mapping[str, str], void: VoidReasons, voids: Mapping[str, str]
    ) -> None:
        self.rules = rules
        self.spots = spots
        self.void_words = void_words(void) | dict(voids)

    def dealers_cards(self, facts: Sequence[Fact]) -> Cards:
        """The Dealer's open cards in a result; none where no hand was played. Raises BadFacts for too many."""
        return open_cards(facts, self._size)

    def dealers_hands(self, facts: Sequence[Fact]) -> Hands | None:
        """The Dealer's hands as the House Way sets them, once all cards are open."""
        cards = self.dealers_cards(facts)
        return self.rules.house_way(cards) if len(cards) == self._size else None

    @property
    def _size(self) -> int:
        return self.rules.low + self.rules.high

    def paint_result(
        self, painter: QPainter, left: float, middle: float, px: int, facts: Sequence[Fact]
    ) -> float:
        """The Low and the High Hand, or backs where they were not shown."""
        found = self.dealers_hands(facts)
        low: tuple[str | None, ...] = found.low if found else (None,) * self.rules.low
        high: tuple[str | None, ...] = found.high if found else (None,) * self.rules.high
        end = paint_cards(painter, left, middle, px, low)
        return paint_cards(painter, end + px * _APART, middle, px, high)

    def result_width(self, px: int) -> int:
        """The room of both hands, px."""
        return row_width(px, self.rules.low) + row_width(px, self.rules.high) + round(px * _APART)

    def result_words(self, facts: Sequence[Fact], texts: Texts) -> tuple[str, str]:
        """The High Hand in words and below it the Low Hand, or that none was shown."""
        found = self.dealers_hands(facts)
        if found is None:
            return texts.get("setting.not_shown"), ""
        low = self.rules.low_words(found.low, texts)
        return self.rules.high_words(found.high, texts), texts.get("setting.low_is", hand=low)
