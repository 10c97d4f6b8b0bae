"""Playing cards, as every card game speaks of them: two letters each, rank and suit, as "Ah" and "Td"."""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = "Jk"
ACE, KING, QUEEN, JACK, TEN = 14, 13, 12, 11, 10

DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The 52 cards of a deck without its Joker."""

WITH_JOKER = (*DECK, JOKER)
"""The 53 cards of a deck with its Joker."""

_RANK = {card: RANKS.index(card[0]) + 2 for card in DECK}
_PLAIN = frozenset(DECK)


class BadCard(ValueError):
    """Something that is no card of the deck in use, or a card that cannot be there again."""


def rank_of(card: str) -> int:
    """The rank as a number: 2 to 10, Jack 11, Queen 12, King 13, Ace 14. Raises KeyError for the Joker."""
    return _RANK[card]


def suit_of(card: str) -> str:
    """The suit's letter: c, d, h or s."""
    return card[1]


def check_cards(cards: Iterable[object], *, joker: bool = False, decks: int = 1) -> tuple[str, ...]:
    """The same cards, all of them known and none there more often than there are decks. Raises BadCard."""
    count: dict[str, int] = {}
    found: list[str] = []
    for card in cards:
        if not isinstance(card, str) or not (card in _PLAIN or (joker and card == JOKER)):
            more = f' or "{JOKER}"' if joker else ""
            raise BadCard(f"found the card {card!r}: expected a rank of {RANKS} and a suit of {SUITS}{more}")
        found.append(card)
        count[card] = count.get(card, 0) + 1
        if count[card] > decks:
            raise BadCard(f"found the card {card} {count[card]} times: expected at most {decks}")
    return tuple(found)
