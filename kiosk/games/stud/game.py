"""Casino Stud Poker behind the seam of all games: hidden cards, one decision of all boxes, the Dealer's Hand.

A box is a seat. It has three spots: Ante and jackpot Bet before the deal, the BET with its decision.
"""

from collections.abc import Mapping, Sequence

from kiosk.cards.poker import category_of, rank_hand
from kiosk.games.errors import BadFacts, GameError
from kiosk.games.game import (
    Ask,
    Chance,
    Enter,
    Fact,
    Layout,
    ReadText,
    Settle,
    Settlement,
    SpotResult,
    Theory,
    Window,
)
from kiosk.games.laid import VOIDS
from kiosk.games.stakes import check_known, placed
from kiosk.games.stud import agenda as _agenda
from kiosk.games.stud import layout as _layout
from kiosk.games.stud import odds as _odds
from kiosk.games.stud.deal import DEALER, Deal, read_deal
from kiosk.games.stud.hands import CARDS
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT
from kiosk.games.stud.play import AFTER_ERROR, FOLD, STAY, VOID, bet_for, window_of
from kiosk.games.stud.settle import Box, settle_box


class Stud:
    """See `kiosk.games.game.Game`."""

    name = "stud"
    kinds = (ANTE, JACKPOT, BET)
    one_layout = True  # a shoe asks for a Burnt Card, a shuffler does not (rules 3.10 and 3.11)
    void_reasons = VOIDS

    def read_layout(self, name: str, read: ReadText) -> Felt:
        """The felt of that name, from its file. Raises UnknownLayout and BadLayout."""
        return _layout.read_felt(name, read)

    def check_facts(self, layout: Layout, facts: Sequence[Fact]) -> None:
        """Passes when the facts so far can be true: no card lies twice (rule 5.8.1). Raises BadFacts."""
        _deal(layout, facts)

    def agenda(self, layout: Layout, facts: Sequence[Fact]) -> Ask:
        """Boxes, shuffle, cards, decisions, reveal, the Dealer's cards, major prizes. Raises BadFacts."""
        return _agenda.what_next(_own(layout), _deal(layout, facts))

    def irregularities(self, layout: Layout, facts: Sequence[Fact]) -> tuple[Enter, ...]:
        """A Hand that is invalid, a dealing error (rules 5.9, 5.10, 5.14, 5.15, 5.19). Raises BadFacts."""
        return _agenda.irregularities(_deal(layout, facts))

    def by_chance(self, layout: Layout, facts: Sequence[Fact], source: Chance) -> tuple[Fact, ...]:
        """One card that lies nowhere yet, or a major prize. Raises BadFacts."""
        return _agenda.by_chance(_own(layout), facts, source)

    def stands(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether every card is dealt: decisions and cards settle the rest. Raises BadFacts."""
        deal = _deal(layout, facts)
        return bool(deal.boxes) and (not deal.playing or len(deal.down[DEALER]) == CARDS - 1)

    def is_complete(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether decisions, Hands and major prizes are all there. Raises BadFacts."""
        return isinstance(_agenda.what_is_dealt_next(_own(layout), _deal(layout, facts)), Settle)

    def window(self, layout: Layout, facts: Sequence[Fact], box: str, stakes: Mapping[str, int]) -> Window:
        """BET or Fold (rule 3.12), or the choice after a dealing error (rule 5.10).

        Raises BadFacts for a box whose five cards are not known.
        """
        deal = _deal(layout, facts)
        if deal.errors:
            return AFTER_ERROR
        cards = deal.own(box)
        if len(cards) != CARDS:
            raise BadFacts(f"{box}: found {len(cards)} cards that it knows: expected {CARDS}")
        return window_of(stakes.get(ANTE, 0), cards)

    def reserve(self, layout: Layout, stakes: Mapping[str, int]) -> int:
        """The BET: who cannot place it could only Fold. Raises KeyError for an unknown spot."""
        check_known(layout, stakes)
        return bet_for(stakes.get(ANTE, 0))

    def decided(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """A Fold and a void box at once, a jackpot Bet when its Hand is shown, the rest at the end (rule 5.7).

        Raises as `settle` does, but not for an incomplete outcome.
        """
        deal = _deal(layout, facts)
        if box in deal.invalid or deal.calls.get(box) in (FOLD, VOID) or self.is_complete(layout, facts):
            return _settlement(_own(layout), deal, stakes, box)
        staked = stakes.get(JACKPOT, 0)
        if not staked or not stakes.get(ANTE) or len(deal.up.get(box, ())) < CARDS:
            return Settlement({})
        if _agenda.wins_major(_own(layout), deal.up[box]) and box not in deal.prizes:
            return Settlement({})
        return Settlement({JACKPOT: SpotResult(staked, 0, _prize(_own(layout), deal, box))})

    def settle(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """Pays and collects the Bets of a box (rules 3.12 to 3.14, 4). Raises BadStake and BadFacts."""
        if not self.is_complete(layout, facts):
            raise BadFacts("found a round that is not over: expected decisions, Hands and major prizes")
        return _settlement(_own(layout), _deal(layout, facts), stakes, box)

    def theory(self, layout: Layout, stakes: Mapping[str, int]) -> Theory:
        """What the House keeps when each Hand is played best. Raises KeyError for an unknown spot."""
        check_known(layout, stakes)
        felt = _own(layout)
        return _odds.theory(felt.pay_table, stakes.get(ANTE, 0), stakes.get(JACKPOT, 0), felt.reset)


def _settlement(felt: Felt, deal: Deal, stakes: Mapping[str, int], box: str) -> Settlement:
    choice = VOID if box in deal.invalid else deal.calls.get(box)
    staked = placed(felt, stakes)
    if deal.boxes is None or choice is None:
        return Settlement({})
    whole = {spot: SpotResult(cents, cents, 0) for spot, cents in staked.items()}
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


def _deal(layout: Layout, facts: Sequence[Fact]) -> Deal:
    return read_deal(facts, _own(layout).boxes)


def _own(layout: Layout) -> Felt:
    if not isinstance(layout, Felt):
        raise GameError(f"layout {layout.name} is one of {layout.game}: expected a felt of stud")
    return layout


GAME = Stud()
