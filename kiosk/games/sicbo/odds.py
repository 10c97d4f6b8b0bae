"""Odds and house edge of every spot, counted over the 216 rolls; nothing here is typed in from a table."""

from collections import Counter
from fractions import Fraction

from kiosk.games.sicbo.layout import SicBoLayout
from kiosk.games.sicbo.spots import ROLLS


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
