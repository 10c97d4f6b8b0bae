"""Hands of Casino Stud Poker: their names, which qualifies for the Dealer, and who wins (rules 1.14, 3.1)."""

from collections.abc import Mapping

from kiosk.cards.poker import Category, in_words, rank_hand

CARDS = 5
"""Cards of every Hand (rule 3.10)."""

NAMES: Mapping[Category, str] = {
    Category.ROYAL_FLUSH: "Royal Flush",
    Category.STRAIGHT_FLUSH: "Straight Flush",
    Category.FOUR: "Four of a Kind",
    Category.FULL_HOUSE: "Full House",
    Category.FLUSH: "Flush",
    Category.STRAIGHT: "Straight",
    Category.THREE: "Three of a Kind",
    Category.TWO_PAIRS: "Two Pairs",
    Category.PAIR: "One Pair",
    Category.ODD_CARDS: "Five Odd Cards",
}
"""The names of rule 3.1.2, the highest first."""

LOWEST_QUALIFYING = rank_hand(("Ac", "Kd", "4h", "3s", "2c"))
"""The rank from which on a Dealer's Hand qualifies: below a pair only Ace and King together do (rule 1.14)."""


def qualifies(rank: int) -> bool:
    """Whether a Dealer's Hand of this rank qualifies (rule 1.14)."""
    return rank >= LOWEST_QUALIFYING


def words_of(rank: int) -> str:
    """A Hand in words: "Full House, Kings over 4s"; "One Pair of 10s, with King, 6, 3"."""
    return in_words(rank, NAMES)
