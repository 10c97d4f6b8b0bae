"""What five cards are worth against five others, by table look-up: the 7,462 ranks of poker hands.

Suits have no rank. An Ace is high, but low in 5-4-3-2-A, which is the lowest straight.
"""

from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import combinations

from kiosk.cards import ACE, DECK, JACK, KING, QUEEN, rank_of


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

ONE = {ACE: "Ace", KING: "King", QUEEN: "Queen", JACK: "Jack"} | {
    value: str(value) for value in range(2, JACK)
}
"""A card of each value in words."""
MANY = {value: f"{word}s" for value, word in ONE.items()}
"""Cards of each value in words."""


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
    return WORTHS[rank][0]


def tie_break_of(rank: int) -> tuple[int, ...]:
    """The values that decide within the category. Raises IndexError for what is no rank."""
    return WORTHS[rank][1]


def in_words(rank: int, names: Mapping[Category, str]) -> str:
    """A hand in words, by the names of the game: "Full House, Kings over 4s"; "One Pair of 10s, with King, 6, 3"."""
    category, values = category_of(rank), tie_break_of(rank)
    name = names[category]
    match category:
        case Category.ROYAL_FLUSH:
            return name
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH | Category.FLUSH | Category.ODD_CARDS:
            high = f"{name}, {ONE[values[0]]} high"
            return f"{high}, with {_listed(values[1:])}" if values[1:] else high
        case Category.FULL_HOUSE:
            return f"{name}, {MANY[values[0]]} over {MANY[values[1]]}"
        case Category.TWO_PAIRS:
            return f"{name}, {MANY[values[0]]} and {MANY[values[1]]}, with {_listed(values[2:])}"
        case Category.PAIR:
            return f"{name} of {MANY[values[0]]}, with {_listed(values[1:])}"
        case Category.THREE | Category.FOUR:
            return f"{name}, {MANY[values[0]]}, with {_listed(values[1:])}"


def _listed(values: Sequence[int]) -> str:
    return ", ".join(ONE[value] for value in values)


_VALUES = range(ACE, 1, -1)
_STRAIGHTS = {(ACE, 5, 4, 3, 2): 5} | {tuple(range(top, top - 5, -1)): top for top in range(6, ACE + 1)}


def _groups(first: int, second: int) -> list[tuple[int, ...]]:
    """Different values, so many that are compared first and so many beside them, from the lowest."""
    return sorted(
        head + beside
        for head in combinations(_VALUES, first)
        for beside in combinations([value for value in _VALUES if value not in head], second)
    )


def _hands() -> Iterator[tuple[Category, tuple[int, ...], tuple[int, ...]]]:
    """Every different hand from the lowest: its category, its values and how often each of them is there."""
    once = (1,) * 5
    different = [values for values in _groups(5, 0) if values not in _STRAIGHTS]
    for category, all_values, times in (
        (Category.ODD_CARDS, different, once),
        (Category.PAIR, _groups(1, 3), (2, 1, 1, 1)),
        (Category.TWO_PAIRS, _groups(2, 1), (2, 2, 1)),
        (Category.THREE, _groups(1, 2), (3, 1, 1)),
        (Category.STRAIGHT, list(_STRAIGHTS), once),
        (Category.FLUSH, different, once),
        (Category.FULL_HOUSE, _groups(1, 1), (3, 2)),
        (Category.FOUR, _groups(1, 1), (4, 1)),
        (Category.STRAIGHT_FLUSH, list(_STRAIGHTS)[:-1], once),
        (Category.ROYAL_FLUSH, list(_STRAIGHTS)[-1:], once),
    ):
        for values in all_values:
            yield category, values, times


def _tables() -> tuple[tuple[Worth, ...], dict[int, int], dict[int, int]]:
    """Every worth from the lowest, and the ranks by the sum of weights: of one suit, and of more."""
    worths: list[Worth] = []
    suited: dict[int, int] = {}
    mixed: dict[int, int] = {}
    for category, values, times in _hands():
        total = sum(_POWER[value] * often for value, often in zip(values, times, strict=True))
        of_one_suit = category in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
        (suited if of_one_suit else mixed)[total] = len(worths)
        if category is Category.ROYAL_FLUSH:
            worths.append((category, ()))
        elif values in _STRAIGHTS:
            worths.append((category, (_STRAIGHTS[values],)))
        else:
            worths.append((category, values))
    return tuple(worths), suited, mixed


_POWER = {value: 5 ** (value - 2) for value in _VALUES}
WORTHS, _SUITED, _MIXED = _tables()
_WEIGHT = {card: _POWER[rank_of(card)] for card in DECK}
