"""What cards count in Blackjack: points, soft and hard, Blackjack, and the bets on two cards (rules 1, 3.2, 3.13)."""

from collections.abc import Sequence

ACE_HIGH = 10
"""What an Ace counts more than its one point where that fits (rule 3.2.1)."""
MOST = 21
STANDS = 17
"""The dealer draws below this total, soft or hard, and stands from it (rule 3.23)."""
LEAST = 12
"""Below this total a player must draw (rule 3.19)."""

_POINTS = {rank: min(place, 10) for place, rank in enumerate("A23456789TJQK", 1)}


def value(card: str) -> int:
    """The points of one card, an Ace as 1 (rule 3.2). Two cards of the same value may be split (rule 1.29)."""
    return _POINTS[card[0]]


def points(cards: Sequence[str]) -> tuple[int, bool]:
    """The Point Total, and whether it is soft: one Ace counts 11 wherever that is 21 or less (1.11, 1.28, 3.2.1)."""
    hard = sum(_POINTS[card[0]] for card in cards)
    soft = hard <= MOST - ACE_HIGH and any(card[0] == "A" for card in cards)
    return hard + ACE_HIGH * soft, soft


def is_blackjack(cards: Sequence[str], *, split: bool = False) -> bool:
    """An Ace and a card of ten points as the first two, not from a Split (rule 1.2)."""
    return len(cards) == 2 and not split and points(cards) == (MOST, True)


def dealer_hand(cards: Sequence[str]) -> tuple[str, ...]:
    """The dealer's hand: his cards up to a total of 17 or more. Those after it are discarded (3.23, 5.10.2)."""
    for drawn in range(2, len(cards)):
        if points(cards[:drawn])[0] >= STANDS:
            return tuple(cards[:drawn])
    return tuple(cards)


def is_complete(hand: Sequence[str]) -> bool:
    """Whether the dealer stands on this hand (rule 3.23)."""
    return points(hand)[0] >= STANDS


def side_wins(first: Sequence[str]) -> dict[str, bool]:
    """Whether Player Pair, Under 13 and Over 13 win on the first two cards (rules 3.13.1 and 3.13.2).

    A pair is of one number or picture, whatever its suits. Every Ace counts 1: a Blackjack is Under 13.
    """
    low = sum(map(value, first))
    return {"pair": first[0][0] == first[1][0], "under": low < 13, "over": low > 13}
