"""What two cards are worth, and what the Bonus Bet makes of four (rules 3.3, 3.4, 3.23 and Appendix G)."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from kiosk.cards import rank_of

# Appendix G as printed, the highest first: pairs, the Gong, then a line for each Point Total from nine to one. Of
# equal totals the hand further left is higher. What is not in it has no point, and all of that is equal (3.22.5).
_PAIRS = "AA KK QQ JJ TT 99 88 77 66 55 44 33 22"
_GONG = "82"
_TOTALS = (
    "A8 K9 Q9 J9 T9 72 63 54",
    "A7 K8 Q8 J8 T8 62 53",
    "A6 K7 Q7 J7 T7 98 52 43",
    "A5 K6 Q6 J6 T6 97 42",
    "A4 K5 Q5 J5 T5 96 87 32",
    "A3 K4 Q4 J4 T4 95 86",
    "A2 K3 Q3 J3 T3 94 85 76",
    "K2 Q2 J2 T2 93 84 75",
    "AK AQ AJ AT 92 83 74 65",
)
_ORDER = " ".join((_PAIRS, _GONG, *_TOTALS)).split()

_WORTH = {ranks: len(_ORDER) - place for place, hand in enumerate(_ORDER) for ranks in {hand, hand[::-1]}}
GONG = _WORTH[_GONG]

Cards = tuple[str, ...]


class Category(StrEnum):
    """What two cards are."""

    PAIR = "pair"
    GONG = "gong"
    POINTS = "points"


class Bonus(StrEnum):
    """A Bonus Hand of four cards (rule 4.2)."""

    FOUR = "four"
    THREE = "three"
    TWO_PAIRS = "two-pairs"
    PAIR = "pair"


_SHAPES = {(4,): Bonus.FOUR, (3, 1): Bonus.THREE, (2, 2): Bonus.TWO_PAIRS, (2, 1, 1): Bonus.PAIR}


def worth(cards: Cards) -> int:
    """The place of two cards from the bottom of Appendix G; 0 where it has none. The higher hand is worth more."""
    first, second = cards
    return _WORTH.get(first[0] + second[0], 0)


def points(cards: Cards) -> int:
    """The Point Total of two cards (rule 3.4.2), also of a pair or a Gong, where it does not count."""
    return sum(_points_of(card) for card in cards) % 10


def category(cards: Cards) -> Category:
    """What two cards are."""
    place = worth(cards)
    if place > GONG:
        return Category.PAIR
    return Category.GONG if place == GONG else Category.POINTS


def wins(player: Cards, dealer: Cards) -> bool:
    """Whether the player's two cards rank higher; an equal rank is the dealer's (rules 3.22.1 to 3.22.6)."""
    return worth(player) > worth(dealer)


def bonus(cards: Cards) -> Bonus | None:
    """The best Bonus Hand of four cards (rule 3.23.1), or None."""
    counts = Counter(card[0] for card in cards).values()
    return _SHAPES.get(tuple(sorted(counts, reverse=True)))


def high_first(cards: Sequence[str]) -> Cards:
    """The cards from the highest to the lowest (rule 3.3), those of one rank as they were dealt."""
    return tuple(sorted(cards, key=rank_of, reverse=True))


def _points_of(card: str) -> int:
    rank = card[0]
    return 1 if rank == "A" else 0 if rank in "KQJT" else int(rank)
