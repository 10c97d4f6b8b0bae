"""Blackjack behind the seam of all games: a window of all boxes, an interim settlement, then hand after hand.

A box is a seat. Its Initial Bet and side Bets are placed before the deal, the rest with its decisions.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from kiosk.games.blackjack import agenda as _agenda
from kiosk.games.blackjack import layout as _layout
from kiosk.games.blackjack import theory as _theory
from kiosk.games.blackjack.deal import Deal, read_deal
from kiosk.games.blackjack.paytable import SIDES, SPOTS, BlackjackLayout, kind_of
from kiosk.games.blackjack.settle import results
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


class Blackjack:
    """See `kiosk.games.game.Game`."""

    name = "blackjack"
    kinds = tuple(dict.fromkeys(map(kind_of, SPOTS)))
    one_layout = True  # it says from how many decks is dealt (rule 2.2.1)
    void_reasons = msgspec.structs.replace(
        VOIDS, damaged="the cards are damaged, strange or not shuffled, or there are too few or too many"
    )

    def read_layout(self, name: str, read: ReadText) -> BlackjackLayout:
        """The felt of that name, from its file. Raises UnknownLayout and BadLayout."""
        return _layout.read_felt(name, read)

    def check_facts(self, layout: Layout, facts: Sequence[Fact]) -> None:
        """Passes when the facts so far can be true: each card where one is dealt (rule 3.11). Raises BadFacts."""
        _deal(layout, facts)

    def agenda(self, layout: Layout, facts: Sequence[Fact]) -> Ask:
        """Boxes, initial deal, first window, interim settlement, hand after hand, the dealer. Raises BadFacts."""
        return _agenda.what_next(_deal(layout, facts))

    def irregularities(self, layout: Layout, facts: Sequence[Fact]) -> tuple[Enter, ...]:
        """Dealing errors, two cards at once, cards put away, the end of the shoe (rules 5.5 to 5.12).

        Raises BadFacts.
        """
        return _agenda.irregularities(_deal(layout, facts))

    def by_chance(self, layout: Layout, facts: Sequence[Fact], source: Chance) -> tuple[Fact, ...]:
        """One card of a full shoe less those of the round. Raises BadFacts."""
        return _agenda.by_chance(_own(layout), _deal(layout, facts), source)

    def stands(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether every box has decided: only the dealer's cards settle the rest. Raises BadFacts."""
        return _deal(layout, facts).is_played

    def is_complete(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether all is there that a Bet can need. Raises BadFacts."""
        return _is_complete(_deal(layout, facts))

    def window(self, layout: Layout, facts: Sequence[Fact], box: str, stakes: Mapping[str, int]) -> Window:
        """The first window, a hand in its turn, or the choices after an error (rules 3.14 to 3.22, 5.7, 5.12).

        Raises BadFacts for a box that has nothing to decide.
        """
        return _agenda.window(_deal(layout, facts), box, stakes.get("initial", 0))

    def reserve(self, layout: Layout, stakes: Mapping[str, int]) -> int:
        """Nothing: no Bet must be followed by another. Raises KeyError for an unknown spot."""
        check_known(layout, stakes)
        return 0

    def decided(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """Side Bets with the initial deal, and each hand as soon as it is known what becomes of it (1.9, 1.17).

        Raises as `settle` does, but not for an incomplete outcome.
        """
        return _settlement(layout, _deal(layout, facts), stakes, box)

    def settle(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """Pays and collects the Bets of a box (rules 3.13 to 3.23, 4). Raises BadStake, BadFacts and InexactPayout."""
        deal = _deal(layout, facts)
        if not _is_complete(deal):
            raise BadFacts(
                "found a round that is not over: expected every decision and card that a Bet needs"
            )
        return _settlement(layout, deal, stakes, box)

    def theory(self, layout: Layout, stakes: Mapping[str, int]) -> Theory:
        """What the House keeps against the best play by totals. Raises KeyError for an unknown spot."""
        check_known(layout, stakes)
        return _theory.theory(stakes, _own(layout).decks)


def _is_complete(deal: Deal) -> bool:
    return isinstance(_agenda.what_is_dealt_next(deal), Settle)


def _settlement(layout: Layout, deal: Deal, stakes: Mapping[str, int], box: str) -> Settlement:
    """What is known of the stakes of a box; what no decision of it asks for goes back at the end."""
    staked = placed(layout, stakes)
    if box not in (deal.boxes or ()):
        return Settlement({})
    is_out, played = box in deal.out, deal.played.get(box)
    found: dict[str, SpotResult] = {}
    dealer = deal.out.get(box, tuple(deal.dealer))
    if played is not None and dealer and staked.get("initial"):  # rule 5.15: else the side Bets come back
        own = {spot: cents for spot, cents in staked.items() if spot in played.bets or spot in SIDES}
        found = results(played, dealer, own)
    if is_out or _is_complete(deal):
        back = {spot: SpotResult(cents, cents, 0) for spot, cents in staked.items() if spot not in found}
        found |= back
    return Settlement({spot: found[spot] for spot in staked if spot in found})


def _deal(layout: Layout, facts: Sequence[Fact]) -> Deal:
    own = _own(layout)
    return _read(tuple(facts), own.decks, own.boxes)


@lru_cache(maxsize=16)
def _read(facts: tuple[Fact, ...], decks: int, boxes: int) -> Deal:
    """Every box of a round asks about the same facts, each question several times. Nobody changes what it finds."""
    return read_deal(facts, decks, boxes)


def _own(layout: Layout) -> BlackjackLayout:
    if not isinstance(layout, BlackjackLayout):
        raise GameError(f"layout {layout.name} is one of {layout.game}: expected a layout of blackjack")
    return layout


GAME = Blackjack()
