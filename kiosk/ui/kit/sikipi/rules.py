"""Four cards as the screens set and name them: a Low and a High Hand of two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kiosk.cards import rank_of
from kiosk.games.sikipi.hands import Category, category, high_first, points, worth
from kiosk.games.sikipi.house_way import set_house_way
from kiosk.games.sikipi.play import setting_of
from kiosk.ui.kit.cards.setting import Cards, Hands, Verdict
from kiosk.ui.kit.cards.words import rank_word, ranks_word
from kiosk.ui.kit.texts import Texts

_POINTS = {0: "sikipi.no_points", 1: "sikipi.one_point"}


class SiKiPiRules:
    """See HandRules."""

    low, high = 2, 2

    def ordered(self, cards: Iterable[str]) -> Cards:
        """The highest first (rule 3.3)."""
        return high_first(tuple(cards))

    def house_way(self, cards: Sequence[str]) -> Hands:
        """As Appendix H sets them."""
        return Hands(*set_house_way(cards)[0])

    def set_by(self, cards: Sequence[str], choice: str) -> Hands:
        """Hands that rank the other way round change their names (rules 1.8 and 1.12)."""
        return Hands(*setting_of(cards, choice))

    def is_foul(self, hands: Hands) -> bool:
        """Whether the Low Hand ranks above the High Hand (rules 1.8 and 1.12)."""
        return worth(hands.low) > worth(hands.high)

    def low_words(self, cards: Sequence[str], texts: Texts) -> str:
        """`Pair of 8s`, `Gong`, or the Point Total and the cards that break an equal one: `9 points, King-9`."""
        pair = self.ordered(cards)
        first, second = (rank_of(card) for card in pair)
        match category(pair):
            case Category.PAIR:
                return texts.get("cards.pair", ranks=ranks_word(first, texts))
            case Category.GONG:
                return texts.get("sikipi.gong")
            case _:
                total = points(pair)
                key = _POINTS.get(total, "sikipi.points")
                values: dict[str, object] = {"points": total} if total > 1 else {}
                if total:
                    values |= {"rank": rank_word(first, texts), "next": rank_word(second, texts)}
                return texts.get(key, **values)

    high_words = low_words

    def compare(self, own: Hands, dealer: Hands) -> tuple[Verdict, Verdict]:
        """By Appendix G; the same rank, and two totals of zero, are the Dealer's (rules 3.22.1 to 3.22.6)."""
        return _verdict(own.low, dealer.low), _verdict(own.high, dealer.high)


def _verdict(own: Cards, dealer: Cards) -> Verdict:
    if worth(own) == worth(dealer):
        return Verdict.COPY
    return Verdict.WON if worth(own) > worth(dealer) else Verdict.LOST


RULES = SiKiPiRules()
