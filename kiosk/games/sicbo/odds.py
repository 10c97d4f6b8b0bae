"""Odds and house edge of every spot, counted over the 216 rolls; nothing here is typed in from a table."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from operator import mul

from kiosk.games.game import Theory
from kiosk.games.sicbo.layout import SicBoLayout
from kiosk.games.sicbo.spots import ROLLS, Dice


def outcomes(layout: SicBoLayout, spot: str) -> dict[Fraction, int]:
    """How many of the 216 rolls win at which net odds, in rising order of the odds. Losing rolls are not in.

    Raises KeyError for an unknown spot.
    """
    layout.odds(spot)
    won = (layout.wins[dice].get(spot) for dice in ROLLS)
    counted = Counter(odds for odds in won if odds is not None)
    return dict(sorted(counted.items()))


def edge(layout: SicBoLayout, spot: str) -> Fraction:
    """The share of a stake that the House keeps on average. Raises KeyError for an unknown spot."""
    won = outcomes(layout, spot)
    losing = len(ROLLS) - sum(won.values())
    return (losing - sum(odds * rolls for odds, rolls in won.items())) / Fraction(len(ROLLS))


def theory(layout: SicBoLayout, stakes: Mapping[str, int]) -> Theory:
    """What the House keeps of stakes (cents per spot) over the 216 rolls. Raises KeyError for an unknown spot."""
    means, squares = _moments(layout)
    spots, amounts = tuple(stakes), tuple(stakes.values())
    paid = _sum(amounts, means, spots)
    square = sum(stake * _sum(amounts, squares[spot], spots) for spot, stake in stakes.items())
    rolls, whole = len(ROLLS), len(ROLLS) * layout.part
    return Theory(Fraction(whole * sum(amounts) - paid, whole), Fraction(rolls * square - paid**2, whole**2))


def _sum(amounts: tuple[int, ...], weights: Mapping[str, int], spots: tuple[str, ...]) -> int:
    """Each amount times the weight of its spot."""
    return sum(map(mul, amounts, map(weights.__getitem__, spots)))


@lru_cache(maxsize=8)
def _moments(layout: SicBoLayout) -> tuple[Mapping[str, int], Mapping[str, Mapping[str, int]]]:
    """What one of a stake gets back, summed over the rolls, by spot; and these multiplied, by two spots.

    Whole numbers, in the layout's part of one and in its square: this is asked for with every slip that is settled,
    and all 56 results of each would take ten times as long.
    """
    means = dict.fromkeys(layout.spots, 0)
    squares = {spot: dict.fromkeys(layout.spots, 0) for spot in layout.spots}
    for dice, rolls in _different_rolls().items():
        back = {spot: layout.part + odds for spot, odds in layout.pays[dice].items() if odds}
        for spot, one in back.items():
            means[spot] += rolls * one
            row = squares[spot]
            for other, two in back.items():
                row[other] += rolls * one * two
    return means, squares


@cache
def _different_rolls() -> dict[Dice, int]:
    """The 56 different results, each with how many of the 216 rolls show it."""
    counted: Counter[Dice] = Counter()
    for first, second, third in ROLLS:
        low, middle, high = sorted((first, second, third))
        counted[low, middle, high] += 1
    return dict(counted)
