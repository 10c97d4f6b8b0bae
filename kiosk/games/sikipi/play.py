"""Setting four cards as a decision: what a box may choose, and what a choice makes of them (rules 3.18 to 3.21)."""

from collections.abc import Sequence
from functools import lru_cache

from kiosk.games.game import Option, Window
from kiosk.games.laid import TAKE_BACK, after_irregularity
from kiosk.games.set_hands import HOUSE_WAY, SET, low_hand, set_choice
from kiosk.games.sikipi.hands import Cards, high_first, worth
from kiosk.games.sikipi.house_way import Setting, set_house_way, ways_to_set

AFTER_ERROR = after_irregularity(default=TAKE_BACK, absent=TAKE_BACK)
"""Who does not answer has his Bets back: the error is not his (rule 5.6)."""

_MOST_KEPT = 16
"""Hands of which is kept whether they lie the House Way: every reader of a shown round asks about the Dealer's."""


def window_of(cards: Sequence[str]) -> Window:
    """What a box with these four cards may choose: the House Way, also for who is silent or away (rules 3.19 and 5.3),
    or which two of them are the Low Hand; never two that rank above the others (rules 1.8 and 1.12)."""
    lows = []
    for low, high in ways_to_set(cards):
        lows += [low, high] if worth(low) == worth(high) else [low]
    return Window(SET, (Option(HOUSE_WAY),), HOUSE_WAY, HOUSE_WAY, frozenset(map(set_choice, lows)))


def setting_of(cards: Sequence[str], choice: str) -> Setting:
    """Four cards as a choice sets them.

    A card that was entered wrongly and corrected after the choice counts by its rank; where none of that rank is there,
    the hand is set the House Way. Hands that rank the other way round then change their names. Raises BadFacts for a
    word that is no choice.
    """
    low = low_hand(choice)
    chosen = None if low is None else _found(cards, low)
    if chosen is None:
        return set_house_way(cards)[0]
    one, other = high_first(chosen), high_first([card for card in cards if card not in chosen])
    return Setting(one, other) if worth(one) <= worth(other) else Setting(other, one)


@lru_cache(_MOST_KEPT)
def is_house_way(cards: Cards, choice: str) -> bool:
    """Whether four cards that lie as the choice says are set the House Way. Suits decide nothing (rule 3.3)."""
    low = low_hand(choice)
    if low is None:
        return True
    if not set(low) <= set(cards):
        return False
    right = set_house_way(cards)[0]
    return _ranks(low) == _ranks(right.low) or (
        worth(right.low) == worth(right.high) and _ranks(low) == _ranks(right.high)
    )


def _found(cards: Sequence[str], low: Sequence[str]) -> tuple[str, ...] | None:
    """Each card of the Low Hand, or another of its rank that is not in it already."""
    found: list[str] = []
    for card in low:
        alike = [
            one for one in cards if one[0] == card[0] and one not in found and (one == card or one not in low)
        ]
        if not alike:
            return None
        found.append(card if card in alike else alike[0])
    return tuple(found)


def _ranks(cards: Sequence[str]) -> list[str]:
    return sorted(card[0] for card in cards)
