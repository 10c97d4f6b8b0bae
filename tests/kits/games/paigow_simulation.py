"""Deals Fortune Pai Gow Poker by chance, player and dealer both set the House Way, and adds up the Standard wager.

A shuffled deck gives seven hands, and each two of them two deals: either is the player. The 42 deals of a deck are not
independent, so that the standard error is that of the decks. Run as a program it deals pieces that are not in the
table yet, as many as named: `python paigow_simulation.py 1200`.
"""

import random
import sys
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from kiosk.cards import DECK, JOKER
from kiosk.games.paigow.fortune import bonus
from kiosk.games.paigow.house_way import set_house_way
from kiosk.games.paigow.paytable import FORTUNE_PAYS

TABLE = Path(__file__).parent / "data" / "paigow-both-house-way.txt"
DECKS = 2_000
"""Decks of a piece."""
HANDS, DEALS = 7, 42
"""Hands of a deck, and the deals that they make."""
_DECK = (*DECK, JOKER)


class Piece(NamedTuple):
    """What the deals of one or more pieces came to. Units are twentieths of a stake: a win is 19, a loss -20."""

    won: int
    stood_off: int
    units: int
    squares: int
    """The sum over the decks of the square of the deck's units."""


def deal(number: int) -> Piece:
    """The piece of that number: always the same decks."""
    chance = random.Random(number)
    won = stood_off = units = squares = 0
    for _ in range(DECKS):
        cards = chance.sample(_DECK, 7 * HANDS)
        ranks = []
        for at in range(0, 7 * HANDS, 7):
            setting, _ = set_house_way(cards[at : at + 7])
            ranks.append((setting.low_rank, setting.high_rank))
        wins, stands = _of_deck(ranks)
        net = 19 * wins - 20 * (DEALS - wins - stands)
        won += wins
        stood_off += stands
        units += net
        squares += net * net
    return Piece(won, stood_off, units, squares)


def _of_deck(ranks: Sequence[tuple[int, int]]) -> tuple[int, int]:
    won = stood_off = 0
    for (low, high), (other_low, other_high) in combinations(ranks, 2):
        for hands_won in ((low > other_low) + (high > other_high), (other_low > low) + (other_high > high)):
            if hands_won == 2:
                won += 1
            elif hands_won:
                stood_off += 1
    return won, stood_off


def mixed(number: int, decks: int = DECKS) -> int:
    """The sum over the deals of a piece of the products of what both wagers win, the Standard one in twentieths."""
    chance = random.Random(number)
    found = 0
    for _ in range(decks):
        cards = chance.sample(_DECK, 7 * HANDS)
        ranks, pays = [], []
        for at in range(0, 7 * HANDS, 7):
            setting, _ = set_house_way(cards[at : at + 7])
            made = bonus(cards[at : at + 7])
            ranks.append((setting.low_rank, setting.high_rank))
            pays.append(int(FORTUNE_PAYS[made]) if made else -1)
        for own, other in permutations(range(HANDS), 2):
            hands_won = sum(mine > theirs for mine, theirs in zip(ranks[own], ranks[other], strict=True))
            found += (-20, 0, 19)[hands_won] * pays[own]
    return found


def pieces() -> list[Piece]:
    """The table: the pieces from number 0 on."""
    return [Piece(*map(int, row.split())) for row in TABLE.read_text(encoding="utf-8").splitlines()]


def total(of: Sequence[Piece]) -> Piece:
    """The sum of pieces."""
    return Piece(*map(sum, zip(*of, strict=True)))


def edge(found: Piece, decks: int) -> tuple[Fraction, float]:
    """The share of a stake that the House keeps, and its standard error."""
    mean = Fraction(found.units, decks)
    variance = Fraction(found.squares, decks) - mean**2
    unit = 20 * DEALS
    return -mean / unit, sqrt(variance / decks) / unit


if __name__ == "__main__":
    with TABLE.open("a+", encoding="utf-8") as table:
        table.seek(0)
        there = len(table.read().splitlines())
        for piece in range(there, there + int(sys.argv[1])):
            table.write(" ".join(map(str, deal(piece))) + "\n")
            table.flush()
