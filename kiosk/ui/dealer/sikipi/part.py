"""Si Ki Pi's part of the dealer's screen, and what may have gone wrong, in the order of its rules (5.4 to 5.18)."""

from __future__ import annotations

from kiosk.console.view import DeskView
from kiosk.games.laid import DEALING_ERROR, INVALID, NOT_SHUFFLED, RAN_OUT
from kiosk.games.sikipi.deal import EXPOSED, MISDEALT, read_deal
from kiosk.games.sikipi.game import GAME
from kiosk.games.sikipi.paytable import BOXES
from kiosk.table.round import Phase
from kiosk.ui.dealer.cards.move import hands_moved
from kiosk.ui.dealer.cards.set_part import SettingPart
from kiosk.ui.dealer.game_part import Wrong, by_rule, damaged, earlier, interrupted, other, void
from kiosk.ui.kit.sikipi.rules import RULES

_INTERRUPTED = interrupted("dealer.sikipi.interruption_does", "5.4")
_DECK = damaged("dealer.sikipi.deck_does", "5.5.1", GAME.void_reasons.damaged)
_UNSHUFFLED = void("felt.void_not_shuffled", "dealer.sikipi.deck_does", "5.5.4", NOT_SHUFFLED)
_RAN_OUT = void("felt.void_ran_out", "dealer.sikipi.ran_out_does", "5.5.6", RAN_OUT)
_AT_BOXES = (
    Wrong(
        "dealer.sikipi.exposed",
        "dealer.sikipi.exposed_does",
        "5.7",
        "two or more cards were exposed",
        EXPOSED,
    ),
    Wrong(
        "dealer.sikipi.misdealt", "dealer.sikipi.misdealt_does", "5.5.3", "cards were dealt wrongly", MISDEALT
    ),
    Wrong("dealer.sikipi.error", "dealer.sikipi.error_does", "5.6", fact=DEALING_ERROR),
    Wrong(
        "dealer.setting.wrong_number",
        "dealer.sikipi.wrong_number_does",
        "5.12",
        "a wrong number of cards",
        INVALID,
    ),
    Wrong(
        "dealer.sikipi.second_hand",
        "dealer.sikipi.second_hand_does",
        "5.13",
        "a second hand was examined",
        INVALID,
    ),
)
"""What is entered at a box or at the Dealer, as long as the game lets it be."""
_MOVED = hands_moved("dealer.sikipi.hands_moved_does", "5.6")
_EARLIER = earlier("dealer.sikipi.earlier_does", "5.14")
_OTHER = other("dealer.sikipi.other_does", "5.18")


def wrongs_now(view: DeskView) -> tuple[Wrong, ...]:
    """What may have gone wrong, by what the game lets be entered now and whether a round is played."""
    if view.phase is Phase.BETTING or not view.play:
        return (_INTERRUPTED, _DECK, _EARLIER, _OTHER)
    may = {one.fact for one in view.irregularities}
    found = [wrong for wrong in _AT_BOXES if wrong.fact in may]
    if view.phase in (Phase.RESULT, Phase.ENDED):
        found = [wrong for wrong in _AT_BOXES if wrong.fact == INVALID]  # as long as no other round has begun
        return by_rule((_DECK, _UNSHUFFLED, *found, _EARLIER, _OTHER))
    ran_out = () if read_deal(view.play, BOXES).is_dealt else (_RAN_OUT,)
    moved = (_MOVED,) if view.moves.boxes else ()
    return by_rule((_INTERRUPTED, _DECK, _UNSHUFFLED, *ran_out, *moved, *found, _EARLIER, _OTHER))


PART = SettingPart(GAME, RULES, wrongs_now)
