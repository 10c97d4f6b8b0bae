"""Rounds of Si Ki Pi as facts, dealt as the game asks, and what paper says of them."""

from kiosk.games.game import Fact
from kiosk.games.laid import DEALER
from kiosk.games.set_hands import HOUSE_WAY, SET, set_choice
from kiosk.games.sikipi.game import GAME
from kiosk.games.sikipi.house_way import set_house_way
from kiosk.games.sikipi.layout import Felt
from kiosk.games.sikipi.paper import read_layout, settle_slip
from kits.games.dealt import dealt as deal
from kits.games.dealt import result_of

FELT, FROM_SHOE = Felt(), Felt(hand_by_hand=False, name="B")
WINS, STANDS_OFF, LOSES = "Kh Kd 9s 9c", "9h 9d 8c 4d", "Kc Qs Td 2c"
"""Against the dealer's hand below, set the House Way."""
DEALERS = "Ah Qd 7s 2h"
PAPER = read_layout("A", lambda _: "")


def dealt(hands, dealer=DEALERS, choices=None, until=None, felt=FELT, confirms=None):
    """The facts of a round with these hands by box, as far as the game asks for something of that kind."""
    confirms = confirms or set_choice(set_house_way(dealer.split())[0].low)
    chosen = {box: (choices or {}).get(box, HOUSE_WAY) for box in hands}
    lies = Fact(SET, (confirms,), DEALER)
    return deal(GAME, felt, {**hands, DEALER: dealer}, chosen, lambda _asks, _facts: lies, until)


def on_paper(hands, dealer, choices, bets):
    """What `kiosk settle` says of the round: by box what each bet has become."""
    boxes = [
        {
            "box": number,
            "bets": bets[box],
            "cards": hands[box].split(),
            "decisions": [choices.get(box, HOUSE_WAY)],
        }
        for number, box in enumerate(hands, 1)
    ]
    answer = settle_slip(PAPER, {"boxes": boxes, "dealer": dealer.split()})
    return dict(zip(hands, answer["boxes"], strict=True))


__all__ = ["FELT", "dealt", "on_paper", "result_of"]
