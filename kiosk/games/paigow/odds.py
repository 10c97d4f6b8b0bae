"""How often each wager of Fortune Pai Gow Poker pays what, and its house edge."""

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from kiosk.games.game import Theory
from kiosk.games.paigow.fortune import Bonus
from kiosk.games.paigow.paytable import COMMISSION, FORTUNE, FORTUNE_PAYS, STAND_OFF, STANDARD

HANDS = comb(53, 7)
"""A player's seven cards."""

FORTUNE_HANDS: Mapping[Bonus, int] = {
    Bonus.SEVEN_NATURAL: 32,
    Bonus.ROYAL_MATCH: 72,
    Bonus.SEVEN_JOKER: 196,
    Bonus.FIVE_ACES: 1_128,
    Bonus.ROYAL_FLUSH: 26_020,
    Bonus.STRAIGHT_FLUSH: 184_644,
    Bonus.FOUR: 307_472,
    Bonus.FULL_HOUSE: 4_188_528,
    Bonus.FLUSH: 6_172_088,
    Bonus.THREE: 7_672_500,
    Bonus.STRAIGHT: 11_034_204,
}
"""Of all HANDS how many make each winning hand. The long tests count them; the others count some kinds of hands."""

# The Standard wager, both set the House Way: deals by chance, since a player's hand has 53,524,680 hands of the dealer
# against it. The tests keep the decks that were dealt, and deal some again.
DEALS, WON, STOOD_OFF = 100_800_000, 28_847_220, 41_799_430
STANDARD_ERROR = 0.0000116
"""That of STANDARD_EDGE, from decks of which each gave 42 deals."""

# A hand that pays a Fortune Bonus wins its Standard wager more often too: over the deals of 50 pieces of the simulation
# the sum of the products of both results, that of the Standard wager in twentieths of a stake.
MIXED_DEALS, MIXED = 4_200_000, 30_692_508


def outcomes(wager: str) -> dict[Fraction, int]:
    """How many deals (of the Standard wager) or hands (of the Fortune Bonus) pay which net odds, in rising order.

    Raises KeyError for an unknown wager.
    """
    return {STANDARD: _standard, FORTUNE: _fortune}[wager]()


def fortune_edge() -> Fraction:
    """The share of a Fortune Bonus wager that the House keeps on average, Envy Bonuses not counted."""
    paid = _fortune()
    losing = HANDS - sum(paid.values())
    return (losing - sum(odds * hands for odds, hands in paid.items())) / Fraction(HANDS)


def _standard() -> dict[Fraction, int]:
    return {STAND_OFF: STOOD_OFF, 1 - COMMISSION: WON}


def _fortune() -> dict[Fraction, int]:
    return dict(sorted((FORTUNE_PAYS[made], hands) for made, hands in FORTUNE_HANDS.items()))


STANDARD_EDGE = float((DEALS - WON - STOOD_OFF - WON * (1 - COMMISSION)) / DEALS)
"""The share of a Standard wager that the House keeps, as these deals went."""


def theory(standard: int, fortune: int) -> Theory:
    """What the House keeps of these two wagers of one hand, in cents, both set the House Way, and the variance of it.

    Envy Bonuses are not counted: they hang on the hands of others. Without a Standard wager nothing is kept (rule 3.6).
    """
    if not standard:
        return Theory(Fraction(0), Fraction(0))
    of_standard = _moments(_standard(), DEALS)
    of_fortune = _moments(_fortune(), HANDS)
    together = Fraction(MIXED, 20 * MIXED_DEALS) - of_standard[0] * of_fortune[0]
    return Theory(
        -(standard * of_standard[0] + fortune * of_fortune[0]),
        standard**2 * of_standard[1] + fortune**2 * of_fortune[1] + 2 * standard * fortune * together,
    )


def _moments(paid: Mapping[Fraction, int], of: int) -> tuple[Fraction, Fraction]:
    """Mean and variance of what a player has of a stake of 1."""
    losing = of - sum(paid.values())
    mean = (sum(odds * count for odds, count in paid.items()) - losing) / Fraction(of)
    squares = (sum(odds**2 * count for odds, count in paid.items()) + losing) / Fraction(of)
    return mean, squares - mean**2
