"""How a Hand stands against every Hand that the Dealer can have, counted exactly; and the best play.

Dealer's Hands are counted by their values, as if suits decided nothing; then those of one suit are counted again by
hand. So one Hand takes a fraction of a millisecond, and all of them a minute.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb
from operator import itemgetter, mul
from typing import NamedTuple

from kiosk.cards import RANKS, SUITS
from kiosk.cards.poker import Category, category_of, rank_hand
from kiosk.games.stud.hands import CARDS, LOWEST_QUALIFYING
from kiosk.games.stud.odds import DEALS, Tally
from kiosk.games.stud.paytable import StudLayout

_VALUES = range(13)


class Chances(NamedTuple):
    """How many of the Dealer's Hands do not qualify, and how many that do are lower, the same and higher."""

    not_qualified: int
    lower: int
    same: int
    higher: int

    def worth(self, layout: StudLayout, category: Category) -> int:
        """What a BET with this Hand wins over all these Hands, in Antes; a Fold loses as many Antes as there are."""
        return (
            layout.ante_pays * self.not_qualified
            + (layout.ante_pays + 2 * layout.pays[category]) * self.lower
            - 3 * self.higher
        )


def chances(hand: Sequence[str], up: str) -> Chances:
    """How the Hand stands, over the DEALS Hands that the Dealer can have with this card face up."""
    held = _masks(hand)
    value = RANKS.index(up[0])
    rank = rank_hand(hand)
    left = [4 - sum(mask >> each & 1 for mask in held) for each in _VALUES]
    mixed = _by_values(left, value, (rank,))[0]
    return _corrected(mixed, _suited(held[SUITS.index(up[1])], value), rank)


def best_play(layout: StudLayout, categories: Sequence[Category] = tuple(Category)) -> dict[Category, Tally]:
    """All deals of these categories of the Player's Hand by how they end when each Hand is played best.

    Best is a BET where it wins more, or loses less, than the Ante that a Fold loses.
    """
    found = {category: [0] * len(Tally._fields) for category in categories}
    for times, category, here in _every_deal(set(categories)):
        tally = found[category]
        if here.worth(layout, category) > -DEALS:
            for at, hands in enumerate((here.not_qualified, here.lower, here.same, here.higher), 1):
                tally[at] += times * hands
        else:
            tally[0] += times * DEALS
    return {category: Tally(*tally) for category, tally in found.items()}


def _every_deal(categories: set[Category]) -> Iterator[tuple[int, Category, Chances]]:
    """Every kind of Hand with every kind of face-up card: how many such deals there are, and how it stands."""
    for values in combinations_with_replacement(_VALUES, CARDS):
        if len(set(values)) == 1:
            continue
        mixed = _mixed_rank(values)
        suited = _suited_rank(values) if len(set(values)) == CARDS else mixed
        order = sorted(rank for rank in {mixed, suited} if category_of(rank) in categories)
        if not order:
            continue
        left = [4 - values.count(value) for value in _VALUES]
        by_values = [_by_values(left, up, order) if left[up] else [] for up in _VALUES]
        seen: dict[tuple[int, int, int], Chances] = {}
        for held, times in _kinds(values).items():
            rank = mixed if any(held[:3]) else suited
            if rank not in order:
                continue
            category, at = category_of(rank), order.index(rank)
            for mask, alike in Counter(held).items():
                for up in _VALUES:
                    if mask >> up & 1:
                        continue
                    here = seen.get((rank, mask, up))
                    if here is None:
                        here = _corrected(by_values[up][at], _suited(mask, up), rank)
                        seen[rank, mask, up] = here
                    yield times * alike, category, here


def _kinds(values: tuple[int, ...]) -> Mapping[tuple[int, ...], int]:
    """The Hands of these values but for the names of suits: what is held of each suit, as bits, the most last."""
    found: Counter[tuple[int, ...]] = Counter()
    different = sorted(set(values))
    choices = [tuple(combinations(range(4), values.count(value))) for value in different]
    for suits in product(*choices):
        held = [0, 0, 0, 0]
        for value, of_value in zip(different, suits, strict=True):
            for suit in of_value:
                held[suit] |= 1 << value
        found[tuple(sorted(held))] += 1
    return found


def _masks(hand: Sequence[str]) -> tuple[int, ...]:
    held = [0, 0, 0, 0]
    for card in hand:
        held[SUITS.index(card[1])] |= 1 << RANKS.index(card[0])
    return tuple(held)


def _by_values(left: list[int], up: int, ranks: Sequence[int]) -> list[Chances]:
    """How Hands of these ranks stand by the values of the Dealer's cards alone."""
    left = left.copy()
    left[up] -= 1
    ways = [comb(cards, taken) for cards in left for taken in range(5)]
    places, first, second, third, fourth = _dealers(up)
    counts = list(map(mul, map(mul, first(ways), second(ways)), map(mul, third(ways), fourth(ways))))
    return [Chances(*(sum(counts[begin:end]) for begin, end in _parts(places, rank))) for rank in ranks]


def _parts(places: Sequence[int], rank: int) -> list[tuple[int, int]]:
    """Of ranks in rising order: those that do not qualify, and those that do below this rank, at it and above it."""
    qualified = bisect_left(places, LOWEST_QUALIFYING)
    below = max(qualified, bisect_left(places, rank))
    above = max(qualified, bisect_right(places, rank))
    return [(0, qualified), (qualified, below), (below, above), (above, len(places))]


_Getter = Callable[[Sequence[int]], tuple[int, ...]]


@cache
def _dealers(up: int) -> tuple[list[int], _Getter, _Getter, _Getter, _Getter]:
    """The Dealer's Hands by value with this card: their ranks, rising, and where their ways to be dealt stand.

    The ways to take so many cards of a value stand in a row of five for each value; a Hand takes up to four values
    beside the face-up card, and is dealt in the product of their ways.
    """
    found = []
    for others in combinations_with_replacement(_VALUES, 4):
        if others == (up,) * 4:
            continue
        at = [value * 5 + others.count(value) for value in sorted(set(others))]
        at += [0] * (4 - len(at))  # none of the lowest value: one way
        found.append((_mixed_rank((up, *others)), *at))
    ranks, *places = zip(*sorted(found), strict=True)
    first, second, third, fourth = (itemgetter(*place) for place in places)
    return list(ranks), first, second, third, fourth


def _mixed_rank(values: tuple[int, ...]) -> int:
    """The rank of these five values in more than one suit."""
    cards = [RANKS[value] + SUITS[values[:at].count(value)] for at, value in enumerate(values)]
    if len(set(values)) == CARDS:
        cards[0] = cards[0][0] + SUITS[1]
    return rank_hand(cards)


def _suited_rank(values: tuple[int, ...]) -> int:
    """The rank of these five different values in one suit."""
    return rank_hand([RANKS[value] + SUITS[0] for value in values])


@cache
def _suited(held: int, up: int) -> tuple[list[int], list[int]]:
    """The Dealer's Hands of the face-up card's suit, these values of it held: ranks in many suits, and in one."""
    free = [value for value in _VALUES if value != up and not held >> value & 1]
    hands = [(up, *others) for others in combinations(free, 4)]
    return (
        sorted(map(_mixed_rank, hands)),
        sorted(map(_suited_rank, hands)),
    )


def _corrected(mixed: Chances, suited: tuple[list[int], list[int]], rank: int) -> Chances:
    """The chances by values alone, with the Dealer's Hands of one suit at their place."""
    without, within = (_parts(ranks, rank) for ranks in suited)
    return Chances(
        *(
            count - (end - begin) + (last - at)
            for count, (begin, end), (at, last) in zip(mixed, without, within, strict=True)
        )
    )
