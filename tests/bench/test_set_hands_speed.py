"""How long it takes to set a hand the House Way, and to settle a full table of Fortune Pai Gow Poker."""

import random
import time

import pytest

from kiosk.cards import DECK, JOKER
from kiosk.games.paigow.house_way import set_house_way as set_seven
from kiosk.games.paigow.settle import Box, settle_table
from kiosk.games.sikipi.house_way import set_house_way as set_four

pytestmark = pytest.mark.bench
HANDS, TABLES = 20_000, 500
WAY, TABLE = 20e-6, 1e-3
"""Seconds for a hand and for a table, at most."""


def seconds_each(act, of):
    """The best of five runs over all of them, divided by how many they are: other programs make a run longer."""
    best = []
    for _ in range(5):
        begun = time.process_time()
        for one in of:
            act(one)
        best.append(time.process_time() - begun)
    return min(best) / len(of)


@pytest.mark.parametrize(("act", "cards", "deck"), [(set_four, 4, DECK), (set_seven, 7, (*DECK, JOKER))])
def test_that_a_hand_is_set_the_house_way_in_time(act, cards, deck):
    chance = random.Random(1)
    took = seconds_each(act, [chance.sample(deck, cards) for _ in range(HANDS)])
    print(f"\nHouse Way of {cards} cards: {took * 1e6:.1f} us")
    assert took < WAY


def test_that_a_full_table_of_pai_gow_is_settled_in_time():
    chance = random.Random(2)
    tables = []
    for _ in range(TABLES):
        cards = chance.sample((*DECK, JOKER), 49)
        boxes = [
            Box(str(box), {"standard": 1000, "fortune": 100}, tuple(cards[7 * box : 7 * box + 7]))
            for box in range(6)
        ]
        tables.append((boxes, tuple(cards[42:])))
    took = seconds_each(lambda table: settle_table(*table), tables)
    print(f"\na table of six: {took * 1e6:.0f} us")
    assert took < TABLE
