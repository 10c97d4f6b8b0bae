"""Rounds of Si Ki Pi as facts, dealt as the game asks, and what paper says of them."""

from kiosk.games.game import HOLDS, NOBODY, Act, Boxes, Decide, Enter, Fact, Publish, Settle
from kiosk.games.laid import CARD, DEALER, SHUFFLE
from kiosk.games.set_hands import SET, set_choice
from kiosk.games.sikipi.felt import Felt
from kiosk.games.sikipi.game import GAME
from kiosk.games.sikipi.house_way import set_house_way
from kiosk.games.sikipi.paper import read_layout, settle_slip

FELT, FROM_SHOE = Felt(), Felt(hand_by_hand=False, name="B")
WINS, STANDS_OFF, LOSES = "Kh Kd 9s 9c", "9h 9d 8c 4d", "Kc Qs Td 2c"
"""Against the dealer's hand below, set the House Way."""
DEALERS = "Ah Qd 7s 2h"
HOUSE_WAY = set_choice(set_house_way(DEALERS.split())[0].low)
PAPER = read_layout("A", lambda _: "")


def dealt(hands, dealer=DEALERS, choices=None, until=None, felt=FELT, confirms=None):
    """The facts of a round with these hands by box, as far as the game asks for something of that kind."""
    facts, choices = [], choices or {}
    confirms = confirms or set_choice(set_house_way(dealer.split())[0].low)
    while not isinstance(asks := GAME.agenda(felt, facts), until or Settle):
        facts += _answers(asks, facts, {**hands, DEALER: dealer}, choices, confirms)
    return tuple(facts)


def _answers(asks, facts, hands, choices, confirms):
    match asks:
        case Boxes():
            return [Fact(HOLDS, tuple(place for place in hands if place != DEALER))]
        case Act(kind, times):
            return [Fact(kind, (times,))]
        case Enter(name, at) if name == SET:
            return [Fact(name, (confirms,), at)]
        case Enter(name, at, audience) if audience == NOBODY:
            return [Fact(name, (), at, NOBODY)]
        case Enter(name, at, audience):
            told = sum((fact.name, fact.at, fact.audience) == (name, at, audience) for fact in facts)
            return [Fact(name, (hands[at].split()[told],), at, audience)]
        case Decide(window, boxes):
            return [Fact(window, (choices.get(box, "house-way"),), box) for box in boxes]
        case Publish(places):
            return [Fact(CARD, facts[at].values, facts[at].at) for at in places]
    raise AssertionError(asks)


def result_of(facts):
    """As the result repeats them: hidden cards without values, and no act."""
    return tuple(
        Fact(fact.name, () if fact.audience != "table" else fact.values, fact.at, fact.audience)
        for fact in facts
        if fact.name != SHUFFLE
    )


def on_paper(hands, dealer, choices, bets):
    """What `kiosk settle` says of the round: by box what each bet has become."""
    boxes = [
        {
            "box": number,
            "bets": bets[box],
            "cards": hands[box].split(),
            "decisions": [choices.get(box, "house-way")],
        }
        for number, box in enumerate(hands, 1)
    ]
    answer = settle_slip(PAPER, {"boxes": boxes, "dealer": dealer.split()})
    return dict(zip(hands, answer["boxes"], strict=True))
