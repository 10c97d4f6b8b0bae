"""What the House keeps of Bets of Blackjack on average, and the variance of it."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb

from kiosk.cards import DECK
from kiosk.games.blackjack.odds import edge
from kiosk.games.blackjack.paytable import EVEN, PAIR, SIDES, BlackjackLayout
from kiosk.games.blackjack.points import side_wins
from kiosk.games.game import Theory

VARIANCE = Fraction(128, 100)
"""Of what the House keeps of an Initial Bet of one, with what decisions add: 1.131 squared, for four to eight decks
alike. Dealt by chance; the tests deal again."""
_PAYS = {"pair": PAIR, "under": EVEN, "over": EVEN}


def theory(layout: BlackjackLayout, stakes: Mapping[str, int]) -> Theory:
    """What is kept of an Initial Bet, played best by totals, and of the side Bets, in cents and square cents.

    What decisions add is in the edge of the Initial Bet. The side Bets are exact over all first cards; that a hand goes
    with its side Bets is left out.
    """
    initial, decks = stakes.get("initial", 0), layout.decks
    expected, variance = edge("initial", decks) * initial, VARIANCE * initial**2
    mean = squares = Fraction(0)
    for won, chance in _first_cards(decks).items():
        kept = sum(stakes.get(side, 0) * (-_PAYS[side] if side in won else 1) for side in SIDES)
        mean += chance * kept
        squares += chance * kept * kept
    return Theory(expected + mean, variance + squares - mean**2)


@cache
def _first_cards(decks: int) -> dict[frozenset[str], Fraction]:
    """The chance of each set of side Bets that win together."""
    found: dict[frozenset[str], Fraction] = {}
    every = comb(len(DECK) * decks, 2)
    for place, first in enumerate(DECK):
        for second in DECK[place:]:
            ways = comb(decks, 2) if first == second else decks * decks
            won = frozenset(side for side, wins in side_wins((first, second)).items() if wins)
            found[won] = found.get(won, Fraction(0)) + Fraction(ways, every)
    return found
