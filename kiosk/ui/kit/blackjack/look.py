"""Blackjack as every screen shows it: the Dealer's hand in a row, totals and spots in words, why rounds are void."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtGui import QPainter

from kiosk.games.blackjack.agenda import NO_CARDS
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paytable import kind_of
from kiosk.games.blackjack.points import MOST, dealer_hand, is_blackjack, points
from kiosk.games.game import Fact
from kiosk.ui.kit.cards.face import paint_cards, row_width
from kiosk.ui.kit.cards.look import CardLook, open_cards, void_words
from kiosk.ui.kit.texts import Texts

_SPOTS = {
    "initial": "blackjack.spot_initial",
    "pair": "blackjack.spot_pair",
    "under": "blackjack.spot_under",
    "over": "blackjack.spot_over",
    "insurance": "blackjack.spot_insurance",
    "split": "blackjack.spot_split",
    "double": "blackjack.spot_double",
}
CHOICES = {
    "hit": "blackjack.hit",
    "stand": "blackjack.stand",
    "double": "blackjack.double",
    "split": "blackjack.split",
    "insurance": "blackjack.insurance",
    "even-money": "blackjack.even_money",
    "surrender": "blackjack.surrender",
}
"""What may be decided, as the player's buttons say it; the key of the words by the choice."""
_SHOWN = 5  # cards of a result in a row; more lie closer


def dealers_cards(facts: Sequence[Fact]) -> tuple[str, ...]:
    """The Dealer's hand in a result, without cards after it that are discarded (rule 5.10.2)."""
    return dealer_hand(open_cards(facts))


def total_words(cards: Sequence[str], texts: Texts, *, split: bool = False) -> str:
    """What a hand counts: `Blackjack`, `Soft 17`, `Bust 24`, `Ace`; empty without cards (rules 1.2, 1.3, 1.28)."""
    if not cards:
        return ""
    if len(cards) == 1 and cards[0][0] == "A":
        return texts.get("cards.ace")
    total, soft = points(cards)
    if is_blackjack(cards, split=split):
        return texts.get("blackjack.blackjack")
    if total > MOST:
        return texts.get("blackjack.bust", total=total)
    return texts.get("blackjack.soft", total=total) if soft else str(total)


class BlackjackLook(CardLook):
    """The Dealer's hand; see GameLook."""

    void_words: ClassVar = {
        NO_CARDS: "blackjack.void_no_cards",  # rule 5.5.3
        **void_words(GAME.void_reasons),
    }

    def paint_result(
        self, painter: QPainter, left: float, middle: float, px: int, facts: Sequence[Fact]
    ) -> float:
        """The Dealer's hand: five cards side by side, of more the rest over each other."""
        cards = dealers_cards(facts)
        end = left + self.result_width(px)
        if len(cards) <= _SHOWN:
            paint_cards(painter, left, middle, px, cards)
            return end
        step = (self.result_width(px) - row_width(px, 1)) / (len(cards) - 1)
        for card in cards:
            paint_cards(painter, left, middle, px, (card,))
            left += step
        return end

    def result_width(self, px: int) -> int:
        """The room of five cards, px."""
        return row_width(px, _SHOWN)

    def result_words(self, facts: Sequence[Fact], texts: Texts) -> tuple[str, str]:
        """What the Dealer's hand counted."""
        return total_words(dealers_cards(facts), texts) or texts.get("blackjack.no_dealer"), ""

    def spot_words(self, spot: str, texts: Texts) -> str:
        """`Initial Bet`, `Player Pair`; a Split or a double with its hand."""
        kind, number = kind_of(spot), spot.partition("-")[2]
        return texts.get(_SPOTS[kind], **({"hand": number} if number else {}))


LOOK = BlackjackLook()
