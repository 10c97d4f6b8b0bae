"""The shoe of four to eight decks (rule 2.2.1): what is left in it, its cut card, and its end in mid-round (5.5.3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.cards import DECK, BadCard, check_cards
from kiosk.games.blackjack.paytable import DECKS
from kiosk.games.errors import BadFacts


def checked(cards: Sequence[object], decks: int) -> tuple[str, ...]:
    """The same cards, none more often than there are decks. Raises BadFacts."""
    try:
        return check_cards(cards, decks=decks)
    except BadCard as error:
        raise BadFacts(str(error)) from None


@dataclass(frozen=True)
class Shoe:
    """Cards of so many decks, shuffled together; `behind` the cut card lie so many of them."""

    decks: int
    behind: int

    def __post_init__(self) -> None:
        if type(self.decks) is not int or self.decks not in DECKS:
            raise BadFacts(f"decks {self.decks!r}: expected {DECKS[0]} to {DECKS[-1]}")
        if type(self.behind) is not int or not 0 <= self.behind < self.size:
            raise BadFacts(f"{self.behind!r} cards behind the cut card: expected 0 to {self.size - 1}")

    @property
    def size(self) -> int:
        """How many cards it holds when it is full."""
        return self.decks * len(DECK)

    def left(self, dealt: Sequence[str]) -> int:
        """How many cards are left after all that left it since the shuffle. Raises BadFacts for one too many of it."""
        return self.size - len(checked(dealt, self.decks))

    def is_due(self, dealt: Sequence[str]) -> bool:
        """Whether the cut card is out: the round is finished, and the cards are shuffled before the next."""
        return self.left(dealt) <= self.behind

    def is_out(self, dealt: Sequence[str]) -> bool:
        """Whether no card is left: a round that still needs one is void (rule 5.5.3)."""
        return self.left(dealt) == 0
