"""Si Ki Pi behind the seam of all games: hidden cards, one decision of all boxes, two hands compared.

A box is a seat. It has three spots: the Initial Bet, and Bonus Bets on the own and on the Dealer's Hand.
"""

from collections.abc import Mapping, Sequence

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
from kiosk.games.sikipi import agenda as _agenda
from kiosk.games.sikipi import layout as _layout
from kiosk.games.sikipi import theory as _theory
from kiosk.games.sikipi.deal import CARDS, DEALER, Deal, read_deal
from kiosk.games.sikipi.layout import Felt
from kiosk.games.sikipi.paytable import BETS, BONUS, BONUS_DEALER, INITIAL
from kiosk.games.sikipi.play import AFTER_ERROR, setting_of, window_of
from kiosk.games.sikipi.settle import settle
from kiosk.games.stakes import check_known, placed


class SiKiPi:
    """See `kiosk.games.game.Game`."""

    name = "sikipi"
    kinds = BETS
    one_layout = True  # a shoe is dealt from in another order than a shuffler (rules 3.15 and 3.16)
    void_reasons = VOIDS

    def read_layout(self, name: str, read: ReadText) -> Felt:
        """The felt of that name, from its file. Raises UnknownLayout and BadLayout."""
        return _layout.read_felt(name, read)

    def check_facts(self, layout: Layout, facts: Sequence[Fact]) -> None:
        """Passes when the facts so far can be true: no card lies twice (rule 5.5.1). Raises BadFacts."""
        _deal(layout, facts)

    def agenda(self, layout: Layout, facts: Sequence[Fact]) -> Ask:
        """Boxes, shuffle, cards, settings, the Dealer's cards and their setting, reveal. Raises BadFacts."""
        return _agenda.what_next(_own(layout), _deal(layout, facts))

    def irregularities(self, layout: Layout, facts: Sequence[Fact]) -> tuple[Enter, ...]:
        """What went wrong at a box or at the Dealer (rules 5.5 to 5.8, 5.12, 5.13). Raises BadFacts."""
        return _agenda.irregularities(_deal(layout, facts))

    def by_chance(self, layout: Layout, facts: Sequence[Fact], source: Chance) -> tuple[Fact, ...]:
        """Cards that lie nowhere yet, those of one place, or the Dealer's setting. Raises BadFacts."""
        return _agenda.by_chance(_own(layout), facts, source)

    def stands(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether every card is dealt: settings and cards settle the rest. Raises BadFacts."""
        deal = _deal(layout, facts)
        return bool(deal.boxes) and not deal.only_void and (not deal.playing or deal.is_dealt)

    def is_complete(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether settings and cards are all there. Raises BadFacts."""
        return _is_over(layout, _deal(layout, facts))

    def window(self, layout: Layout, facts: Sequence[Fact], box: str, stakes: Mapping[str, int]) -> Window:  # noqa: ARG002 - as the seam has it
        """How the four cards are set (rules 3.18 and 3.19), or the choice after a dealing error (rule 5.6).

        Raises BadFacts for a box whose four cards are not known.
        """
        deal = _deal(layout, facts)
        if deal.errors:
            return AFTER_ERROR
        cards = deal.own(box)
        if len(cards) != CARDS:
            raise BadFacts(f"{box}: found {len(cards)} cards that it knows: expected {CARDS}")
        return window_of(cards)

    def reserve(self, layout: Layout, stakes: Mapping[str, int]) -> int:
        """Nothing: no decision costs money. Raises KeyError for an unknown spot."""
        check_known(layout, stakes)
        return 0

    def decided(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """An invalid Hand at once, a Bonus Bet when its four cards are open, the rest at the end (rule 5.4).

        Raises as `settle` does, but not for an incomplete outcome.
        """
        deal = _deal(layout, facts)
        if box in deal.invalid or _is_over(layout, deal):
            return _settlement(layout, deal, stakes, box)
        if box not in deal.playing or not stakes.get(INITIAL):
            return Settlement({})
        known = {BONUS: deal.up[box], BONUS_DEALER: deal.up[DEALER]}
        open_ = {bet: stakes[bet] for bet, cards in known.items() if stakes.get(bet) and len(cards) == CARDS}
        return Settlement(settle(open_, tuple(deal.up[box]), None, tuple(deal.up[DEALER])))

    def settle(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """Pays and collects the Bets of a box (rules 3.22, 3.23 and 4).

        Raises BadStake, BadFacts, and InexactPayout for a stake whose commission is no whole cents.
        """
        deal = _deal(layout, facts)
        if not _is_over(layout, deal):
            raise BadFacts("found a round that is not over: expected settings and the cards of every hand")
        return _settlement(layout, deal, stakes, box)

    def theory(self, layout: Layout, stakes: Mapping[str, int]) -> Theory:
        """What the House keeps when each Hand is set best. Raises KeyError for an unknown spot."""
        check_known(layout, stakes)
        return _theory.theory(stakes)


def _is_over(layout: Layout, deal: Deal) -> bool:
    return isinstance(_agenda.what_is_dealt_next(_own(layout), deal), Settle)


def _settlement(layout: Layout, deal: Deal, stakes: Mapping[str, int], box: str) -> Settlement:
    staked = placed(layout, stakes)
    if box not in (deal.boxes or ()):
        return Settlement({})
    if box in deal.invalid or INITIAL not in staked:  # rules 5.12 and 3.10
        return Settlement({spot: SpotResult(cents, cents, 0) for spot, cents in staked.items()})
    cards, dealers = tuple(deal.up[box]), tuple(deal.up[DEALER])
    return Settlement(settle(staked, cards, setting_of(cards, deal.settings[box]), dealers))


def _deal(layout: Layout, facts: Sequence[Fact]) -> Deal:
    return read_deal(facts, _own(layout).boxes)


def _own(layout: Layout) -> Felt:
    if not isinstance(layout, Felt):
        raise GameError(f"layout {layout.name} is one of {layout.game}: expected a felt of sikipi")
    return layout


GAME = SiKiPi()
