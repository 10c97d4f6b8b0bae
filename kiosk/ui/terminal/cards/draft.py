"""A hand as the player sets it, before it is confirmed: pure, and nothing of it counts (no money hangs on it)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kiosk.ui.kit.cards.setting import Cards, HandRules, Hands


@dataclass(frozen=True)
class Draft:
    """All cards, the highest first, and those that lie in the Low Hand, in the order in which they came there.

    `room`: how many cards the Low Hand takes. `by_house`: it lies as the House would set it.
    """

    cards: Cards
    room: int
    low: Cards = ()
    by_house: bool = False

    @property
    def high(self) -> Cards:
        """The other cards, the highest first."""
        return tuple(card for card in self.cards if card not in self.low)

    @property
    def is_whole(self) -> bool:
        """Whether the Low Hand has all its cards, and so has the High Hand."""
        return len(self.low) == self.room

    @property
    def hands(self) -> Hands:
        """As it lies, the Low Hand from its highest card too."""
        return Hands(tuple(card for card in self.cards if card in self.low), self.high)

    def tapped(self, card: str) -> Draft:
        """A touch takes a card to the other hand; a full Low Hand gives back what lay there longest."""
        return self.moved(card, low=card not in self.low)

    def moved(self, card: str, *, low: bool, over: str = "") -> Draft:
        """With a card in that hand; where the Low Hand is full it changes places with `over`, or what lay longest."""
        if card not in self.cards:
            return self
        rest = tuple(one for one in self.low if one != card)
        if not low:
            taken = (over,) if card in self.low and over in self.high else ()
            return replace(self, low=(*rest, *taken), by_house=False)
        if card in self.low:
            return self
        if len(rest) == self.room:
            out = over if over in rest else rest[0]
            rest = tuple(one for one in rest if one != out)
        return replace(self, low=(*rest, card), by_house=False)

    def swapped(self) -> Draft:
        """With the hands changed, where both have as many cards; else as it is."""
        high = self.high
        return replace(self, low=high, by_house=False) if len(high) == self.room else self

    def set_by(self, rules: HandRules) -> Draft:
        """The House Way."""
        return replace(self, low=rules.house_way(self.cards).low, by_house=True)
