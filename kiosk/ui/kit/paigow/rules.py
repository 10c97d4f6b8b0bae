"""Seven cards as the screens set and name them: a Low Hand of two, a High Hand of five, the Joker among them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kiosk.games.paigow.hands import FIVE_ACES, VALUE, high_rank, is_foul, low_rank
from kiosk.games.paigow.house_way import set_house_way
from kiosk.games.paigow.play import low_of
from kiosk.ui.kit.cards.setting import Cards, Hands, Verdict
from kiosk.ui.kit.cards.words import hand_words, rank_word, ranks_word
from kiosk.ui.kit.texts import Texts


class PaiGowRules:
    """See HandRules."""

    low, high = 2, 5

    def ordered(self, cards: Iterable[str]) -> Cards:
        """The highest first; the Joker is an Ace."""
        return tuple(sorted(cards, key=VALUE.__getitem__, reverse=True))

    def house_way(self, cards: Sequence[str]) -> Hands:
        """As Appendix A sets them."""
        setting, _ = set_house_way(cards)
        return Hands(self.ordered(setting.low), self.ordered(setting.high))

    def set_by(self, cards: Sequence[str], choice: str) -> Hands:
        """A foul setting is set the House Way (rule 3.12.2)."""
        low = low_of(choice, cards)
        if low is None:
            return self.house_way(cards)
        hands = Hands(self.ordered(low), self.ordered(card for card in cards if card not in low))
        return self.house_way(cards) if self.is_foul(hands) else hands

    def is_foul(self, hands: Hands) -> bool:
        """Whether the Low Hand ranks above the High Hand (rule 1.1.4)."""
        return is_foul(low_rank(hands.low), high_rank(hands.high))

    def low_words(self, cards: Sequence[str], texts: Texts) -> str:
        """`Pair of 8s`, `King-Queen high`."""
        first, second = (VALUE[card] for card in self.ordered(cards))
        if first == second:
            return texts.get("cards.pair", ranks=ranks_word(first, texts))
        return texts.get("cards.odd", rank=rank_word(first, texts), next=rank_word(second, texts))

    def high_words(self, cards: Sequence[str], texts: Texts) -> str:
        """`Full House, Kings over 4s`."""
        rank = high_rank(cards)
        return texts.get("paigow.five_aces") if rank == FIVE_ACES else hand_words(rank, texts)

    def compare(self, own: Hands, dealer: Hands) -> tuple[Verdict, Verdict]:
        """By rank; a copy is the Dealer's (rules 1.1.1, 3.17)."""
        return (
            _verdict(low_rank(own.low), low_rank(dealer.low)),
            _verdict(high_rank(own.high), high_rank(dealer.high)),
        )


def _verdict(own: int, dealer: int) -> Verdict:
    if own == dealer:
        return Verdict.COPY
    return Verdict.WON if own > dealer else Verdict.LOST


RULES = PaiGowRules()
