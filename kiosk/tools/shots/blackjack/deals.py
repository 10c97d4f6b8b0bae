"""Sample deals: the own cards and the Dealer's in the order drawn, what the box decides, and what the others do."""

from __future__ import annotations

import random
from collections.abc import Sequence

from kiosk.cards import DECK
from kiosk.games.blackjack.deal import CARD, DEALER
from kiosk.games.blackjack.paytable import FIRST, TURN
from kiosk.games.blackjack.play import DECLINE
from kiosk.games.blackjack.points import points
from kiosk.games.game import HOLDS, Fact
from kiosk.tools.shots.studio import Facts, Stakes

OWN = "07"
BEFORE = ("01", "02", "04", "05", "06")
"""The other boxes, all to the right of this seat's: it decides last."""
AFTER = ("08", "09", "10")
STOOD = (16, 20)
"""The totals with which the others stand: they draw nothing, so that cards fall where a picture wants them."""


def deal(
    own: str, dealer: str, *decisions: str, first: str = DECLINE, others: Sequence[str] = BEFORE
) -> Facts:
    """A round of this seat, without a hand when its cards are none, among others who all stand."""
    chance = random.Random(own + dealer)  # noqa: S311  pictures, not play
    boxes = sorted((*others, *([OWN] if own else [])))
    found = [Fact(HOLDS, tuple(boxes))]
    found += [Fact(CARD, (card,), OWN) for card in own.split()]
    found += [Fact(CARD, (card,), DEALER) for card in dealer.split()]
    found += [Fact(FIRST, (first if box == OWN else DECLINE,), box) for box in boxes]
    found += [Fact(TURN, (choice,), OWN) for choice in decisions]
    for box in others:
        found += [Fact(CARD, (card,), box) for card in _two(chance)]
        found.append(Fact(TURN, ("stand",), box))
    return tuple(found)


def _two(chance: random.Random) -> tuple[str, str]:
    while True:
        first, second = chance.sample(DECK, 2)
        total, soft = points((first, second))
        if STOOD[0] <= total <= STOOD[1] and not soft:
            return first, second


def by_chance(chance: random.Random, _stakes: Stakes) -> Facts:
    """A whole round, whatever is staked: this seat stands from 16 hard, and the Dealer draws as he must."""
    up = chance.choice([card for card in DECK if card[0] != "A"])
    drawn = [up]
    while points(drawn)[0] < 17 or len(drawn) < 2:
        drawn.append(chance.choice(DECK))
    return deal(" ".join(_two(chance)), " ".join(drawn), "stand")
