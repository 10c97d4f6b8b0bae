"""What the Fortune Bonus makes of seven cards, and the Envy Bonus that others have of them (rules 3.21 to 3.24)."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from kiosk.cards import ACE, JOKER, SUITS, TEN, suit_of
from kiosk.games.paigow.setting import BIT, has_straight, seven


class Bonus(StrEnum):
    """A winning hand of rule 4.1.2."""

    SEVEN_NATURAL = "Seven Card Straight Flush (without Joker)"
    ROYAL_MATCH = "Royal Match"
    SEVEN_JOKER = "Seven Card Straight Flush With a Joker"
    FIVE_ACES = "Five Aces"
    ROYAL_FLUSH = "Royal Flush"
    STRAIGHT_FLUSH = "Straight Flush"
    FOUR = "Four of a Kind"
    FULL_HOUSE = "Full House"
    FLUSH = "Flush"
    THREE = "Three of a Kind"
    STRAIGHT = "Straight"


class FortuneHand(NamedTuple):
    """A hand at the table: who holds it, what its cards make, and whether it has a Fortune Bonus wager."""

    player: str
    makes: Bonus | None
    fortune: bool


class _Looked(NamedTuple):
    """Seven cards as the pay table looks at them; `suit` is the mask of values of the suit with the most cards."""

    joker: int
    often: tuple[int, ...]
    all: int
    suit: int
    beside: frozenset[str]

    def straight(self, of: int, length: int = 5) -> bool:
        """Whether cards of these values and the Joker make a Straight of so many cards."""
        return has_straight(of, length - self.joker, length)

    @property
    def royal(self) -> bool:
        return (self.suit & _ROYAL).bit_count() + self.joker >= 5


_ROYAL = sum(1 << value for value in range(TEN, ACE + 1))
_KING_AND_QUEEN = [frozenset({"K" + suit, "Q" + suit}) for suit in SUITS]
_MAKES: Mapping[Bonus, Callable[[_Looked], bool]] = {
    Bonus.SEVEN_NATURAL: lambda own: not own.joker and own.straight(own.suit, 7),
    # The Joker completes the Royal Flush alone, never the King and Queen beside it (rule 1.1.9).
    Bonus.ROYAL_MATCH: lambda own: own.royal and own.beside in _KING_AND_QUEEN,
    Bonus.SEVEN_JOKER: lambda own: own.straight(own.suit, 7),
    Bonus.FIVE_ACES: lambda own: own.often[0] == 5,
    Bonus.ROYAL_FLUSH: lambda own: own.royal,
    Bonus.STRAIGHT_FLUSH: lambda own: own.straight(own.suit),
    Bonus.FOUR: lambda own: own.often[0] == 4,
    Bonus.FULL_HOUSE: lambda own: own.often[0] == 3 and own.often[1] > 1,
    Bonus.FLUSH: lambda own: own.suit.bit_count() + own.joker >= 5,
    Bonus.THREE: lambda own: own.often[0] == 3,
    Bonus.STRAIGHT: lambda own: own.straight(own.all),
}
"""Whether seven cards make each winning hand, the highest first."""


def bonus(cards: Sequence[str]) -> Bonus | None:
    """The best winning hand of seven cards, however they are set, or None (rule 4.1.2).

    Three of a Kind comes before a Straight, which pays less.
    """
    looked = _look(cards)
    return next((made for made, makes in _MAKES.items() if makes(looked)), None)


def _look(cards: Sequence[str]) -> _Looked:
    natural = [card for card in cards if card != JOKER]
    suits = [suit_of(card) for card in natural]
    most = max(SUITS, key=suits.count)
    suit = [card for card in natural if card[1] == most]
    return _Looked(
        joker=len(cards) - len(natural),
        often=seven(cards).shape,
        all=sum({BIT[card] for card in natural}),
        suit=sum([BIT[card] for card in suit]),
        beside=frozenset(natural).difference(suit),
    )


def envy_bonuses(
    hands: Sequence[FortuneHand], dealer: Bonus | None, pays: Mapping[Bonus, int]
) -> dict[str, int]:
    """The Envy Bonus of each player in cents (rules 3.23 and 3.24): one for each qualifying hand of another.

    The dealer's own such hand cancels all. A player's own Seven Card Straight Flush bars him, an own Royal Match from
    the Envy Bonus of other Royal Matches.
    """
    found = {}
    for player in dict.fromkeys(hand.player for hand in hands):
        own = {hand.makes for hand in hands if hand.player == player}
        wagered = any(hand.fortune for hand in hands if hand.player == player)
        if not wagered or dealer in pays or Bonus.SEVEN_NATURAL in own:
            due = {}
        elif Bonus.ROYAL_MATCH in own:
            due = {Bonus.SEVEN_NATURAL: pays[Bonus.SEVEN_NATURAL]}
        else:
            due = dict(pays)
        # What bars an own hand bars it here as well: of all at the table only others' hands are left.
        found[player] = sum(due.get(hand.makes, 0) for hand in hands if hand.makes)
    return found
