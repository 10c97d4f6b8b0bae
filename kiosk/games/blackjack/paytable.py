"""The Blackjack Pay Table (rule 4.1.1) and what a layout of Blackjack offers at each box."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from kiosk.games.board import Board, felt_boards
from kiosk.games.game import Added, Spot

EVEN, BLACKJACK, INSURANCE, PAIR, HALF = (
    Fraction(1),
    Fraction(3, 2),
    Fraction(2),
    Fraction(11),
    Fraction(1, 2),
)
"""Net odds "x to 1" (rule 4.1.1), and the half of a Surrender (rule 3.16)."""

MOST_HANDS = 4  # rule 3.21.2
SIDES = ("pair", "under", "over")
DECKS = range(4, 9)  # rule 2.2.1
MOST_BOXES = 12  # the pictures of the layouts are lost: so many fit around a table
FIRST, TURN = "first", "hand"
"""The window of all boxes at once, after the initial deal, and that of one hand in its turn."""

_WHOLE_HAND = (Fraction(0), EVEN)
_ODDS: Mapping[str, tuple[Fraction, ...]] = {
    "initial": (-HALF, Fraction(0), EVEN, BLACKJACK),
    "pair": (PAIR,),
    "under": (EVEN,),
    "over": (EVEN,),
    "insurance": (INSURANCE,),
    **{f"split-{number}": _WHOLE_HAND for number in range(2, MOST_HANDS + 1)},
    **{f"double-{number}": _WHOLE_HAND for number in range(1, MOST_HANDS + 1)},
}
_ADDED = {
    "insurance": Added("initial", Fraction(0), HALF),  # rule 3.14.2
    "split": Added("initial", Fraction(1), Fraction(1)),  # rule 3.21
    "double": Added("initial", Fraction(0), Fraction(1)),  # rule 3.22
}
NAMES = {
    "initial": "Initial Bet",
    "pair": "Player Pair",
    "under": "Under 13",
    "over": "Over 13",
    "insurance": "Insurance",
}


def kind_of(spot: str) -> str:
    """The kind of a spot: its name without the number of the hand."""
    return spot.partition("-")[0]


def _spot(spot: str) -> Spot:
    kind = kind_of(spot)
    if kind in SIDES:  # rules 3.9, 3.13.2.d and 5.15
        return Spot(spot, kind, needs="initial", capped=kind != "pair")
    window = {"initial": "bets", "insurance": FIRST}.get(kind, TURN)
    return Spot(spot, kind, window, added=_ADDED.get(kind))


SPOTS: Mapping[str, Spot] = {spot: _spot(spot) for spot in _ODDS}
"""The spots of one box. Hands are numbered as they came to be; hand 1 keeps the Initial Bet (rule 3.21)."""


@dataclass(frozen=True, eq=False)
class BlackjackLayout:
    """A layout of Blackjack: how many decks and boxes, and the spots of one box. All three appendices offer the same
    bets. Frozen."""

    name: str
    decks: int = 8
    boxes: int = 7
    game: ClassVar = "blackjack"
    spots: ClassVar = SPOTS
    boards: ClassVar[Mapping[str, Board]] = felt_boards(
        "blackjack",
        {"pair under over": 118, "initial": 178, "insurance": 118},
        "pair:2 under:2 over:2 initial:3 insurance:3",
    )

    def odds(self, spot: str) -> tuple[Fraction, ...]:
        """Every net result of the spot but the whole loss. Raises KeyError for an unknown spot."""
        return _ODDS[spot]
