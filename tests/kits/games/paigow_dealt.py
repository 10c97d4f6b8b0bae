"""Rounds of Fortune Pai Gow Poker as facts, dealt as the game asks, and what paper says of them."""

from kiosk.games.game import Fact
from kiosk.games.laid import CARD, DEALER
from kiosk.games.paigow.game import GAME
from kiosk.games.paigow.paper import settle_slip
from kiosk.games.paigow.paytable import PaiGowLayout
from kiosk.games.paigow.play import house_way_of
from kiosk.games.set_hands import SET
from kits.games.dealt import dealt as dealt_of
from kits.games.dealt import result_of

FELT = PaiGowLayout()
BY_HAND = PaiGowLayout("A", by_hand=True)
# hands that do not share a card
ODD, ACES, PAIR = "Kc Qh 9s 6h 4c 3d 2s", "Ah Ad 8s 7h 5c 4d Jc", "Tc Td Ks 8h 6c 5d 3h"
DEALT = "Qd Qs 9h 7c 5s 4h 2d"
"""The Dealer's: a pair of Queens, 9-7 low. It loses to ACES set with Jack and 8 low, and to no other."""
NATURAL, MATCH = "Jc Tc 9c 8c 7c 6c 5c", "Ah Kh Qh Jh Th Kd Qd"
"""A Seven Card Straight Flush without the Joker, and a Royal Match."""


def confirmed(_asks, facts):
    """The Dealer's hand as the House Way has it."""
    cards = [fact.values[0] for fact in facts if (fact.name, fact.at) == (CARD, DEALER) and fact.values]
    return Fact(SET, (house_way_of(tuple(cards)),), DEALER)


def dealt(hands, choices, dealer=DEALT, until=None, felt=FELT, irregular=None):
    """The facts of a round with these hands by box, as far as the game asks for something of that kind."""
    return dealt_of(GAME, felt, {**hands, DEALER: dealer}, choices, confirmed, until, irregular)


def on_paper(hands, dealer, choices, bets):
    """What `kiosk settle` says of the round: by box what each wager has become, an Envy Bonus apart."""
    boxes = [
        {"box": number, "bets": bets[box], "cards": hands[box].split(), "decisions": [choices[box]]}
        for number, box in enumerate(hands, 1)
    ]
    answer = settle_slip(FELT, {"boxes": boxes, "dealer": dealer.split()})
    return dict(zip(hands, answer["boxes"], strict=True))


__all__ = ["BY_HAND", "FELT", "SET", "dealt", "on_paper", "result_of"]
