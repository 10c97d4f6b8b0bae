"""The exact edges of Casino Stud Poker: of the Ante with best play, and of the jackpot Bet by what the meter shows."""

from bisect import bisect_left
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import NamedTuple

from kiosk.cards.poker import WORTHS, Category, category_of
from kiosk.games.game import Theory
from kiosk.games.stud.jackpot import Meter, prize
from kiosk.games.stud.paytable import StudLayout
from kiosk.money import MOST_CENTS

HANDS = comb(52, 5)
"""The Hands that a Player can have."""
DEALS = comb(46, 4)
"""The Hands that the Dealer can have beside five cards of the Player and his own face-up card."""
ALL_DEALS = HANDS * 47 * DEALS
"""All Hands of a Player, with every face-up card, with every Hand of the Dealer."""


class Tally(NamedTuple):
    """How many deals of a Hand's category end how when each Hand is played best; they add up to all such deals."""

    fold: int
    not_qualified: int
    win: int
    stand_off: int
    lose: int


BEST_PLAY: Mapping[Category, Tally] = {
    Category.ODD_CARDS: Tally(
        9_523_005_974_460, 217_886_235_480, 18_505_682_208, 159_085_200, 230_527_547_952
    ),
    Category.PAIR: Tally(0, 3_662_916_390_000, 2_324_742_321_600, 148_262_400, 2_435_358_862_800),
    Category.TWO_PAIRS: Tally(0, 407_569_692_600, 488_012_139_360, 1_853_280, 52_022_471_400),
    Category.THREE: Tally(0, 178_814_802_600, 234_242_908_320, 0, 8_100_580_920),
    Category.STRAIGHT: Tally(0, 33_978_377_640, 43_805_516_100, 12_345_000, 434_650_260),
    Category.FLUSH: Tally(0, 17_206_332_240, 21_856_990_280, 76_620, 113_402_920),
    Category.FULL_HOUSE: Tally(0, 12_056_461_200, 16_624_475_280, 0, 34_401_600),
    Category.FOUR: Tally(0, 1_952_647_200, 2_832_435_800, 0, 806_680),
    Category.STRAIGHT_FLUSH: Tally(0, 119_175_780, 156_929_720, 540, 2_980),
    Category.ROYAL_FLUSH: Tally(0, 13_918_980, 16_759_740, 60, 0),
}
"""Counted over every deal for layout A; the long tests count it again. Every pair and better plays, whatever
lies face up, and of Five Odd Cards some: a higher pay for a Royal Flush changes no decision."""

_RANK_OF = {category_of(rank): rank for rank in range(len(WORTHS))}


def edge(layout: StudLayout) -> Fraction:
    """The share of the Ante that the House keeps on average when each Hand is played best."""
    won = 0
    for category, tally in BEST_PLAY.items():
        won += layout.ante_pays * (tally.not_qualified + tally.win) + 2 * layout.pays[category] * tally.win
        won -= tally.fold + 3 * tally.lose
    return Fraction(-won, ALL_DEALS)


def theory(layout: StudLayout, ante: int, jackpot: int, meter: int) -> Theory:
    """What the House keeps of an Ante with its BET and of the jackpot Bet beside it, all in cents, over all deals.

    Each Hand is played as is best without the most that a BET wins (rule 4.1.1), and paid with it. The display is taken
    to show `meter`. Without an Ante nothing is kept (rule 5.4).
    """
    if not ante:
        return Theory(Fraction(0), Fraction(0))
    kept = []
    for category, tally in BEST_PLAY.items():
        won = prize(layout, _RANK_OF[category], Meter(meter, 0))[0] if jackpot else 0
        paid = ante * layout.ante_pays + min(2 * ante * layout.pays[category], layout.most_won)
        # in the order of a tally; no Hand that wins a prize folds when played best
        ends = (ante, -ante * layout.ante_pays, -paid, 0, 3 * ante)
        kept += [(deals, cents + jackpot - won) for deals, cents in zip(tally, ends, strict=True)]
    total = sum(deals * cents for deals, cents in kept)
    squares = sum(deals * cents * cents for deals, cents in kept)
    mean = Fraction(total, ALL_DEALS)
    return Theory(mean, Fraction(squares, ALL_DEALS) - mean**2)


def prized_hands(layout: StudLayout) -> dict[Category, int]:
    """How many of all HANDS win a prize of the jackpot, the highest first: none of them folds when played best."""
    return {
        category: sum(BEST_PLAY[category]) * HANDS // ALL_DEALS
        for category in (*layout.majors, *layout.minors)
    }


def jackpot_edge(layout: StudLayout, meter: int, stake: int) -> Fraction:
    """The share of a jackpot Bet that the House keeps on average at what the display shows, both in cents.

    For the first to be paid in a round: who comes after another major prize finds less. Below 0 it favours the Player.
    """
    paid = sum(
        hands * prize(layout, _RANK_OF[category], Meter(meter, 0))[0]
        for category, hands in prized_hands(layout).items()
    )
    return 1 - Fraction(paid, HANDS * stake)


def favours_from(layout: StudLayout, stake: int) -> int:
    """The lowest display in cents at which a jackpot Bet of that stake in cents favours the Player."""
    return bisect_left(range(MOST_CENTS), True, key=lambda meter: jackpot_edge(layout, meter, stake) < 0)
