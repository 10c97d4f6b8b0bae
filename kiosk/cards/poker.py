"""What five cards are worth against five others, by table look-up: the 7,462 ranks of poker hands.

Suits have no rank. An Ace is high, but low in 5-4-3-2-A, which is the lowest straight.
"""

from collections.abc import Sequence
from enum import IntEnum
from itertools import combinations, combinations_with_replacement

from kiosk.cards import ACE, DECK, rank_of


class Category(IntEnum):
    """The kinds of hands, the lowest first."""

    ODD_CARDS = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9


Worth = tuple[Category, tuple[int, ...]]
"""A category, and the card values that decide within it, in the order in which they are compared: Ace 14, but 5 for
the straight 5-4-3-2-A. A Royal Flush has none."""

_SHAPES = {
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIRS,
    (3, 1, 1): Category.THREE,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR,
}
_LOW_STRAIGHT = (14, 5, 4, 3, 2)


def rank_hand(cards: Sequence[str]) -> int:
    """The rank of five different cards: higher wins, the same is a tie; 0 is 7-5-4-3-2, 7461 a Royal Flush.

    For speed the cards are taken as checked. Raises ValueError for another number, KeyError for what is no card.
    """
    a, b, c, d, e = cards
    # The sum tells how often each value is there, as digits to the base 5.
    values = _WEIGHT[a] + _WEIGHT[b] + _WEIGHT[c] + _WEIGHT[d] + _WEIGHT[e]
    if a[1] == b[1] == c[1] == d[1] == e[1]:
        return _SUITED[values]
    return _MIXED[values]


def category_of(rank: int) -> Category:
    """The category of a rank. Raises IndexError for what is no rank."""
    return _CATEGORIES[rank]


def tie_break_of(rank: int) -> tuple[int, ...]:
    """The values that decide within the category. Raises IndexError for what is no rank."""
    return WORTHS[rank][1]


def _worth(values: tuple[int, ...], suited: bool) -> Worth:
    """What five values, sorted from the highest, are worth."""
    # By how often, then by value: in this order hands are compared.
    order = sorted(set(values), key=lambda value: (values.count(value), value), reverse=True)
    if len(order) < len(values):
        return _SHAPES[tuple(values.count(value) for value in order)], tuple(order)
    top = 5 if values == _LOW_STRAIGHT else values[0]
    if top == 5 or values[0] - values[4] == 4:
        if not suited:
            return Category.STRAIGHT, (top,)
        return (Category.ROYAL_FLUSH, ()) if top == ACE else (Category.STRAIGHT_FLUSH, (top,))
    return Category.FLUSH if suited else Category.ODD_CARDS, values


def _tables() -> tuple[tuple[Worth, ...], dict[int, int], dict[int, int]]:
    """Every worth from the lowest, and the ranks by the sum of weights: of one suit, and of more."""
    values = [value for value in combinations_with_replacement(range(ACE, 1, -1), 5) if len(set(value)) > 1]
    mixed = {value: _worth(value, suited=False) for value in values}
    suited = {value: _worth(value, suited=True) for value in combinations(range(ACE, 1, -1), 5)}
    worths = sorted({*mixed.values(), *suited.values()})
    rank = {worth: index for index, worth in enumerate(worths)}
    return (
        tuple(worths),
        {_weight(value): rank[worth] for value, worth in suited.items()},
        {_weight(value): rank[worth] for value, worth in mixed.items()},
    )


def _weight(values: tuple[int, ...]) -> int:
    return sum(5 ** (value - 2) for value in values)


WORTHS, _SUITED, _MIXED = _tables()
_CATEGORIES = tuple(category for category, _ in WORTHS)
_WEIGHT = {card: _weight((rank_of(card),)) for card in DECK}
