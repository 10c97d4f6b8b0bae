"""How long it takes to set a hand the House Way, and to settle a full table of Fortune Pai Gow Poker and Si Ki Pi."""

import random

import pytest

from kiosk.cards import DECK, JOKER
from kiosk.games.paigow.house_way import set_house_way as set_seven
from kiosk.games.paigow.settle import Box, settle_table
from kiosk.games.sikipi.house_way import set_house_way as set_four
from kiosk.games.sikipi.paytable import BOXES
from kiosk.games.sikipi.settle import settle as settle_box

pytestmark = pytest.mark.bench
HANDS, TABLES = 20_000, 500


@pytest.mark.parametrize(
    ("act", "game", "cards", "deck"),
    [(set_four, "sikipi", 4, DECK), (set_seven, "paigow", 7, (*DECK, JOKER))],
)
def test_how_quickly_a_hand_is_set_the_house_way(act, game, cards, deck, figure):
    chance = random.Random(1)
    hands = [tuple(chance.sample(deck, cards)) for _ in range(HANDS)]

    def set_all():
        for hand in hands:
            act(hand)

    def sort_all():
        for hand in hands:
            sorted(hand)

    figure(f"{game}: a hand set the House Way, beside sorting it", set_all, sort_all, 20, "us", each=HANDS)


def test_how_quickly_a_full_table_of_pai_gow_is_settled(figure):
    chance = random.Random(2)
    tables = []
    for _ in range(TABLES):
        cards = chance.sample((*DECK, JOKER), 49)
        boxes = [
            Box(str(box), {"standard": 1000, "fortune": 100}, tuple(cards[7 * box : 7 * box + 7]))
            for box in range(6)
        ]
        tables.append((boxes, tuple(cards[42:])))

    def settle():
        for boxes, dealer in tables:
            settle_table(boxes, dealer)

    def multiply():
        for boxes, _ in tables:
            [{name: cents * 2 for name, cents in box.bets.items()} for box in boxes]

    figure("paigow: a table of six settled, beside a dictionary", settle, multiply, 1_000, "us", each=TABLES)


def test_how_quickly_a_full_table_of_si_ki_pi_is_settled(figure):
    chance = random.Random(3)
    bets = {"initial": 1000, "bonus": 100, "bonus-dealer": 100}
    tables = []
    for _ in range(TABLES):
        cards = chance.sample(DECK, 4 * (BOXES + 1))
        tables.append([tuple(cards[4 * box : 4 * box + 4]) for box in range(BOXES + 1)])

    def settle():
        for *boxes, dealer in tables:
            for cards in boxes:
                settle_box(bets, cards, None, dealer)

    def multiply():
        for *boxes, _ in tables:
            [{name: cents * 2 for name, cents in bets.items()} for _ in boxes]

    figure(
        "sikipi: a table of twelve settled, beside a dictionary", settle, multiply, 1_000, "us", each=TABLES
    )
