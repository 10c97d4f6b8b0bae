"""Fortune Pai Gow Poker's part of the dealer's screen, and what may have gone wrong by its rules (5.1 to 6.1)."""

from __future__ import annotations

from kiosk.cards import DECK, JOKER
from kiosk.console.view import DeskView
from kiosk.games.game import POWER_FAILURE
from kiosk.games.laid import DEALING_ERROR, INVALID, NOT_SHUFFLED
from kiosk.games.paigow import faults
from kiosk.games.paigow.deal import CONCEDE, read_deal
from kiosk.games.paigow.game import GAME
from kiosk.games.paigow.paytable import BOXES
from kiosk.table.round import Phase
from kiosk.ui.dealer.cards.move import hands_moved
from kiosk.ui.dealer.cards.set_part import SettingPart
from kiosk.ui.dealer.game_part import Wrong, by_rule, damaged, other, void
from kiosk.ui.kit.paigow.rules import RULES

_DECK = damaged("dealer.paigow.deck_does", "5.1", GAME.void_reasons.damaged)
_AT_BOXES = (
    Wrong(
        "dealer.setting.wrong_number",
        "dealer.paigow.wrong_number_does",
        "5.7",
        "a wrong number of cards",
        INVALID,
    ),
    Wrong(
        "dealer.paigow.no_cards", "dealer.paigow.no_cards_does", "5.8", "the box was dealt no cards", INVALID
    ),
    Wrong("dealer.paigow.takes_back", "dealer.paigow.takes_back_does", "5.10", fact=DEALING_ERROR),
    Wrong(
        "dealer.paigow.not_secret",
        "dealer.paigow.not_secret_does",
        "5.15",
        "the hand was not kept secret",
        INVALID,
    ),
    Wrong(
        "dealer.paigow.second_hand",
        "dealer.paigow.second_hand_does",
        "5.16",
        "a second hand was examined",
        INVALID,
    ),
    Wrong("dealer.paigow.concedes", "dealer.paigow.concedes_does", "3.16", "the player concedes", CONCEDE),
    Wrong("dealer.paigow.power", "dealer.paigow.power_does", "5.18.1", "the power failed", POWER_FAILURE),
)
"""What is entered at a box, or for the table, as long as the game lets it be."""
_UNHANDLED = (
    void("paigow.void_misdealt", "dealer.paigow.misdealt_does", "5.2", faults.DEALT_WRONGLY),
    Wrong("dealer.cards.hands_on_felt", "dealer.paigow.hands_on_felt_does", "5.2", faults.RECONSTRUCTED),
)
"""As long as no player has handled cards: they do when all are dealt."""
_MOVED = hands_moved("dealer.paigow.hands_moved_does", "5.2")
_UNSET = (
    void("paigow.void_exposed", "dealer.paigow.exposed_does", "5.4", faults.EXPOSED),
    Wrong("dealer.paigow.no_wager", "dealer.paigow.no_wager_does", "5.9", faults.NO_WAGER),
)
"""Of the deal, as long as hands are not set."""
_UNSHUFFLED = void("felt.void_not_shuffled", "dealer.paigow.deck_does", "5.1", NOT_SHUFFLED)
_DEALERS = void("paigow.void_dealers_count", "dealer.paigow.dealers_count_does", "5.3", faults.DEALERS_COUNT)
_HOUSE_WAY = Wrong(
    "dealer.paigow.wrong_way", "dealer.paigow.wrong_way_does", "5.17.1", command="RecordDecision"
)
_OTHER = other("dealer.paigow.other_does", "6.1")


def wrongs_now(view: DeskView) -> tuple[Wrong, ...]:
    """What may have gone wrong, by what the game lets be entered now and whether a round is played."""
    if view.phase is Phase.BETTING or not view.play:
        return (_DECK, _OTHER)
    may = {one.fact for one in view.irregularities}
    found = [wrong for wrong in _AT_BOXES if wrong.fact in may]
    if view.phase in (Phase.RESULT, Phase.ENDED):
        found = [wrong for wrong in _AT_BOXES if wrong.fact == INVALID]  # as long as no other round has begun
        return by_rule((_DECK, _UNSHUFFLED, _DEALERS, *found, _HOUSE_WAY, _OTHER))
    unset = _UNSET if DEALING_ERROR in may else ()
    unhandled = () if read_deal(view.play, BOXES).is_dealt else _UNHANDLED
    moved = (_MOVED,) if view.moves.boxes else ()
    return by_rule((_DECK, _UNSHUFFLED, *unhandled, *moved, *unset, _DEALERS, *found, _OTHER))


PART = SettingPart(GAME, RULES, wrongs_now, deck=(*DECK, JOKER), gave_up=CONCEDE)
