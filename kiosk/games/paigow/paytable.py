"""What Fortune Pai Gow Poker pays (rule 4.1). There is one layout, that of Appendix B."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import ClassVar

from kiosk.games.board import Board, felt_boards
from kiosk.games.game import Spot
from kiosk.games.paigow.fortune import Bonus

STANDARD, FORTUNE, ENVY = "standard", "fortune", "envy"
BETS = (STANDARD, FORTUNE)
BOXES = 6  # Appendix B

COMMISSION = Fraction(5, 100)  # of what the Standard wager wins (rule 4.1.1)
STAND_OFF = Fraction(0)
FORTUNE_PAYS: Mapping[Bonus, Fraction] = MappingProxyType(
    {
        Bonus.SEVEN_NATURAL: Fraction(2500),
        Bonus.ROYAL_MATCH: Fraction(1000),
        Bonus.SEVEN_JOKER: Fraction(500),
        Bonus.FIVE_ACES: Fraction(250),
        Bonus.ROYAL_FLUSH: Fraction(100),
        Bonus.STRAIGHT_FLUSH: Fraction(50),
        Bonus.FOUR: Fraction(20),
        Bonus.FULL_HOUSE: Fraction(5),
        Bonus.FLUSH: Fraction(4),
        Bonus.THREE: Fraction(3),
        Bonus.STRAIGHT: Fraction(2),
    }
)  # rule 4.1.2
ENVY_PAYS: Mapping[Bonus, int] = MappingProxyType({Bonus.SEVEN_NATURAL: 25_000, Bonus.ROYAL_MATCH: 5_000})
"""The Envy Bonus in cents, whatever was wagered (rule 4.1.2)."""

_ODDS = {
    STANDARD: (STAND_OFF, 1 - COMMISSION),
    FORTUNE: tuple(sorted(FORTUNE_PAYS.values())),
}


_SPOTS: Mapping[str, Spot] = MappingProxyType(
    {STANDARD: Spot(STANDARD, STANDARD), FORTUNE: Spot(FORTUNE, FORTUNE, needs=STANDARD)}  # rule 3.6
)


@dataclass(frozen=True, eq=False)
class PaiGowLayout:
    """The layout of Fortune Pai Gow Poker: the wagers of a box and what they pay, and how a table deals. Frozen.

    `by_hand`: one card at a time around the table, the Dealer among them (rule 3.11); else seven at once to each
    position, the Dealer last (rule 3.10).
    """

    name: str = "A"
    boxes: int = BOXES
    by_hand: bool = False
    game: ClassVar = "paigow"
    spots: ClassVar = _SPOTS
    boards: ClassVar[Mapping[str, Board]] = felt_boards(
        "paigow", {"fortune": 148, "standard": 148}, "fortune standard"
    )

    def odds(self, spot: str) -> tuple[Fraction, ...]:
        """Every net odds that the wager can pay, a stand off among them. Raises KeyError for an unknown wager."""
        return _ODDS[spot]
