"""Counts every deal of Si Ki Pi, the player's hand set best against a dealer who sets his the House Way.

With the Bonus Hand of each, because bets on them are won and lost with the cards alone. Run as a program it prints the
counts that `kiosk.games.sikipi.theory` keeps.
"""

from collections import Counter
from functools import cache
from math import comb

from kiosk.games.sikipi.hands import bonus, worth
from kiosk.games.sikipi.house_way import set_house_way, ways_to_set
from kiosk.games.sikipi.odds import hands, ways
from kiosk.games.sikipi.paytable import WIN
from kits.games.sikipi_count import cards_of

_CHOOSE = [[comb(cards, count) for count in range(5)] for cards in range(5)]


def against_all(hand: str) -> Counter:
    """How often these ranks, set best, end with how many hands won against which Bonus Hand of the dealer."""
    cards = cards_of(hand)
    own_way, _ = set_house_way(cards)
    others = [one for one in ways_to_set(cards) if one != own_way]
    counted = [_counted(hand, worth(one.low), worth(one.high)) for one in (own_way, *others)]
    return max(counted, key=_worth)  # of equal ones the House Way, which comes first


def every_deal() -> Counter:
    """All deals, by hands won, the own Bonus Hand and the dealer's."""
    total: Counter = Counter()
    for hand in hands():
        own, times = bonus(tuple(hand)), ways(hand)
        for (hands_won, dealers), deals in against_all(hand).items():
            total[hands_won, own, dealers] += times * deals
    return total


def _counted(hand: str, low: int, high: int) -> Counter:
    held, found = Counter(hand), Counter()
    for other_low, other_high, dealers, counts in _dealers():
        deals = 1
        for rank, count in counts:
            deals *= _CHOOSE[4 - held[rank]][count]
        found[(low > other_low) + (high > other_high), dealers] += deals
    return found


def _worth(found: Counter):
    """What this setting wins on average, but for a constant."""
    return sum(deals * (WIN if won == 2 else won - 1) for (won, _), deals in found.items())


@cache
def _dealers():
    found = []
    for hand in hands():
        setting, _ = set_house_way(cards_of(hand))
        counts = tuple(Counter(hand).items())
        found.append((worth(setting.low), worth(setting.high), bonus(tuple(hand)), counts))
    return found


if __name__ == "__main__":
    for key, deals in sorted(every_deal().items(), key=str):
        print(key, deals)
