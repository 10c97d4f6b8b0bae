"""Sample deals: hands by box, the Dealer's, and what the boxes decide, as facts with all their values."""

from __future__ import annotations

import random
from collections.abc import Mapping

from kiosk.cards import DECK
from kiosk.games.game import HOLDS, Fact
from kiosk.games.stud.deal import CARD, DEALER, PRIZE
from kiosk.games.stud.paytable import CALL
from kiosk.games.stud.play import FOLD, STAY
from kiosk.tools.shots.studio import Facts

OWN = "07"
OTHERS = ("01", "02", "04", "05", "06")

QUALIFIED = "Ac Kd 9h 6s 3s"
NOT_QUALIFIED = "Qs Jc 9h 5c 3h"
PAIR = "Kc Kh 8d 4s 3c"
FLUSH = "Ad 9d 7d 5d 4d"
ROYAL = "Ah Kh Qh Jh Th"
ODD = "Js 9c 7s 4c 2s"


def deal(own: str, dealer: str, call: str = STAY, prize: int = 0, *, with_others: bool = True) -> Facts:
    """A round of this seat's hand, none when it is empty, dealt among others; theirs follow from these cards.

    `prize`: what this box is paid of the jackpot, in cents.
    """
    taken = [*own.split(), *dealer.split()]
    chance = random.Random(" ".join(taken))  # noqa: S311  pictures, not play
    left = [card for card in DECK if card not in taken]
    chance.shuffle(left)
    hands = {OWN: own.split()} if own else {}
    calls = {OWN: call} if own else {}
    for number, box in enumerate(OTHERS if with_others else ()):
        hands[box], left = left[:5], left[5:]
        calls[box] = FOLD if number % 3 == 1 else STAY
    return facts_of(hands, dealer.split(), calls, prize)


def facts_of(
    hands: Mapping[str, list[str]], dealer: list[str], calls: Mapping[str, str], prize: int = 0
) -> Facts:
    """The facts, in the order of the boxes' names, all with their values."""
    boxes = sorted(hands)
    found = [Fact(HOLDS, tuple(boxes))]
    for box in boxes:
        found += [Fact(CARD, (card,), box, box) for card in hands[box]]
    found += [Fact(CARD, (card,), DEALER) for card in dealer]
    found += [Fact(CALL, (calls[box],), box) for box in boxes]
    found += [Fact(PRIZE, (prize if box == OWN else 0,), box) for box in boxes]
    return tuple(found)
