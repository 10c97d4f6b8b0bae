"""Counts every deal of Si Ki Pi, both hands set the House Way: for each hand of a player, against all the dealer's.

Run as a program it writes the table of the counts anew: about five seconds.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from math import comb
from pathlib import Path

from kiosk.cards import SUITS
from kiosk.games.sikipi.hands import worth
from kiosk.games.sikipi.house_way import set_house_way
from kiosk.games.sikipi.odds import hands

TABLE = Path(__file__).parent / "data" / "sikipi-both-house-way.txt"
CHECKSUM = "c3ca67ba6f37163cc242bc34761c89dba95cb1c2fdaa3885c590de7f2fb8f041"
"""SHA-256 of the table as it was counted."""

_CHOOSE = [[comb(cards, count) for count in range(5)] for cards in range(5)]


def against_all(hand: str) -> tuple[int, int]:
    """How often a player's cards of these ranks win and stand off, against each four of the other 48 cards."""
    dealers = _set()
    low, high, _ = dealers[hand]
    held = Counter(hand)
    won = stood_off = 0
    for other_low, other_high, counts in dealers.values():
        hands_won = (low > other_low) + (high > other_high)
        if not hands_won:
            continue
        deals = 1
        for rank, count in counts:
            deals *= _CHOOSE[4 - held[rank]][count]
        if hands_won == 2:
            won += deals
        else:
            stood_off += deals
    return won, stood_off


def lines() -> Iterator[str]:
    """A line for each hand: its ranks, and how often it wins and stands off."""
    for hand in hands():
        won, stood_off = against_all(hand)
        yield f"{hand} {won} {stood_off}\n"


def cards_of(hand: str) -> tuple[str, ...]:
    """Cards of these ranks, no two alike."""
    return tuple(rank + suit for rank, suit in zip(hand, SUITS, strict=True))


@cache
def _set() -> dict[str, tuple[int, int, tuple[tuple[str, int], ...]]]:
    """Of each hand what its Low and its High Hand are worth, and how often each rank is in it."""
    found = {}
    for hand in hands():
        setting, _ = set_house_way(cards_of(hand))
        found[hand] = (worth(setting.low), worth(setting.high), tuple(Counter(hand).items()))
    return found


if __name__ == "__main__":
    TABLE.write_text("".join(lines()), encoding="utf-8")
