"""How often each bet of Si Ki Pi pays what, and its exact house edge, counted."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

from kiosk.cards import RANKS
from kiosk.games.sikipi.hands import bonus
from kiosk.games.sikipi.paytable import BONUS, BONUS_DEALER, BONUS_PAYS, INITIAL, STAND_OFF, WIN

HANDS = comb(52, 4)
DEALS = HANDS * comb(48, 4)
"""A player's four cards and the dealer's."""

# Both set the House Way. The long tests count this over all deals; the others recount some hands of its table.
WON, STOOD_OFF = 15_376_918_350, 21_248_594_640


def hands() -> tuple[str, ...]:
    """The 1,820 hands that differ in rank, each as its four ranks; suits decide nothing."""
    return tuple("".join(ranks) for ranks in combinations_with_replacement(reversed(RANKS), 4))


def ways(hand: str) -> int:
    """Of how many different cards the hand can be made."""
    return prod(comb(4, count) for count in Counter(hand).values())


def outcomes(bet: str) -> dict[Fraction, int]:
    """How many deals (of the Initial Bet) or hands (of a Bonus Bet) pay which net odds, in rising order.

    Raises KeyError for an unknown bet.
    """
    counted = {INITIAL: _both_house_way, BONUS: _bonus_hands, BONUS_DEALER: _bonus_hands}[bet]()
    return dict(sorted(counted.items()))


def out_of(bet: str) -> int:
    """How many deals or hands there are in all."""
    return DEALS if bet == INITIAL else HANDS


def edge(bet: str) -> Fraction:
    """The share of a stake that the House keeps on average. Raises KeyError for an unknown bet."""
    paid = outcomes(bet)
    losing = out_of(bet) - sum(paid.values())
    return (losing - sum(odds * count for odds, count in paid.items())) / Fraction(out_of(bet))


def _both_house_way() -> dict[Fraction, int]:
    return {WIN: WON, STAND_OFF: STOOD_OFF}


def _bonus_hands() -> dict[Fraction, int]:
    counted: Counter[Fraction] = Counter()
    for hand in hands():
        if made := bonus(tuple(hand)):
            counted[BONUS_PAYS[made]] += ways(hand)
    return dict(counted)
