"""Sample deals of games with set hands: cards by box, the Dealer's, and how each is set, with all their values."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.games.game import HOLDS, Fact
from kiosk.games.laid import CARD, DEALER
from kiosk.games.set_hands import HOUSE_WAY, SET, set_choice
from kiosk.tools.shots.studio import Facts, Stakes
from kiosk.ui.kit.cards.setting import HandRules

OWN = "07"


@dataclass(frozen=True)
class Deals:
    """A game's rules of setting, its deck, and the names of the other boxes."""

    rules: HandRules
    deck: Sequence[str]
    others: tuple[str, ...]

    @property
    def size(self) -> int:
        """Cards of a hand."""
        return self.rules.low + self.rules.high

    def deal(self, own: str, dealer: str, choice: str = HOUSE_WAY, *, with_others: bool = True) -> Facts:
        """A round of this seat's hand, none when it is empty, dealt among others; theirs follow from these cards."""
        taken = [*own.split(), *dealer.split()]
        chance = random.Random(" ".join(taken))  # noqa: S311  pictures, not play
        left = [card for card in self.deck if card not in taken]
        chance.shuffle(left)
        hands = {OWN: own.split()} if own else {}
        for box in self.others if with_others else ():
            hands[box], left = left[: self.size], left[self.size :]
        boxes = sorted(hands)
        house = set_choice(self.rules.house_way(dealer.split()).low)
        return (
            Fact(HOLDS, tuple(boxes)),
            *(Fact(CARD, (card,), box, box) for box in boxes for card in hands[box]),
            *(Fact(CARD, (card,), DEALER) for card in dealer.split()),
            *(Fact(SET, (choice if box == OWN else HOUSE_WAY,), box) for box in boxes),
            Fact(SET, (house,), DEALER),
        )

    def by_chance(self, chance: random.Random, _stakes: Stakes) -> Facts:
        """A round of cards as they come, whatever is staked."""
        cards = chance.sample(list(self.deck), 2 * self.size)
        return self.deal(" ".join(cards[: self.size]), " ".join(cards[self.size :]))
