"""The best total-dependent play of Blackjack and its exact edge, counted card by card, for the tests alone.

Written from the printed rules and not from the product. A hand is a tuple of how many cards of each value 1 to 10 it
has. Chances are whole numbers over falling factorials, so the edge is an exact fraction of the play that was found.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import perm
from operator import add

Hand = tuple[int, ...]
Total = tuple[int, bool]
"""Points, and whether they are soft."""

VALUES = range(1, 11)
NOTHING = (0,) * 10
CELLS = [(points, False) for points in range(12, 22)] + [(points, True) for points in range(12, 21)]


def plus(hand: Hand, value: int) -> Hand:
    return (*hand[: value - 1], hand[value - 1] + 1, *hand[value:])


def total(hand: Hand) -> Total:
    low = sum(value * count for value, count in zip(VALUES, hand, strict=True))
    return (low + 10, True) if hand[0] and low <= 11 else (low, False)


@cache
def dealers(up: int) -> tuple[tuple[int, int, tuple[tuple[int, int], ...], int], ...]:
    """Every hand of the dealer: points (22 bust, 0 Blackjack), cards drawn, which, and in how many orders."""
    found = []
    layer = {NOTHING: 1}
    drawn = 0
    while layer:
        drawn += 1
        following: dict[Hand, int] = defaultdict(int)
        for cards, orders in layer.items():
            for value in VALUES:
                following[plus(cards, value)] += orders
        layer = {}
        for cards, orders in following.items():
            points, _ = total(plus(cards, up))
            if points < 17:
                layer[cards] = orders
            else:
                end = 0 if drawn == 1 and points == 21 else min(points, 22)
                held = tuple((value, count) for value, count in zip(VALUES, cards, strict=True) if count)
                found.append((end, drawn, held, orders))
    return tuple(found)


@cache
def falls(left: int, longest: int) -> tuple[int, ...]:
    """In how many ways 0, 1, 2 ... cards come out of so many."""
    return tuple(perm(left, k) for k in range(longest + 1))


@cache
def after(left: int, longest: int) -> tuple[int, ...]:
    """After 0, 1, 2 ... of the longest hand's cards, the ways of those that would follow."""
    return tuple(perm(left - k, longest - k) for k in range(longest + 1))


class Shoe:
    """Full decks less the dealer's first card and more; of `aside` hidden cards one knows that none is `other`."""

    def __init__(
        self, decks: int, up: int, gone: tuple[int, ...] = (), other: int = 0, aside: int = 0
    ) -> None:
        self.up, self.other, self.aside = up, other, aside
        self.left = [4 * decks] * 9 + [16 * decks]
        for value in (up, *gone):
            self.left[value - 1] -= 1
        self.size = sum(self.left) - aside
        self.unlike = sum(self.left) - (self.left[other - 1] if other else 0)
        self.longest = max(drawn for _, drawn, _, _ in dealers(up))
        self._seen: dict[Hand, tuple[int, ...]] = {}

    def ways(self, hand: Hand) -> int:
        """In how many ways these cards come in one given order."""
        found = 1
        for count, left in zip(hand, self.left, strict=True):
            if count:
                found *= perm(left, count)
        return found

    def all_ways(self, cards: int) -> int:
        """The ways of that many cards and the longest dealer's hand after them: what `ends` are counted over."""
        return perm(self.size, cards + self.longest) * perm(self.unlike, self.aside)

    def ends(self, hand: Hand) -> tuple[int, ...]:
        """Ways of the dealer to 17, 18, 19, 20, 21, bust and Blackjack after these cards are out, times `ways`."""
        if hand in self._seen:
            return self._seen[hand]
        cards = sum(hand)
        tables = [falls(left - count, self.longest) for left, count in zip(self.left, hand, strict=True)]
        rest = after(self.size - cards, self.longest)
        unlike = self.unlike - cards + (hand[self.other - 1] if self.other else 0)
        found = [0] * 23
        for end, drawn, held, orders in dealers(self.up):
            ways = orders * rest[drawn]
            like = 0
            for value, count in held:
                ways *= tables[value - 1][count]
                if value == self.other:
                    like = count
            if self.aside:
                ways *= perm(unlike - drawn + like, self.aside)
            found[end] += ways
        self._seen[hand] = (*found[17:], found[0])
        return self._seen[hand]

    def stand(self, points: int, hand: Hand, stake: int = 1, *, once: bool = True) -> int:
        """What standing on these points is worth, `hand` out of the shoe: wins less losses, over `all_ways`.

        A dealer's Blackjack takes one stake, or nothing where it is counted elsewhere (`once` is False).
        """
        *ends, bust, blackjack = self.ends(hand)
        won = bust + sum(ways for end, ways in zip(range(17, 22), ends, strict=True) if end < points)
        lost = sum(ways for end, ways in zip(range(17, 22), ends, strict=True) if end > points)
        return stake * (won - lost) - blackjack * once


class Play:
    """The play against one card of the dealer, by total: what to do on two cards and on more, and what to split.

    It begins as a dealer would play; `search` makes it the best.
    """

    def __init__(self) -> None:
        self.first: dict[Total, str] = {}
        """On two cards that are not split: hit, stand, double or surrender."""
        self.double: dict[Total, bool] = {}
        """Whether to double where no Surrender is offered: after a Split."""
        self.hit = {at: at[0] < (18 if at[1] else 17) for at in CELLS}
        self.split: set[int] = set()

    def hits(self, at: Total) -> bool:
        return at[0] < 12 or self.hit.get(at, False)

    def after_split(self, at: Total) -> str:
        return "double" if self.double.get(at) else "hit" if self.hits(at) else "stand"


def is_over(hand: Hand) -> bool:
    return total(hand)[0] > 21 or total(hand) == (21, True)


def first_hands(shoe: Shoe) -> dict[Hand, int]:
    """All two cards but a Blackjack, with their ways."""
    found = {}
    for low in VALUES:
        for high in range(low, 11):
            hand = plus(plus(NOTHING, low), high)
            found[hand] = shoe.ways(hand) * (1 if low == high else 2)
    return {hand: ways for hand, ways in found.items() if total(hand)[0] != 21}


def pair_of(hand: Hand) -> int:
    """The value of a pair, 0 for any other two cards."""
    return hand.index(2) + 1 if 2 in hand else 0


def search(decks: int, up: int, play: Play) -> None:
    """Makes it the play that wins most: each total against all hands that reach it, until nothing changes."""
    shoe = Shoe(decks, up)
    over = [perm(shoe.size - cards, shoe.longest) for cards in range(25)]

    @cache
    def stand(hand: Hand) -> float:
        return shoe.stand(total(hand)[0], hand) / over[sum(hand)]

    @cache
    def doubled(hand: Hand) -> float:
        return sum(
            chance * (-2 if total(more)[0] > 21 else shoe.stand(total(more)[0], more, 2) / over[sum(more)])
            for more, chance in next_cards(hand)
        )

    @cache
    def next_cards(hand: Hand) -> list[tuple[Hand, float]]:
        free = shoe.size - sum(hand)
        return [(plus(hand, v), (shoe.left[v - 1] - hand[v - 1]) / free) for v in VALUES]

    for _ in range(40):
        values: dict[Hand, float] = {}

        def value(hand: Hand, values: dict[Hand, float] = values) -> float:
            if hand not in values:
                if total(hand)[0] > 21:
                    values[hand] = -1.0
                else:
                    goes_on = not is_over(hand) and play.hits(total(hand))
                    values[hand] = draw(hand) if goes_on else stand(hand)
            return values[hand]

        def draw(hand: Hand) -> float:
            return sum(chance * value(more) for more, chance in next_cards(hand))

        cells: dict[Total, dict[Hand, int]] = defaultdict(dict)
        for hand, ways in first_hands(shoe).items():
            if pair_of(hand) not in play.split:
                cells[total(hand)][hand] = ways
        first, double, layer = {}, {}, {}
        for at, hands in cells.items():
            gains = {
                "hit": sum(ways * draw(hand) for hand, ways in hands.items()),
                "double": sum(ways * doubled(hand) for hand, ways in hands.items()),
            }
            if at[0] >= 12:
                gains["stand"] = sum(ways * stand(hand) for hand, ways in hands.items())
            double[at] = gains["double"] == max(gains.values())
            if up != 1:
                gains["surrender"] = -sum(hands.values()) / 2
            first[at] = max(gains, key=gains.__getitem__)
            if first[at] != "double":
                layer.update(hands)
        more_by_hit: dict[Total, float] = defaultdict(float)
        while layer:
            following: dict[Hand, float] = defaultdict(float)
            for hand, ways in layer.items():
                if is_over(hand):
                    continue
                if total(hand)[0] >= 12:
                    more_by_hit[total(hand)] += ways * (draw(hand) - stand(hand))
                if play.hits(total(hand)):
                    for more, chance in next_cards(hand):
                        following[more] += ways * chance
            layer = following
        hit = {at: more_by_hit[at] > 0 if at in more_by_hit else play.hit[at] for at in CELLS}
        if (hit, first, double) == (play.hit, play.first, play.double):
            return
        play.hit, play.first, play.double = hit, first, double
    raise AssertionError(f"{decks} decks against {up}: the search does not end")


def played(
    shoe: Shoe, play: Play, start: Hand, layer: dict[Hand, tuple[int, str]], *, once: bool
) -> Fraction:
    """What the hands are worth from here: `layer` has them with their orders and what they do, after `start`."""
    sums: dict[int, int] = defaultdict(int)  # by cards drawn, in half stakes

    def ends(drawn: Hand, orders: int, stake: int) -> None:
        hand = tuple(map(add, start, drawn))
        cards, points = sum(drawn), total(hand)[0]
        if points > 21:
            like = drawn[shoe.other - 1] if shoe.other else 0
            worth = (
                -stake * perm(shoe.size - cards, shoe.longest) * perm(shoe.unlike - cards + like, shoe.aside)
            )
        else:
            worth = shoe.stand(points, drawn, stake, once=once)
        sums[cards] += 2 * orders * shoe.ways(drawn) * worth

    while layer:
        following: dict[Hand, int] = defaultdict(int)
        for drawn, (orders, does) in layer.items():
            if does == "stand":
                ends(drawn, orders, 1)
            elif does == "surrender":
                sums[2] -= orders * shoe.ways(drawn) * perm(shoe.size - 2, shoe.longest)
            else:
                for value in VALUES:
                    if does == "double":
                        ends(plus(drawn, value), orders, 2)
                    else:
                        following[plus(drawn, value)] += orders
        layer = {}
        for drawn, orders in following.items():
            hand = tuple(map(add, start, drawn))
            goes_on = not is_over(hand) and play.hits(total(hand))
            layer[drawn] = (orders, "hit" if goes_on else "stand")
    return sum((Fraction(ways, 2 * shoe.all_ways(cards)) for cards, ways in sums.items()), Fraction(0))


def split_hand(decks: int, up: int, pair: int, more: int, unlike: int, play: Play, *, own: bool) -> Fraction:
    """A hand that began with one card of the pair, `more` of which came later, beside `unlike` cards that are not.

    Its second card is unlike the first, or any (`own` False). A dealer's Blackjack takes nothing here.
    """
    shoe = Shoe(decks, up, (pair,) * (2 + more), pair, unlike)
    layer = {}
    for value in VALUES:
        if own and value == pair:
            continue
        hand = plus(plus(NOTHING, pair), value)
        does = "stand" if pair == 1 or is_over(hand) else play.after_split(total(hand))
        layer[plus(NOTHING, value)] = (1, does)
    worth = played(shoe, play, plus(NOTHING, pair), layer, once=False)
    return worth / Fraction(shoe.size - shoe.left[pair - 1], shoe.size) if own else worth


def split(decks: int, up: int, pair: int, play: Play) -> Fraction:
    """What a pair is worth that is split, and again up to four hands: exact where no hand can bust.

    Against an Ace or a ten a dealer's Blackjack takes one stake for all hands that are not bust. Only a hand that can
    bust makes that an approximation, from above; it is used to see that no such pair is split.
    """
    full = Shoe(decks, up, (pair, pair))
    blackjack = Fraction(full.left[{1: 9, 10: 0}[up]], full.size) if up in (1, 10) else Fraction(0)
    if pair == 1:
        return 2 * split_hand(decks, up, 1, 0, 0, play, own=False) - blackjack
    hand = cache(lambda more, unlike, own: split_hand(decks, up, pair, more, unlike, play, own=own))

    def onwards(more: int, unlike: int, waiting: int) -> Fraction:
        """After so many further cards of the pair and so many others, with hands that wait for their second card."""
        if more == 2 or not waiting:
            worth = unlike * hand(more, unlike - 1, True) if unlike else Fraction(0)
            return worth + (waiting * hand(more, unlike, False) if waiting else 0)
        again = Fraction(full.left[pair - 1] - more, full.size - more - unlike)
        return again * onwards(more + 1, unlike, waiting + 1) + (1 - again) * onwards(
            more, unlike + 1, waiting - 1
        )

    return onwards(0, 0, 2) - blackjack


def against(decks: int, up: int, pairs: Sequence[int] = VALUES) -> tuple[Play, Fraction]:
    """The best play against this card, and what it is worth for an Initial Bet of one. Only these pairs are split."""
    shoe = Shoe(decks, up)
    play = Play()
    known: dict[object, dict[int, Fraction]] = {}
    while True:
        search(decks, up, play)
        made = (tuple(play.hit.values()), *sorted(at for at, doubles in play.double.items() if doubles))
        if made not in known:
            known[made] = {pair: split(decks, up, pair, play) for pair in pairs}
        as_split, splits = {}, set()
        for pair in pairs:
            hand = plus(plus(NOTHING, pair), pair)
            does = play.first.get(total(hand)) or play.after_split(total(hand))
            as_split[pair] = known[made][pair] * Fraction(shoe.ways(hand), perm(shoe.size, 2))
            if as_split[pair] > played(shoe, play, NOTHING, {hand: (1, does)}, once=True):
                splits.add(pair)
        if splits == play.split:
            break
        play.split = splits
    layer = {
        hand: (1 if pair_of(hand) else 2, play.first[total(hand)])
        for hand in first_hands(shoe)
        if pair_of(hand) not in play.split
    }
    worth = played(shoe, play, NOTHING, layer, once=True) + sum(as_split[pair] for pair in play.split)
    blackjack = plus(plus(NOTHING, 1), 10)
    wins = perm(shoe.size - 2, shoe.longest) - shoe.ends(blackjack)[-1]
    return play, worth + Fraction(3 * 2 * shoe.ways(blackjack) * wins, 2 * shoe.all_ways(2))


def kept(worths: Mapping[int, Fraction]) -> Fraction:
    """What the House keeps of an Initial Bet, from what the best play is worth against each card of the dealer."""
    return -sum((worth * Fraction(4 if up == 10 else 1, 13) for up, worth in worths.items()), Fraction(0))


def column(play: Play) -> dict[str, str]:
    """The chart against one card of the dealer, by row.

    H hit, S stand, D double or else hit, d double or else stand, R surrender or else hit, r or else stand, P split,
    and a point for a pair that is played by its total.
    """
    found = {}
    for at in [(points, False) for points in range(5, 22)] + [(points, True) for points in range(13, 22)]:
        goes_on = at != (21, True) and play.hits(at)
        first = play.first.get(at, "")
        letter = {"double": "Dd", "surrender": "Rr"}.get(first, "HS")[0 if goes_on else 1]
        found[f"{'soft' if at[1] else 'hard'} {at[0]}"] = letter
    return found | {f"pair {value}": "P" if value in play.split else "." for value in VALUES}
