"""How a box may set its seven cards, and what counts for a silent or absent seat (rules 3.12, 3.13.1, 5.10, 5.18)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from kiosk.games.game import Option, Window
from kiosk.games.laid import GO_ON, TAKE_BACK, after_irregularity
from kiosk.games.paigow.hands import Cards
from kiosk.games.paigow.house_way import set_house_way
from kiosk.games.paigow.setting import set_own_way
from kiosk.games.set_hands import HOUSE_WAY, SET, low_hand, set_choice

AFTER_ERROR = after_irregularity(default=GO_ON, absent=GO_ON)
"""After a hand that was removed or not dealt: wagers stay, unless the Player takes them back in time (rule 5.10)."""
AFTER_FAILURE = after_irregularity(default=GO_ON, absent=TAKE_BACK)
"""After a power failure: wagers stay where nobody answers, and come back where the seat is down (rule 5.18.1)."""

_MOST_KEPT = 16
"""Hands of which window and House Way are kept: a seat asks again and again about its own, every reader of a shown
round about the Dealer's."""


@lru_cache(_MOST_KEPT)
def window_of(cards: Cards) -> Window:
    """The House Way, and every Low Hand that makes no Foul Hand (rules 3.12.1 and 3.12.2).

    Who is silent, or not there, is set the House Way (rule 3.13.1).
    """
    legal = frozenset(
        set_choice(low) for low in combinations(cards, 2) if not set_own_way(cards, low).is_foul
    )
    return Window(SET, (Option(HOUSE_WAY),), default=HOUSE_WAY, absent=HOUSE_WAY, more=legal)


def low_of(choice: str, cards: Sequence[str]) -> Cards | None:
    """The Low Hand of that choice; None for the House Way.

    It is the House Way too where the hand has not the two cards, as when one of them was entered wrongly.
    """
    low = low_hand(choice)
    return low if low is not None and set(low) <= set(cards) else None


@lru_cache(_MOST_KEPT)
def house_way_of(cards: Cards) -> str:
    """The House Way of seven cards as `set_choice` names it: what the felt is to show of the Dealer's hand."""
    return set_choice(set_house_way(cards)[0].low)
