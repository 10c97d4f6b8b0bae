"""Fortune Pai Gow Poker behind the seam of all games: hidden hands that their Players set, the Dealer's House Way.

A box is a seat. It has two spots, both among the bets; an Envy Bonus is won on the spot of the Fortune Bonus.
"""

from collections.abc import Mapping

from kiosk.games.card_game import CardGame
from kiosk.games.game import Settlement, SpotResult, Window
from kiosk.games.laid import DEALER, after_shuffle
from kiosk.games.paigow import agenda
from kiosk.games.paigow.deal import Deal, read_deal
from kiosk.games.paigow.layout import read_felt
from kiosk.games.paigow.odds import theory
from kiosk.games.paigow.paytable import FORTUNE, STANDARD, PaiGowLayout
from kiosk.games.paigow.play import AFTER_ERROR, AFTER_FAILURE, low_of, window_of
from kiosk.games.paigow.setting import CARDS
from kiosk.games.paigow.settle import Box, settle_box
from kiosk.games.stakes import placed, returned


def _window(_layout: PaiGowLayout, deal: Deal, box: str, _stakes: Mapping[str, int]) -> Window:
    """How the hand may be set (rule 3.12), or the choice after an irregularity (rules 5.10 and 5.18.1).

    Raises BadFacts for a box whose seven cards are not known.
    """
    if deal.errors:
        return AFTER_FAILURE if box in deal.failed else AFTER_ERROR
    return window_of(deal.own_hand(box, CARDS))


def _early(layout: PaiGowLayout, deal: Deal, stakes: Mapping[str, int], box: str) -> Settlement:
    """A hand that is out of the round at once, and a conceded Standard wager."""
    if box in deal.invalid:
        return _settlement(layout, deal, stakes, box)
    staked = stakes.get(STANDARD, 0)
    return Settlement({STANDARD: SpotResult(staked, 0, 0)} if staked and box in deal.conceded else {})


def _settlement(layout: PaiGowLayout, deal: Deal, stakes: Mapping[str, int], box: str) -> Settlement:
    staked = placed(layout, stakes)
    if box in deal.invalid or (box in deal.settings and STANDARD not in staked):
        return Settlement(returned(staked))
    if box not in deal.settings:
        return Settlement({})
    hands = {other: tuple(deal.up[other]) for other in deal.playing}
    own = Box(box, staked, hands[box], low_of(deal.settings[box], hands[box]), box in deal.conceded)
    settled = settle_box(own, hands, tuple(deal.up[DEALER]))
    return Settlement({spot: settled[spot] for spot in staked})


GAME = CardGame(
    name="paigow",
    kinds=(STANDARD, FORTUNE),
    felt=PaiGowLayout,
    read_felt=read_felt,
    read=lambda layout, facts: read_deal(facts, layout.boxes),
    what_next=after_shuffle(agenda.what_is_dealt_next),
    what_is_dealt_next=agenda.what_is_dealt_next,
    may_go_wrong=agenda.irregularities,
    may_move=agenda.moves,
    deal_by_chance=agenda.by_chance,
    lies=lambda deal: deal.all_lie(CARDS),
    options=_window,
    early=_early,
    at_end=_settlement,
    needed="settings, all hands and the Dealer's",
    kept=lambda _layout, stakes: theory(stakes.get(STANDARD, 0), stakes.get(FORTUNE, 0)),
)
