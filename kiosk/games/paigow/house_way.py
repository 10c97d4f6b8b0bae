"""The House Way, row for row as Appendix A prints its eight tables."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kiosk.cards import ACE, JACK, JOKER, KING
from kiosk.games.paigow.hands import is_completed
from kiosk.games.paigow.setting import Setting, Seven, seven

# What the seven cards contain, by how often each value is there; the Joker is an Ace.
NO_PAIR = (1, 1, 1, 1, 1, 1, 1)
ONE_PAIR = (2, 1, 1, 1, 1, 1)
TWO_PAIRS = (2, 2, 1, 1, 1)
THREE_PAIRS = (2, 2, 2, 1)
THREE = (3, 1, 1, 1, 1)
TWO_THREES = (3, 3, 1)
FULL_HOUSE = (3, 2, 1, 1)
THREE_AND_TWO_PAIRS = (3, 2, 2)
FOUR = (4, 1, 1, 1)
FOUR_AND_PAIR = (4, 2, 1)
FOUR_AND_THREE = (4, 3)
FIVE = (5, 1, 1)
FIVE_AND_PAIR = (5, 2)


class Place(NamedTuple):
    """How a row sets the cards, in words and as done."""

    words: str
    set: Callable[[Seven], Setting]


class Row(NamedTuple):
    """A row of Appendix A: its table, what the seven cards contain, what else must be, and how they are set."""

    table: int
    contains: tuple[int, ...]
    words: str
    when: Callable[[Seven], bool]
    place: Place


def set_house_way(cards: Sequence[str]) -> tuple[Setting, Row]:
    """Seven cards set the House Way, and the row that says so (Appendix A)."""
    looked_at = seven(cards)
    row = next(row for row in _BY_SHAPE[looked_at.shape] if row.when(looked_at))
    return row.place.set(looked_at), row


# What the rows place in the Low Hand; all else is the High Hand. Of several cards of one value those are taken that
# leave the best High Hand, and the Joker stays there.

NEXT_TWO = Place("the second and third highest cards low", lambda own: own.with_values(*own.values[1:3]))
TWO_HIGHEST = Place("the two highest other cards low", lambda own: own.with_values(*own.singles[:2]))
FIRST = Place("two of them low", lambda own: own.with_values(own.values[0], own.values[0]))
HIGHEST_PAIR = Place("the highest pair low", FIRST.set)
SECOND = Place("the pair low", lambda own: own.with_values(own.values[1], own.values[1]))
LOWER_PAIR = Place("the lower pair low", SECOND.set)
ACE_AND_NEXT = Place("an Ace and the next highest card low", lambda own: own.with_values(ACE, own.singles[0]))
ACE_AND_KING = Place("Ace and King low", lambda own: own.with_values(ACE, KING))
COMPLETED = Place("the highest two cards low that leave a Straight or a Flush", Seven.with_completed)


def _always(_: Seven) -> bool:
    return True


def _first_leaves_completed(own: Seven) -> bool:
    """Whether, with two of the most frequent value low, a Straight or a Flush stays high."""
    return is_completed(FIRST.set(own).high_rank)


def _kings_leave_completed(own: Seven) -> bool:
    return own.values[:2] == (KING, ACE) and JOKER in own.cards and _first_leaves_completed(own)


def _two_pairs(*groups: str) -> Callable[[Seven], bool]:
    """Whether the two pairs are of these groups of Table 2, the lower first: L is 2 to 6, M 7 to 10, H Jack to Ace."""
    return lambda own: _GROUP[own.values[1]] + _GROUP[own.values[0]] in groups


def _and_single(when: Callable[[Seven], bool], *values: int) -> Callable[[Seven], bool]:
    """Whether one of these values is there beside, once."""
    return lambda own: when(own) and any(value in own.singles for value in values)


_GROUP = {value: "L" if value <= 6 else "M" if value < JACK else "H" for value in range(2, ACE + 1)}

ROWS = (
    Row(5, NO_PAIR, "no pair, with a Straight or a Flush", Seven.completes, COMPLETED),
    Row(1, NO_PAIR, "no pair", _always, NEXT_TWO),
    Row(5, ONE_PAIR, "one pair, with a Straight or a Flush", Seven.completes, COMPLETED),
    Row(1, ONE_PAIR, "one pair", _always, TWO_HIGHEST),
    # The setting of the last three rows of Table 2 is lost in print; their examples all part the pairs.
    Row(2, TWO_PAIRS, "pair of Aces and any other pair", lambda own: own.values[0] == ACE, LOWER_PAIR),
    Row(
        2,
        TWO_PAIRS,
        "low pair with a low or medium pair, and a King, an Ace or the Joker",
        _and_single(_two_pairs("LL", "LM"), KING, ACE),
        TWO_HIGHEST,
    ),
    Row(2, TWO_PAIRS, "low pair with a low or medium pair", _two_pairs("LL", "LM"), LOWER_PAIR),
    Row(
        2,
        TWO_PAIRS,
        "low and high pair or two medium pairs, and an Ace or the Joker",
        _and_single(_two_pairs("LH", "MM"), ACE),
        TWO_HIGHEST,
    ),
    Row(2, TWO_PAIRS, "low and high pair or two medium pairs", _two_pairs("LH", "MM"), LOWER_PAIR),
    Row(2, TWO_PAIRS, "high pair with a medium or high pair", _two_pairs("MH", "HH"), LOWER_PAIR),
    Row(3, THREE_PAIRS, "three pairs", _always, HIGHEST_PAIR),
    Row(5, THREE, "three of a kind, with a Straight or a Flush", _first_leaves_completed, FIRST),
    Row(4, THREE, "three Aces", lambda own: own.values[0] == ACE, ACE_AND_NEXT),
    Row(4, THREE, "three of a kind", _always, TWO_HIGHEST),
    Row(4, TWO_THREES, "twice three of a kind", _always, HIGHEST_PAIR),
    Row(
        5, FULL_HOUSE, "three Kings, Ace and Joker, with a Straight or a Flush", _kings_leave_completed, FIRST
    ),
    Row(
        6,
        FULL_HOUSE,
        "three of a kind, a pair of twos, Ace and King",
        lambda own: own.values[1] == 2 and own.singles == (ACE, KING),
        ACE_AND_KING,
    ),
    Row(6, FULL_HOUSE, "three of a kind and a pair", _always, SECOND),
    Row(
        6,
        THREE_AND_TWO_PAIRS,
        "three of a kind and two pairs",
        _always,
        Place("the higher pair low", SECOND.set),
    ),
    Row(7, FOUR, "four of 2 to 6", lambda own: own.values[0] <= 6, TWO_HIGHEST),
    Row(
        7,
        FOUR,
        "four of 7 to 10, and an Ace or the Joker",
        _and_single(lambda own: own.values[0] < JACK, ACE),
        TWO_HIGHEST,
    ),
    Row(7, FOUR, "four of 7 to 10", lambda own: own.values[0] < JACK, FIRST),
    Row(7, FOUR, "four Jacks, Queens, Kings or Aces", _always, FIRST),
    Row(7, FOUR_AND_PAIR, "four of 2 to King with a pair", lambda own: own.values[0] < ACE, SECOND),
    Row(7, FOUR_AND_THREE, "four of 2 to King with three of a kind", lambda own: own.values[0] < ACE, SECOND),
    Row(7, FOUR_AND_PAIR, "four Aces with a pair of Kings", lambda own: own.values[1] == KING, SECOND),
    Row(7, FOUR_AND_PAIR, "four Aces with a pair", _always, FIRST),
    Row(7, FOUR_AND_THREE, "four Aces with three of a kind", _always, FIRST),
    Row(8, FIVE, "five Aces", _always, FIRST),
    Row(8, FIVE_AND_PAIR, "five Aces with a pair of Kings", lambda own: own.values[1] == KING, SECOND),
    Row(8, FIVE_AND_PAIR, "five Aces with a pair", _always, FIRST),
)
"""Appendix A: of the rows of what the cards contain, the first that fits decides. Table 5 goes before the others."""

_BY_SHAPE = {
    shape: [row for row in ROWS if row.contains == shape] for shape in {row.contains for row in ROWS}
}
