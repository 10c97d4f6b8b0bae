"""The words of games whose players set their cards into a Low and a High Hand."""

from collections.abc import Sequence

from kiosk.cards import DECK, JOKER
from kiosk.games.errors import BadFacts
from kiosk.written import quoted

SET = "set"
"""The window in which hands are set, and the fact of a setting: at a box, or at the dealer."""
HOUSE_WAY = "house-way"
_OWN_WAY = "set:"
_ORDER = {card: place for place, card in enumerate((*DECK, JOKER))}


def set_choice(low: Sequence[str]) -> str:
    """The choice that sets these two different cards as the Low Hand, as "set:Qh9s": the higher card first.

    The Joker is the highest; of cards of one rank spades come before hearts, diamonds and clubs. So each Low Hand has
    one name.
    """
    return _OWN_WAY + "".join(sorted(low, key=_ORDER.__getitem__, reverse=True))


def low_hand(choice: str) -> tuple[str, ...] | None:
    """The two cards that a choice sets as the Low Hand; None for the House Way. Raises BadFacts for any other."""
    if choice == HOUSE_WAY:
        return None
    if not choice.startswith(_OWN_WAY) or len(choice) != len(_OWN_WAY) + 4:
        raise BadFacts(
            f"decisions: found {quoted(choice)}: expected {HOUSE_WAY}, or {_OWN_WAY} with the two cards of the Low Hand"
        )
    first, second = choice[-4:-2], choice[-2:]
    return first, second
