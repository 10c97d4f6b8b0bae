"""Setting seven cards: what may be done with them, and the player's own way (rules 1.1.10 and 3.12)."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

from kiosk.cards import ACE, DECK, JOKER, SUITS, rank_of, suit_of
from kiosk.games.errors import BadFacts
from kiosk.games.paigow.hands import VALUE, Cards, high_rank, is_completed, is_foul, rank_of_values

CARDS = 7
"""Cards of every hand (rules 3.10 and 3.11)."""


class Setting(NamedTuple):
    """Seven cards as they are set, each hand from its highest card, and the rank of each."""

    low: Cards
    high: Cards
    low_rank: int
    high_rank: int

    @property
    def is_foul(self) -> bool:
        """Whether the Low Hand ranks above the High Hand (rule 1.1.4)."""
        return is_foul(self.low_rank, self.high_rank)


class Seven(NamedTuple):
    """Seven cards from the highest, and their values by how often each is there. The Joker counts as an Ace."""

    cards: Cards
    ranks: tuple[int, ...]
    """The value of each card."""
    shape: tuple[int, ...]
    """How often each value is there, the most frequent first: (2, 2, 1, 1, 1) is two pairs."""
    values: tuple[int, ...]
    """The values in this order; of those that are there as often the higher first."""

    @property
    def singles(self) -> tuple[int, ...]:
        """The values that are there once, the highest first."""
        return self.values[len(self.shape) - self.shape.count(1) :]

    def completes(self) -> bool:
        """Whether five of the cards make a Straight or a Flush."""
        cards = self.cards
        needed = 5
        if JOKER in cards:
            cards = tuple([card for card in cards if card != JOKER])
            needed = 4
        suits = sum([_SUIT[card] for card in cards])
        if (
            suits + (8 - needed) * _ALL_SUITS & 8 * _ALL_SUITS
        ):  # a digit reaches 8 where a suit is there so often
            return True
        return has_straight(sum({BIT[card] for card in cards}), needed)

    def with_low(self, first: int, second: int) -> Setting:
        """The cards at these two places, the higher first, as the Low Hand."""
        low, high = _SPLIT[first, second]
        left = high(self.cards)
        ranks = self.ranks
        return Setting(low(self.cards), left, rank_of_values(ranks[first], ranks[second]), high_rank(left))

    def with_values(self, one: int, other: int) -> Setting:
        """The Low Hand of these values, the higher first, that leaves the best High Hand; of equal ones its Joker."""
        places = self._places(one, other)
        if len(places) == 1:
            return self.with_low(*places[0])
        return max([self.with_low(*place) for place in places], key=_by_high)

    def with_completed(self) -> Setting:
        """The highest Low Hand that leaves a Straight or a Flush, and of equal ones the best. One must be there."""
        cards = self.cards
        pairs = [(value, value) for value, often in zip(self.values, self.shape, strict=True) if often > 1]
        for one, other in (*pairs, *combinations(dict.fromkeys(self.ranks), 2)):
            for place in self._places(one, other):
                if is_completed(high_rank(_SPLIT[place][1](cards))):
                    return self.with_values(one, other)
        raise BadFacts(f"found {' '.join(self.cards)}: expected cards that make a Straight or a Flush")

    def _places(self, one: int, other: int) -> Sequence[tuple[int, int]]:
        """Where two cards of these values lie, the higher first: every choice of them."""
        ranks = self.ranks
        first, firsts = ranks.index(one), ranks.count(one)
        if one == other:
            return _AMONG[first, firsts]
        second, seconds = ranks.index(other), ranks.count(other)
        if firsts == seconds == 1:
            return ((first, second),)
        return [(first + a, second + b) for a in range(firsts) for b in range(seconds)]


def seven(cards: Sequence[str]) -> Seven:
    """Seven cards, looked at as the House Way looks at them."""
    high_first = tuple(sorted(cards, key=VALUE.__getitem__, reverse=True))
    ranks = tuple([VALUE[card] for card in high_first])
    different = set(ranks)
    if len(different) == CARDS:
        return Seven(high_first, ranks, (1,) * CARDS, ranks)
    groups = sorted([(ranks.count(value), value) for value in different], reverse=True)
    return Seven(
        high_first, ranks, tuple([often for often, _ in groups]), tuple([value for _, value in groups])
    )


def set_own_way(cards: Sequence[str], low: Sequence[str]) -> Setting:
    """Seven cards with these two as the Low Hand, foul or not. Raises BadFacts for others."""
    if len(low) != 2 or len(set(low) & set(cards)) != 2:
        found = " ".join(low) or "without cards"
        raise BadFacts(f"found the Low Hand {found}: expected two of the seven cards {' '.join(cards)}")
    own = seven(cards)
    return own.with_low(*sorted(own.cards.index(card) for card in low))


def _by_high(setting: Setting) -> tuple[int, bool]:
    return setting.high_rank, JOKER in setting.high


_PLACES = tuple(combinations(range(CARDS), 2))
_SPLIT = {
    low: (itemgetter(*low), itemgetter(*(place for place in range(CARDS) if place not in low)))
    for low in _PLACES
}
"""For the places of the Low Hand, what takes it and the High Hand from the cards."""

_AMONG = {
    (first, often): tuple(combinations(range(first, first + often), 2))
    for often in range(2, CARDS)
    for first in range(CARDS - often + 1)
}
"""For the place of the first of so many equal cards every two places of them."""

_SUIT = {card: 1 << 4 * SUITS.index(suit_of(card)) for card in DECK}
"""A digit to the base 16 for each suit."""
_ALL_SUITS = 0x1111
BIT = {card: 1 << rank_of(card) for card in DECK}

_ACE_AS_ONE = 1 << 1


@cache
def has_straight(values: int, needed: int, length: int = 5) -> bool:
    """Whether so many of these values (bit 14 an Ace) are of one Straight of that length (rule 3.4.1.1)."""
    if values >> ACE:
        values |= _ACE_AS_ONE
    straight = (1 << length) - 1
    return any((values & straight << lowest).bit_count() >= needed for lowest in range(1, ACE - length + 2))
