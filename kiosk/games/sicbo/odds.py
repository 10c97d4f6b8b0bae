"""Odds and house edge of every spot, counted over the 216 rolls; nothing here is typed in from a table."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm

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
    for spot in stakes:
        layout.odds(spot)
    staked = sum(stakes.values())
    kept = squares = 0
    part, different = _whole_pays(layout)
    for rolls, pays in different:
        paid = sum(stake * pays[spot] for spot, stake in stakes.items() if spot in pays)
        net = staked - paid // part
        kept += rolls * net
        squares += rolls * net * net
    expected = Fraction(kept, len(ROLLS))
    return Theory(expected, Fraction(squares, len(ROLLS)) - expected**2)


@lru_cache(maxsize=8)
def _whole_pays(layout: SicBoLayout) -> tuple[int, tuple[tuple[int, Mapping[str, int]], ...]]:
    """For each different result its rolls, and what one of a stake gets back there, counted in a whole part.

    Whole numbers, since this is asked for with every bet that is settled and sums of fractions take ten times as long.
    """
    part = lcm(*(odds.denominator for spot in layout.spots for odds in layout.odds(spot)))
    return part, tuple(
        (rolls, {spot: int(part * (1 + odds)) for spot, odds in layout.wins[dice].items()})
        for dice, rolls in _different_rolls().items()
    )


@cache
def _different_rolls() -> dict[Dice, int]:
    """The 56 different results, each with how many of the 216 rolls show it."""
    counted: Counter[Dice] = Counter()
    for first, second, third in ROLLS:
        low, middle, high = sorted((first, second, third))
        counted[low, middle, high] += 1
    return dict(counted)
