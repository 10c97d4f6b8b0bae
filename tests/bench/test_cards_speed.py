"""How quickly cards are ranked, and a whole table of Casino Stud Poker or Blackjack settled."""

import random

import pytest

from kiosk.cards import DECK
from kiosk.cards.poker import rank_hand
from kiosk.games import best_choice
from kiosk.games.blackjack.deal import _kept
from kiosk.games.stud.jackpot import Meter
from kiosk.games.stud.paytable import A
from kiosk.games.stud.settle import Box, settle_round
from kits.games import blackjack_rounds as blackjack

pytestmark = pytest.mark.bench
HANDS, ROUNDS = 20_000, 2_000


def test_how_quickly_a_hand_is_ranked(figure):
    chance = random.Random(20_260_131)
    hands = [tuple(chance.sample(DECK, 5)) for _ in range(HANDS)]
    known = {hand: rank_hand(hand) for hand in hands}

    def rank_all():
        for hand in hands:
            rank_hand(hand)

    def look_up_all():
        for hand in hands:
            known[hand]

    figure("cards: five ranked, beside a dictionary", rank_all, look_up_all, 2, "us", each=HANDS)


def test_how_quickly_a_round_of_seven_boxes_is_settled(figure):
    deck = random.Random(20_260_131).sample(DECK, 40)
    boxes = [Box(n, 1000, tuple(deck[5 * n : 5 * n + 5]), "bet", 100) for n in range(1, 8)]
    dealer, meter = tuple(deck[:5]), Meter(12_345_678, 5_000_000)
    pays = {box.number: 2 for box in boxes}

    def settle():
        for _ in range(ROUNDS):
            settle_round(A, boxes, dealer, meter)

    def multiply():
        for _ in range(ROUNDS):
            {box.number: box.ante * pays[box.number] for box in boxes}

    figure("stud: seven boxes settled, beside a dictionary", settle, multiply, 100, "us", each=ROUNDS)


def test_how_quickly_a_round_of_blackjack_is_settled(figure):
    chance = random.Random(20_260_131)
    stakes = {f"{n:02}": {"initial": 1_000, "pair": 100, "under": 100} for n in range(1, 8)}

    def choose(facts, box):
        options = blackjack.GAME.window(blackjack.FELT, facts, box, stakes[box]).options
        offered = {option.choice: option.extras for option in options}
        best = best_choice(blackjack.FELT, facts, box, tuple(offered))
        stakes[box] |= {extra.spot: extra.most for extra in offered[best]}
        return best

    facts = blackjack.result_of(blackjack.by_chance(chance, list(stakes), choose))

    def settle():
        for _ in range(ROUNDS // 10):
            _kept.clear()  # as for whoever hears of the round for the first time
            for box, own in stakes.items():
                blackjack.GAME.settle(blackjack.FELT, own, facts, box)

    def multiply():
        for _ in range(ROUNDS // 10):
            {(box, spot): cents * 2 for box, own in stakes.items() for spot, cents in own.items()}

    figure(
        "blackjack: seven boxes settled, beside a dictionary",
        settle,
        multiply,
        1_000,
        "us",
        each=ROUNDS // 10,
    )
