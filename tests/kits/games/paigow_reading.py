"""The House Way of Pai Gow read from Appendix A a second time: of all 21 settings the one that is named.

The product looks a row up and sets by it; here every setting is made, and the best that is as the table says left.
"""

from collections import Counter
from functools import cache
from itertools import combinations

from kiosk.cards import DECK, JOKER
from kits.games.poker_oracle import worth

COMPLETED = (4, 5, 8, 9)
"""The kinds of `poker_oracle` that are a Straight or a Flush: what a Joker may complete, and Table 5 keeps."""


def value(card):
    return 14 if card == JOKER else "23456789TJQKA".index(card[0]) + 2


@cache
def high_worth(high):
    """What a High Hand is worth, the Joker at its best: it completes a Straight or a Flush, or is an Ace."""
    if JOKER not in high:
        return worth(high)
    natural = [card for card in high if card != JOKER]
    if all(card[0] == "A" for card in natural):
        return 10, []
    made = [(worth([*natural, card]), card) for card in DECK if card not in natural]
    return max(found for found, card in made if card[0] == "A" or found[0] in COMPLETED)


def low_worth(low):
    values = sorted(map(value, low), reverse=True)
    return values[0] == values[1], values


def house_way(cards):
    """What both hands are worth, the Low Hand first, as the eight tables set them."""
    settings = [
        (low_worth(low), high_worth(tuple(card for card in cards if card not in low)))
        for low in combinations(cards, 2)
    ]
    low = _low(cards, settings)
    return max(setting for setting in settings if setting[0][1] == sorted(low, reverse=True))


def _low(cards, settings):
    """The values that go into the Low Hand."""
    often = Counter(map(value, cards))
    fives, fours, threes, pairs, singles = (
        sorted((one for one, times in often.items() if times == n), reverse=True) for n in (5, 4, 3, 2, 1)
    )
    keeping = [low for low, (kind, _) in settings if kind in COMPLETED]
    if fives:  # Table 8
        return [13, 13] if pairs == [13] else [14, 14]
    if fours:  # Table 7
        return _low_of_four(fours[0], [*pairs, *threes], singles)
    if len(threes) == 2:  # Table 4
        return threes[:1] * 2
    if threes and pairs:  # Tables 5 and 6
        kings_kept = threes == [13] and JOKER in cards and 14 in pairs and (True, [13, 13]) in keeping
        if kings_kept:
            return [13, 13]
        return [14, 13] if pairs == [2] and singles == [14, 13] else pairs[:1] * 2
    if threes:  # Tables 4 and 5
        if (True, threes * 2) in keeping:
            return threes * 2
        return [14, singles[0]] if threes == [14] else singles[:2]
    if len(pairs) == 3:  # Table 3
        return pairs[:1] * 2
    if len(pairs) == 2:  # Table 2
        return singles[:2] if _both_pairs_high(*pairs, singles[0]) else pairs[1:] * 2
    if keeping:  # Table 5
        return max(keeping)[1]
    return singles[:2] if pairs else singles[1:3]  # Table 1


def _low_of_four(four, others, singles):
    if others:
        kings_exempt = four == 14 and others == [13] and len(singles) == 1
        return others * 2 if four < 14 or kings_exempt else [14, 14]
    keeps = four <= 6 or (four <= 10 and singles[0] == 14)
    return singles[:2] if keeps else [four, four]


def _both_pairs_high(higher, lower, single):
    """Whether both stay in the High Hand, by the highest card beside them."""
    lower_is_low, higher_is_medium = lower <= 6, higher <= 10
    if lower_is_low and higher_is_medium:
        return single >= 13
    return single == 14 and (lower_is_low or higher_is_medium)
