"""What may have gone wrong in a round of Blackjack, in the order of its rules (5.4 to 5.19)."""

from __future__ import annotations

from kiosk.console.view import DeskView
from kiosk.games.blackjack import faults
from kiosk.games.blackjack.deal import DEALING_ERROR, DISCARDED, MISLED, SHOE_EMPTY, TWO_AT_ONCE
from kiosk.games.blackjack.game import GAME
from kiosk.games.game import WRONG_PICTURE
from kiosk.table.round import Phase
from kiosk.ui.dealer.cards.move import hands_moved
from kiosk.ui.dealer.cards.shoe import cover_card_by_mistake, shoe_not_recorded
from kiosk.ui.dealer.game_part import Wrong, by_rule, damaged, earlier, interrupted, other

_INTERRUPTION = interrupted("dealer.blackjack.interruption_does", "5.4")
_AT_ANY_TIME = (
    damaged("dealer.blackjack.deck_does", "5.5.1", GAME.void_reasons.damaged),
    earlier("dealer.blackjack.earlier_does", "5.13"),
    other("dealer.blackjack.other_does", "5.19"),
)
_ENTERED = (
    Wrong("dealer.blackjack.empty", "dealer.blackjack.empty_does", "5.5.3", faults.EMPTY, SHOE_EMPTY),
    Wrong("dealer.blackjack.error", "dealer.blackjack.error_does", "5.7", "", DEALING_ERROR),
    Wrong("dealer.blackjack.misled", "dealer.blackjack.misled_does", "5.7", WRONG_PICTURE, MISLED),
    Wrong("dealer.blackjack.discarded", "dealer.blackjack.discarded_does", "5.10.3", "", DISCARDED),
    Wrong(
        "dealer.blackjack.two_cards",
        "dealer.blackjack.two_cards_does",
        "5.12",
        faults.TWO_AT_ONCE,
        TWO_AT_ONCE,
        every=True,
    ),
)
_NEW_SHOE = shoe_not_recorded("5.5.2")
_COVER_CARD = cover_card_by_mistake("2.2.1")
_MOVED = hands_moved("dealer.blackjack.hands_moved_does", "5.9")
_OVERDRAWN = Wrong(
    "dealer.blackjack.overdrawn", "dealer.blackjack.overdrawn_does", "5.10.2", faults.OVERDRAWN
)
_FACE_UP = Wrong("dealer.blackjack.face_up", "dealer.blackjack.face_up_does", "5.11", faults.FACE_UP)


def wrongs_now(view: DeskView) -> tuple[Wrong, ...]:
    """What may have gone wrong at this moment, in the order of the rules."""
    found = [*_AT_ANY_TIME]
    if view.phase not in (Phase.RESULT, Phase.ENDED):
        found.append(_INTERRUPTION)
    if view.phase not in (Phase.RESULT, Phase.ENDED, Phase.BETTING):
        offered = {may.fact for may in view.irregularities}
        found += [wrong for wrong in _ENTERED if wrong.fact in offered]
        found += [_MOVED] if view.moves.boxes else []
        found += [_NEW_SHOE, _FACE_UP]
    if view.phase not in (Phase.ENDED, Phase.BETTING):  # with his last card the result stands
        found.append(_OVERDRAWN)
    if "CoverCardBack" in view.may:
        found.append(_COVER_CARD)
    return by_rule(found)
