"""Fortune Pai Gow Poker behind the seam of all games: hidden hands that their Players set, the Dealer's House Way.

A box is a seat. It has two spots, both among the bets; an Envy Bonus is won on the spot of the Fortune Bonus.
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
from kiosk.games.laid import DEALER, VOIDS
from kiosk.games.paigow import agenda as _agenda
from kiosk.games.paigow import layout as _layout
from kiosk.games.paigow import odds as _odds
from kiosk.games.paigow.deal import Deal, read_deal
from kiosk.games.paigow.paytable import FORTUNE, STANDARD, PaiGowLayout
from kiosk.games.paigow.play import AFTER_ERROR, AFTER_FAILURE, low_of, window_of
from kiosk.games.paigow.setting import CARDS
from kiosk.games.paigow.settle import Box, settle_box
from kiosk.games.stakes import check_known, placed


class PaiGow:
    """See `kiosk.games.game.Game`."""

    name = "paigow"
    kinds = (STANDARD, FORTUNE)
    one_layout = True  # from a device a hand is dealt at once, by hand card by card (rules 3.10 and 3.11)
    void_reasons = VOIDS

    def read_layout(self, name: str, read: ReadText) -> PaiGowLayout:
        """The felt of that name, from its file. Raises UnknownLayout and BadLayout."""
        return _layout.read_felt(name, read)

    def check_facts(self, layout: Layout, facts: Sequence[Fact]) -> None:
        """Passes when the facts so far can be true: no card lies twice (rule 5.1). Raises BadFacts."""
        _deal(layout, facts)

    def agenda(self, layout: Layout, facts: Sequence[Fact]) -> Ask:
        """Boxes, shuffle, cards, settings, the Dealer's cards and their setting, reveal. Raises BadFacts."""
        return _agenda.what_next(_own(layout), _deal(layout, facts))

    def irregularities(self, layout: Layout, facts: Sequence[Fact]) -> tuple[Enter, ...]:
        """A hand that is out, a dealing error, a power failure, a hand that is conceded. Raises BadFacts."""
        return _agenda.irregularities(_deal(layout, facts))

    def by_chance(self, layout: Layout, facts: Sequence[Fact], source: Chance) -> tuple[Fact, ...]:
        """One card that lies nowhere yet, or the Dealer's setting. Raises BadFacts."""
        return _agenda.by_chance(_own(layout), facts, source)

    def stands(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether every card is dealt: settings and cards settle the rest. Raises BadFacts."""
        deal = _deal(layout, facts)
        return bool(deal.boxes) and (not deal.playing or len(deal.down[DEALER]) == CARDS)

    def is_complete(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether every hand is set and shown, and the Dealer's confirmed. Raises BadFacts."""
        return _is_complete(_own(layout), _deal(layout, facts))

    def window(self, layout: Layout, facts: Sequence[Fact], box: str, stakes: Mapping[str, int]) -> Window:  # noqa: ARG002  what a box may do costs nothing
        """How the hand may be set (rule 3.12), or the choice after an irregularity (rules 5.10 and 5.18.1).

        Raises BadFacts for a box whose seven cards are not known.
        """
        deal = _deal(layout, facts)
        if deal.errors:
            return AFTER_FAILURE if box in deal.failed else AFTER_ERROR
        cards = deal.own(box)
        if len(cards) != CARDS:
            raise BadFacts(f"{box}: found {len(cards)} cards that it knows: expected {CARDS}")
        return window_of(tuple(cards))

    def reserve(self, layout: Layout, stakes: Mapping[str, int]) -> int:
        """Nothing: no decision costs anything. Raises KeyError for an unknown spot."""
        check_known(layout, stakes)
        return 0

    def decided(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """A hand that is out of the round at once, a conceded Standard wager at once, the rest at the end.

        Raises as `settle` does, but not for an incomplete outcome.
        """
        deal = _deal(layout, facts)
        if box in deal.invalid or _is_complete(_own(layout), deal):
            return _settlement(_own(layout), deal, stakes, box)
        staked = stakes.get(STANDARD, 0)
        return Settlement({STANDARD: SpotResult(staked, 0, 0)} if staked and box in deal.conceded else {})

    def settle(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """Pays and collects the wagers of a box (rules 3.17 to 3.24, 4). Raises BadStake and BadFacts."""
        deal = _deal(layout, facts)
        if not _is_complete(_own(layout), deal):
            raise BadFacts("found a round that is not over: expected settings, all hands and the Dealer's")
        return _settlement(_own(layout), deal, stakes, box)

    def theory(self, layout: Layout, stakes: Mapping[str, int]) -> Theory:
        """What the House keeps when both are set the House Way. Raises KeyError for an unknown spot."""
        check_known(layout, stakes)
        return _odds.theory(stakes.get(STANDARD, 0), stakes.get(FORTUNE, 0))


def _is_complete(layout: PaiGowLayout, deal: Deal) -> bool:
    return isinstance(_agenda.what_is_dealt_next(layout, deal), Settle)


def _settlement(layout: PaiGowLayout, deal: Deal, stakes: Mapping[str, int], box: str) -> Settlement:
    staked = placed(layout, stakes)
    if box in deal.invalid or (box in deal.settings and STANDARD not in staked):
        return Settlement({spot: SpotResult(cents, cents, 0) for spot, cents in staked.items()})
    if box not in deal.settings:
        return Settlement({})
    hands = {other: tuple(deal.up[other]) for other in deal.playing}
    own = Box(box, staked, hands[box], low_of(deal.settings[box], hands[box]), box in deal.conceded)
    settled = settle_box(own, hands, tuple(deal.up[DEALER]))
    return Settlement({spot: settled[spot] for spot in staked})


def _deal(layout: Layout, facts: Sequence[Fact]) -> Deal:
    return read_deal(facts, _own(layout).boxes)


def _own(layout: Layout) -> PaiGowLayout:
    if not isinstance(layout, PaiGowLayout):
        raise GameError(f"layout {layout.name} is one of {layout.game}: expected a felt of paigow")
    return layout


GAME = PaiGow()
