"""What Casino Stud Poker pays (rules 4.1, 4.1.1 and 4.2), and its spots."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from kiosk.cards.poker import Category
from kiosk.games.board import Board
from kiosk.games.game import Spot

ANTE, BET, JACKPOT = "ante", "bet", "jackpot"
"""The kinds of spots; with the number of its box each is a spot, as "ante-3"."""
CALL = "call"
"""The window of the decision that opens the spot of a BET."""
MOST_BOXES = 9
"""A Burnt Card and five cards for each box and the Dealer take 51 of 52 cards."""


@dataclass(frozen=True, eq=False)
class StudLayout:
    """A pay table with its boxes, frozen."""

    name: str
    boxes: int
    pays: Mapping[Category, int]
    """What a BET that wins pays, x to 1, by the Player's Hand (rule 4.1)."""
    ante_pays: int
    """What an Ante that wins pays, x to 1 (rule 4.1)."""
    most_won: int
    """The most that one BET wins, in cents (rule 4.1.1)."""
    majors: Mapping[Category, Fraction]
    """The share of the Progressive Jackpot that a Hand wins (rule 4.2)."""
    minors: Mapping[Category, int]
    """The fixed prize that a Hand wins on the Progressive Jackpot Bet, in cents (rule 4.2)."""
    game: str = "stud"

    @property
    def spots(self) -> Mapping[str, Spot]:
        """The spots of every box."""
        return {
            f"{kind}-{box}": Spot(f"{kind}-{box}", kind, window)
            for box in range(1, self.boxes + 1)
            for kind, window in ((ANTE, "bets"), (JACKPOT, "bets"), (BET, CALL))
        }

    @property
    def boards(self) -> Mapping[str, Board]:
        """None: the game stands on paper alone."""
        return {}

    def odds(self, spot: str) -> tuple[Fraction, ...]:
        """What a spot pays per unit staked, 0 for a Stand Off; a prize is in no proportion to its stake.

        Raises KeyError for an unknown spot.
        """
        kind = self.spots[spot].kind
        if kind == JACKPOT:
            return ()
        pays = (self.ante_pays,) if kind == ANTE else self.pays.values()
        return tuple(Fraction(odds) for odds in sorted({0, *pays}))


A = StudLayout(
    name="A",
    boxes=MOST_BOXES,
    pays=MappingProxyType(
        {
            Category.ROYAL_FLUSH: 250,
            Category.STRAIGHT_FLUSH: 50,
            Category.FOUR: 20,
            Category.FULL_HOUSE: 7,
            Category.FLUSH: 5,
            Category.STRAIGHT: 4,
            Category.THREE: 3,
            Category.TWO_PAIRS: 2,
            Category.PAIR: 1,
            Category.ODD_CARDS: 1,
        }
    ),
    ante_pays=1,
    most_won=100_000_00,
    majors=MappingProxyType({Category.ROYAL_FLUSH: Fraction(1), Category.STRAIGHT_FLUSH: Fraction(1, 10)}),
    minors=MappingProxyType(
        {Category.FOUR: 500_00, Category.FULL_HOUSE: 200_00, Category.FLUSH: 100_00},
    ),
)
"""The one pay table of the rules."""
