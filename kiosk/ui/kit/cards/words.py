"""Hands in words, in the language of the screen: "Pair of Kings", "Full House, Kings over 4s"."""

from kiosk.cards import ACE, JACK, KING, QUEEN
from kiosk.cards.poker import Category, category_of, tie_break_of
from kiosk.ui.kit.texts import Texts

_ONE = {ACE: "cards.ace", KING: "cards.king", QUEEN: "cards.queen", JACK: "cards.jack"}
_MANY = {ACE: "cards.aces", KING: "cards.kings", QUEEN: "cards.queens", JACK: "cards.jacks"}
_HIGH = {
    Category.STRAIGHT: "cards.straight",
    Category.FLUSH: "cards.flush",
    Category.STRAIGHT_FLUSH: "cards.straight_flush",
}
_ALIKE = {Category.PAIR: "cards.pair", Category.THREE: "cards.three", Category.FOUR: "cards.four"}
_TWO_GROUPS = {Category.TWO_PAIRS: "cards.two_pairs", Category.FULL_HOUSE: "cards.full_house"}


def rank_word(value: int, texts: Texts) -> str:
    """A card of that value: `King`, `10`."""
    return texts.get(_ONE[value]) if value in _ONE else str(value)


def ranks_word(value: int, texts: Texts) -> str:
    """Cards of that value: `Kings`, `10s`."""
    return texts.get(_MANY[value]) if value in _MANY else texts.get("cards.numbers", rank=value)


def hand_words(rank: int, texts: Texts) -> str:
    """A hand of that rank, as `kiosk.cards.poker.rank_hand` has it, as short as tells it from most others.

    Raises IndexError for what is no rank.
    """
    category, values = category_of(rank), tie_break_of(rank)
    if category in _ALIKE:
        return texts.get(_ALIKE[category], ranks=ranks_word(values[0], texts))
    if category in _TWO_GROUPS:
        first, second = (ranks_word(value, texts) for value in values[:2])
        return texts.get(_TWO_GROUPS[category], ranks=first, others=second)
    if category in _HIGH:
        return texts.get(_HIGH[category], rank=rank_word(values[0], texts))
    if category is Category.ROYAL_FLUSH:
        return texts.get("cards.royal_flush")
    first, second = (rank_word(value, texts) for value in values[:2])
    return texts.get("cards.odd", rank=first, next=second)
