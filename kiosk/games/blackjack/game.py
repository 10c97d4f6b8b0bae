"""Blackjack behind the seam of all games: a window of all boxes, an interim settlement, then hand after hand.

A box is a seat. Its Initial Bet and side Bets are placed before the deal, the rest with its decisions.
"""

from collections.abc import Mapping
from dataclasses import replace

import msgspec

from kiosk.games.blackjack import agenda
from kiosk.games.blackjack.corrected import corrected
from kiosk.games.blackjack.deal import CARD, DISCARDED, Deal, read_deal
from kiosk.games.blackjack.layout import read_felt
from kiosk.games.blackjack.odds import theory
from kiosk.games.blackjack.paytable import SPOTS, BlackjackLayout, kind_of
from kiosk.games.blackjack.settle import results
from kiosk.games.card_game import CardGame
from kiosk.games.game import Settle, Settlement, SpotResult
from kiosk.games.laid import VOIDS
from kiosk.games.stakes import placed, returned


def _settlement(layout: BlackjackLayout, deal: Deal, stakes: Mapping[str, int], box: str) -> Settlement:
    """Side Bets with the initial deal, and each hand as soon as it is known what becomes of it (1.9, 1.17).

    What no decision of the box asks for goes back at the end.
    """
    staked = placed(layout, stakes)
    if box not in (deal.boxes or ()):
        return Settlement({})
    is_out, played = box in deal.out, deal.played.get(box)
    found: dict[str, SpotResult] = {}
    dealer = deal.out.get(box, tuple(deal.dealer))
    if played is not None and dealer and staked.get("initial"):  # rule 5.15: else the side Bets come back
        found = results(replace(played, bets=deal.of_the_cards(box, staked)), dealer)
    if is_out or isinstance(agenda.what_is_dealt_next(layout, deal), Settle):
        found = returned(staked) | found
    return Settlement({spot: found[spot] for spot in staked if spot in found})


GAME = CardGame(
    name="blackjack",
    kinds=tuple(dict.fromkeys(map(kind_of, SPOTS))),
    felt=BlackjackLayout,
    read_felt=read_felt,
    read=read_deal,
    what_next=agenda.what_next,
    what_is_dealt_next=agenda.what_is_dealt_next,
    may_go_wrong=agenda.irregularities,
    may_move=agenda.moves,
    put_right=corrected,
    deal_by_chance=agenda.by_chance,
    lies=lambda deal: deal.is_played,  # only the dealer's cards settle the rest
    options=agenda.window,
    early=_settlement,
    at_end=_settlement,
    needed="every decision and card that a Bet needs",
    kept=theory,
    decks_of=lambda felt: felt.decks,
    leaves=(CARD, DISCARDED),
    void_reasons=msgspec.structs.replace(
        VOIDS, damaged="the cards are damaged, strange or not shuffled, or there are too few or too many"
    ),
)
