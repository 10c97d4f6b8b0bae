"""Si Ki Pi behind the seam of all games: hidden cards, one decision of all boxes, two hands compared.

A box is a seat. It has three spots: the Initial Bet, and Bonus Bets on the own and on the Dealer's Hand.
"""

from collections.abc import Mapping

from kiosk.games.card_game import CardGame
from kiosk.games.game import Settlement, Window
from kiosk.games.laid import after_shuffle
from kiosk.games.sikipi import agenda
from kiosk.games.sikipi.deal import CARDS, DEALER, Deal, read_deal
from kiosk.games.sikipi.layout import Felt, read_felt
from kiosk.games.sikipi.paytable import BETS, BONUS, BONUS_DEALER, INITIAL
from kiosk.games.sikipi.play import AFTER_ERROR, setting_of, window_of
from kiosk.games.sikipi.settle import settle
from kiosk.games.sikipi.theory import theory
from kiosk.games.stakes import placed, returned


def _window(_felt: Felt, deal: Deal, box: str, _stakes: Mapping[str, int]) -> Window:
    """How the four cards are set (rules 3.18 and 3.19), or the choice after a dealing error (rule 5.6).

    Raises BadFacts for a box whose four cards are not known.
    """
    if deal.errors:
        return AFTER_ERROR
    return window_of(deal.own_hand(box, CARDS))


def _early(felt: Felt, deal: Deal, stakes: Mapping[str, int], box: str) -> Settlement:
    """An invalid Hand at once, a Bonus Bet when its four cards are open (rule 5.4)."""
    if box in deal.invalid:
        return _settlement(felt, deal, stakes, box)
    if box not in deal.playing or not stakes.get(INITIAL):
        return Settlement({})
    known = {BONUS: deal.up[box], BONUS_DEALER: deal.up[DEALER]}
    open_ = {bet: stakes[bet] for bet, cards in known.items() if stakes.get(bet) and len(cards) == CARDS}
    return Settlement(settle(open_, tuple(deal.up[box]), None, tuple(deal.up[DEALER])))


def _settlement(felt: Felt, deal: Deal, stakes: Mapping[str, int], box: str) -> Settlement:
    staked = placed(felt, stakes)
    if box not in (deal.boxes or ()):
        return Settlement({})
    if box in deal.invalid or INITIAL not in staked:  # rules 5.12 and 3.10
        return Settlement(returned(staked))
    cards, dealers = tuple(deal.up[box]), tuple(deal.up[DEALER])
    return Settlement(settle(staked, cards, setting_of(cards, deal.settings[box]), dealers))


GAME = CardGame(
    name="sikipi",
    kinds=BETS,
    felt=Felt,
    read_felt=read_felt,
    read=lambda felt, facts: read_deal(facts, felt.boxes),
    what_next=after_shuffle(agenda.what_is_dealt_next),
    what_is_dealt_next=agenda.what_is_dealt_next,
    may_go_wrong=agenda.irregularities,
    may_move=agenda.moves,
    deal_by_chance=agenda.by_chance,
    lies=lambda deal: not deal.only_void and deal.all_lie(CARDS),
    options=_window,
    early=_early,
    at_end=_settlement,
    needed="settings and the cards of every hand",
    kept=lambda _felt, stakes: theory(stakes),
)
