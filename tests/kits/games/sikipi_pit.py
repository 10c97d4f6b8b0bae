"""A table of Si Ki Pi with two seats, and one round at it: who bets, what is dealt, what comes of it."""

from kiosk.games.laid import DEALER
from kiosk.games.set_hands import SET, set_choice
from kiosk.games.sikipi.game import GAME
from kiosk.games.sikipi.house_way import set_house_way
from kits.games import pit as pits
from kits.games.sikipi_dealt import DEALERS, FELT, LOSES
from kits.seat.seats import make_limits

LIMITS = make_limits(FELT)
HANDS = {"07": "Ks 9h 8d 7c", "08": LOSES}
CARDS = {**{box: hand.split() for box, hand in HANDS.items()}, DEALER: DEALERS.split()}
BETS = {"s07": {"initial": 1_000, "bonus": 100}, "s08": {"initial": 500, "bonus-dealer": 100}}
CHOICES = {"s07": "set:9h8d", "s08": "house-way"}
WON_07, LOST_08 = (10_000 + 950 - 100, 0, -850), (9_400, 0, 600)


def answers(asked, play, cards):
    """The next card of that place; the Dealer's hand lies on the felt as the House Way sets it."""
    if asked.fact != SET:
        return pits.in_order(asked, play, cards)
    return (set_choice(set_house_way(cards[DEALER])[0].low),)


SIKIPI = pits.Played(GAME, FELT, LIMITS, answers)
