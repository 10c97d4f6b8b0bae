"""Casino Stud Poker behind the seam of all games: hidden cards, one decision of all boxes, the Dealer's Hand.

A box is a seat. It has three spots: Ante and jackpot Bet before the deal, the BET with its decision.
"""

from collections.abc import Mapping

from kiosk.cards.poker import category_of, rank_hand
from kiosk.games.card_game import CardGame
from kiosk.games.game import Settlement, SpotResult, Theory, Window
from kiosk.games.laid import after_shuffle
from kiosk.games.stakes import placed, returned
from kiosk.games.stud import agenda
from kiosk.games.stud import odds as _odds
from kiosk.games.stud.deal import DEALER, Deal, read_deal
from kiosk.games.stud.hands import CARDS
from kiosk.games.stud.layout import Felt, read_felt
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT
from kiosk.games.stud.play import AFTER_ERROR, FOLD, STAY, VOID, bet_for, window_of
from kiosk.games.stud.settle import Box, settle_box


def _window(_felt: Felt, deal: Deal, box: str, stakes: Mapping[str, int]) -> Window:
    """BET or Fold (rule 3.12), or the choice after a dealing error (rule 5.10).

    Raises BadFacts for a box whose five cards are not known.
    """
    if deal.errors:
        return AFTER_ERROR
    return window_of(stakes.get(ANTE, 0), deal.own_hand(box, CARDS))


def _early(felt: Felt, deal: Deal, stakes: Mapping[str, int], box: str) -> Settlement:
    """A Fold and a void box at once, a jackpot Bet when its Hand is shown (rule 5.7)."""
    if box in deal.invalid or deal.calls.get(box) in (FOLD, VOID):
        return _settlement(felt, deal, stakes, box)
    staked = stakes.get(JACKPOT, 0)
    if not staked or not stakes.get(ANTE) or len(deal.up.get(box, ())) < CARDS:
        return Settlement({})
    if agenda.wins_major(felt, deal.up[box]) and box not in deal.prizes:
        return Settlement({})
    return Settlement({JACKPOT: SpotResult(staked, 0, _prize(felt, deal, box))})


def _settlement(felt: Felt, deal: Deal, stakes: Mapping[str, int], box: str) -> Settlement:
    choice = VOID if box in deal.invalid else deal.calls.get(box)
    staked = placed(felt, stakes)
    if deal.boxes is None or choice is None:
        return Settlement({})
    whole = returned(staked)
    ante = staked.get(ANTE, 0)
    if choice == VOID or not ante:
        return Settlement(whole)
    stays = choice == STAY
    of_box = Box(
        number=1 + deal.boxes.index(box),
        ante=ante,
        cards=tuple(deal.up[box]),
        choice=choice,
        jackpot=staked.get(JACKPOT, 0),
        bet=staked.get(BET, 0) if stays else None,
    )
    dealt, won = (rank_hand(deal.up[DEALER]), _prize(felt, deal, box)) if stays else (0, 0)
    settled = settle_box(felt.pay_table, of_box, dealt, won)
    found = {ANTE: settled.ante, JACKPOT: settled.jackpot} | ({BET: settled.bet} if stays else {})
    return Settlement(whole | {spot: result for spot, result in found.items() if spot in staked})


def _prize(felt: Felt, deal: Deal, box: str) -> int:
    """What the jackpot Bet of a box wins with the Hand that is shown: a fixed prize, or what is told of a major one."""
    category = category_of(rank_hand(deal.up[box]))
    return deal.prizes[box] if category in felt.pay_table.majors else felt.pay_table.minors.get(category, 0)


def _theory(felt: Felt, stakes: Mapping[str, int]) -> Theory:
    return _odds.theory(felt.pay_table, stakes.get(ANTE, 0), stakes.get(JACKPOT, 0), felt.reset)


GAME = CardGame(
    name="stud",
    kinds=(ANTE, JACKPOT, BET),
    felt=Felt,
    read_felt=read_felt,
    read=lambda felt, facts: read_deal(facts, felt.boxes),
    what_next=after_shuffle(agenda.what_is_dealt_next),
    what_is_dealt_next=agenda.what_is_dealt_next,
    may_go_wrong=agenda.irregularities,
    may_move=agenda.moves,
    deal_by_chance=agenda.by_chance,
    lies=lambda deal: deal.is_dealt or (bool(deal.boxes) and not deal.playing),
    options=_window,
    early=_early,
    at_end=_settlement,
    needed="decisions, Hands and major prizes",
    kept=_theory,
    to_follow=lambda stakes: bet_for(stakes.get(ANTE, 0)),  # who cannot place the BET could only Fold
)
