"""Rounds of Casino Stud Poker as facts, dealt as the game asks, and what paper says of them."""

from kiosk.games.game import Fact
from kiosk.games.stud.deal import CARD, DEALER, PRIZE
from kiosk.games.stud.game import GAME
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paper import settle_slip
from kiosk.games.stud.paytable import CALL, A
from kits.games.dealt import dealt as dealt_of
from kits.games.dealt import result_of

FELT = Felt(A)
METER, RESET = 12_345_678, 5_000_000
ROYAL, FLUSH, PAIR, ODD = "Ah Kh Qh Jh Th", "9d 7d 5d 4d 2d", "8c 8s Kc 6s 3c", "Js 9c 7s 4c 2s"
STRAIGHT_FLUSH = "9s 8s 7s 6s 5s"
QUALIFIED, NOT_QUALIFIED = "Ac Kd 9h 5c 3h", "Qs Jc 9h 5c 3h"


def dealt(hands, dealer, calls, prizes=None, until=None, felt=FELT):
    """The facts of a round with these hands by box, as far as the game asks for something of that kind."""

    def prize(asks, _facts):
        return Fact(PRIZE, ((prizes or {})[asks.at],), asks.at)

    return dealt_of(GAME, felt, {**hands, DEALER: dealer}, calls, prize, until)


def on_paper(hands, dealer, calls, bets, meter=METER):
    """What `kiosk settle` says of the round: by box what each bet has become."""
    boxes = [
        {"box": number, "bets": bets[box], "cards": hands[box].split(), "decisions": [calls[box]]}
        for number, box in enumerate(hands, 1)
    ]
    slip = {"boxes": boxes, "dealer": dealer.split(), "jackpot": meter, "reset": RESET}
    answer = settle_slip(A, slip)
    return dict(zip(hands, answer["boxes"], strict=True))


def with_bet(bets, call):
    """The stakes of a box with that decision."""
    return bets | ({"bet": 2 * bets["ante"]} if call == "bet" else {})


__all__ = ["CALL", "CARD", "DEALER", "FELT", "PRIZE", "dealt", "on_paper", "result_of", "with_bet"]
