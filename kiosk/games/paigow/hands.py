"""What the High Hand of five and the Low Hand of two are worth, the Joker among them (rules 1.1.7, 3.4, 3.14, 3.15)."""

from collections.abc import Mapping, Sequence
from functools import cache

from kiosk.cards import ACE, DECK, JOKER, SUITS, rank_of
from kiosk.cards.poker import WORTHS, Category, category_of, rank_hand, tie_break_of

Cards = tuple[str, ...]

VALUE = {card: rank_of(card) for card in DECK} | {JOKER: ACE}
"""The rank of every card; the Joker's where it completes nothing."""

FIVE_ACES = len(WORTHS)
"""The rank of four Aces and the Joker: above every hand without it (rule 3.14)."""

NAMES: Mapping[Category, str] = {
    Category.ROYAL_FLUSH: "Royal Flush",
    Category.STRAIGHT_FLUSH: "Straight Flush",
    Category.FOUR: "Four of a kind",
    Category.FULL_HOUSE: "Full House",
    Category.FLUSH: "Flush",
    Category.STRAIGHT: "Straight",
    Category.THREE: "Three of a kind",
    Category.TWO_PAIRS: "Two pairs",
    Category.PAIR: "One pair",
    Category.ODD_CARDS: "High Card",
}
"""The names of rule 3.14 below Five Aces, the highest first."""

_COMPLETED = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
_PAIR = 16 * 16  # above every Low Hand without a pair, whose values are two digits to the base 16


def high_rank(cards: Sequence[str]) -> int:
    """The rank of five different cards as a High Hand: higher wins, the same is a copy.

    It is that of `kiosk.cards.poker`, or FIVE_ACES. The Joker is put to its best use. Cards are taken as checked.
    """
    if JOKER not in cards:
        return rank_hand(cards)
    a, b, c, d = (card for card in cards if card != JOKER)
    return _with_joker("".join(sorted((a[0], b[0], c[0], d[0]))), a[1] == b[1] == c[1] == d[1])


def low_rank(cards: Sequence[str]) -> int:
    """The rank of two different cards as a Low Hand: higher wins, the same is a copy (rule 3.15)."""
    return rank_of_values(VALUE[cards[0]], VALUE[cards[1]])


def rank_of_values(one: int, other: int) -> int:
    """The rank of a Low Hand of cards of these values."""
    if one == other:
        return _PAIR + one
    return one * 16 + other if one > other else other * 16 + one


def is_foul(low: int, high: int) -> bool:
    """Whether a Low Hand of this rank ranks above a High Hand of that rank (rules 1.1.4 and 3.12.2).

    Pairs are compared with pairs, else card by card; equal so far is allowed.
    """
    return low > _AS_LOW[high]


def is_completed(high: int) -> bool:
    """Whether a High Hand of this rank is a Straight, a Flush, or both."""
    return _IS_COMPLETED[high]


def name_of(high: int) -> str:
    """The name of rule 3.14 of a High Hand of this rank."""
    return "Five Aces" if high == FIVE_ACES else NAMES[category_of(high)]


@cache
def _with_joker(ranks: str, suited: bool) -> int:
    """The best rank of four cards of these ranks and the Joker: as an Ace, or completing a Straight or a Flush."""
    if ranks == "AAAA":
        return FIVE_ACES
    suits = SUITS[0] * 4 if suited else SUITS
    four = tuple(rank + suit for rank, suit in zip(ranks, suits, strict=True))
    best = 0
    for card in DECK:
        if card not in four:
            rank = rank_hand((*four, card))
            if rank > best and (card[0] == "A" or category_of(rank) in _COMPLETED):
                best = rank
    return best


def _as_low(high: int) -> int:
    """The highest Low Hand that the High Hand of this rank may stand beside."""
    category, values = category_of(high), tie_break_of(high)
    if category == Category.PAIR:
        return rank_of_values(values[0], values[0])
    return rank_of_values(values[0], values[1]) if category == Category.ODD_CARDS else _PAIR * 2


_AS_LOW = (*(_as_low(high) for high in range(len(WORTHS))), _PAIR * 2)
_IS_COMPLETED = (*(category_of(high) in _COMPLETED for high in range(len(WORTHS))), False)
