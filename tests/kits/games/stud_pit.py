"""A table of Casino Stud Poker with two seats, and one round at it: who bets, what is dealt, what comes of it."""

from kiosk.games.stud.deal import DEALER, PRIZE
from kiosk.games.stud.game import GAME
from kiosk.table import records as r
from kits.games import pit as pits
from kits.games.stud_dealt import FELT, FLUSH, ODD, QUALIFIED
from kits.seat.seats import make_limits

JACKPOT = r.SpotLimit(100, 100)
LIMITS = r.Limits(100, 500_000, {**make_limits(FELT).spots, "jackpot": JACKPOT})
HANDS = {"07": FLUSH, "08": ODD}
CARDS = {**{box: hand.split() for box, hand in HANDS.items()}, DEALER: QUALIFIED.split()}
BETS = {"s07": {"ante": 1_000, "jackpot": 100}, "s08": {"ante": 500}}
CALLS = {"s07": "bet", "s08": "fold"}
WON_07, LOST_08 = (10_000 + 1_000 + 10_000 - 100 + 10_000, 0, -20_900), (9_500, 0, 500)


def answers(asked, play, cards):
    """The next card of that place, of the Dealer's the open one first; a major prize by its own list."""
    if asked.fact == PRIZE:
        return (cards[PRIZE][asked.at],)
    return pits.in_order(asked, play, cards)


STUD = pits.Played(GAME, FELT, LIMITS, answers)
