"""A table of Fortune Pai Gow Poker with two seats, and one round at it: who bets, what is dealt, what comes of it."""

from kiosk.games.laid import DEALER
from kiosk.games.paigow.game import GAME
from kiosk.games.set_hands import SET
from kits.games import pit as pits
from kits.games.paigow_dealt import ACES, BY_HAND, DEALT, FELT, ODD, confirmed
from kits.seat.seats import make_limits

LIMITS = make_limits(FELT)
HANDS = {"07": ACES, "08": ODD}
CARDS = {**{box: hand.split() for box, hand in HANDS.items()}, DEALER: DEALT.split()}
BETS = {"s07": {"standard": 1_000, "fortune": 100}, "s08": {"standard": 500}}
SETTINGS = {"s07": "set:Jc8s", "s08": "house-way"}
WON_07, STOOD_08 = (10_000 + 950 - 100, 0, -850), (10_000, 0, 0)


def answers(asked, play, cards):
    """The next card of that place; the Dealer's setting as the round has it, or the House Way of the cards."""
    if asked.fact == SET:
        return cards.get(SET) or confirmed(asked, play).values
    return pits.in_order(asked, play, cards)


PAIGOW = pits.Played(GAME, FELT, LIMITS, answers)
BY_HAND_TABLE = pits.Played(GAME, BY_HAND, LIMITS, answers)
