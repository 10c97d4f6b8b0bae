"""Sic Bo (Open Cover): three dice, no decisions."""

from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement

from kiosk.games.errors import GameError
from kiosk.games.game import (
    Ask,
    Chance,
    Corrected,
    Enter,
    Fact,
    Fell,
    Layout,
    Moves,
    ReadText,
    Settlement,
    Theory,
    Window,
    replaced,
)
from kiosk.games.layout_file import own_layout
from kiosk.games.sicbo import layout as _layout
from kiosk.games.sicbo import odds as _odds
from kiosk.games.sicbo import settle as _settle
from kiosk.games.sicbo.layout import OddsStyle, SicBoLayout
from kiosk.games.sicbo.odds import edge, outcomes
from kiosk.games.sicbo.settle import (
    DICE,
    NOT_FLAT,
    TOO_FEW,
    TUMBLE,
    VALID_TUMBLES,
    VOID_REASONS,
    dice_fact,
    dice_of,
    winning_spots,
)
from kiosk.games.sicbo.spots import FACES, ROLLS, Dice, Kind, digits_of, is_triple, kind_of, plain_name, total

ALL_OUTCOMES: tuple[tuple[Fact, ...], ...] = tuple(
    (dice_fact(dice),) for dice in combinations_with_replacement(FACES, 3)
)
"""The 56 different results that the 216 rolls come to, as complete facts, with the dice in rising order."""


__all__ = [
    "DICE",
    "GAME",
    "NOT_FLAT",
    "ROLLS",
    "TOO_FEW",
    "TUMBLE",
    "VALID_TUMBLES",
    "VOID_REASONS",
    "Dice",
    "Kind",
    "OddsStyle",
    "SicBo",
    "SicBoLayout",
    "dice_fact",
    "dice_of",
    "digits_of",
    "edge",
    "is_triple",
    "kind_of",
    "outcomes",
    "plain_name",
    "total",
    "winning_spots",
]


class SicBo:
    """Sic Bo behind the seam of all games: one fact, the dice, and no decision windows."""

    name = "sicbo"
    kinds = tuple(kind.value for kind in Kind)
    one_layout = False
    void_reasons = _settle.VOID_REASONS
    acts = (TUMBLE,)

    def decks(self, layout: Layout) -> int:  # noqa: ARG002 - as the seam has it
        """None: there are no cards."""
        return 0

    def drawn(self, facts: Sequence[Fact]) -> tuple[str, ...]:  # noqa: ARG002 - as the seam has it
        """None."""
        return ()

    def read_layout(self, name: str, read: ReadText) -> SicBoLayout:
        """The layout of that name ("A", "B", "C"). Raises UnknownLayout and BadLayout."""
        return _layout.read_layout(name, read)

    def check_facts(self, layout: Layout, facts: Sequence[Fact]) -> None:
        """Passes for no fact yet, or for one fact with three dice. Raises BadFacts."""
        _own(layout)
        _settle.check_facts(facts)

    def agenda(self, layout: Layout, facts: Sequence[Fact]) -> Ask:
        """Three tumbles, the dice, the settlement; fewer tumbles leave only the void. Raises BadFacts."""
        _own(layout)
        return _settle.agenda(facts)

    def irregularities(self, layout: Layout, facts: Sequence[Fact]) -> tuple[Enter, ...]:  # noqa: ARG002 - as the seam has it
        """None: a round with an irregularity is void, or its result stands (rules 3.6, 5.2 to 5.10)."""
        return ()

    def moves(self, layout: Layout, facts: Sequence[Fact]) -> Moves:  # noqa: ARG002 - as the seam has it
        """None: there are no hands."""
        return Moves()

    def corrected(
        self,
        layout: Layout,  # noqa: ARG002 - as the seam has it
        facts: Sequence[Fact],
        at: int,
        right: Fact,
        fell: Sequence[Fell] = (),  # noqa: ARG002
    ) -> Corrected:
        """All else stands: nobody decides."""
        return Corrected(replaced(facts, at, right))

    def by_chance(self, layout: Layout, facts: Sequence[Fact], source: Chance) -> tuple[Fact, ...]:
        """Three fair dice, as long as none lie. Raises BadFacts."""
        _own(layout)
        _settle.check_facts(facts)
        return () if facts else (dice_fact([1 + source.randrange(6) for _ in range(3)]),)

    def stands(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether the dice lie after a valid tumble. Raises BadFacts."""
        _own(layout)
        return _settle.stands(facts)

    def is_complete(self, layout: Layout, facts: Sequence[Fact]) -> bool:
        """Whether the dice are there. Raises BadFacts."""
        _own(layout)
        _settle.check_facts(facts)
        return bool(facts)

    def window(self, layout: Layout, facts: Sequence[Fact], box: str, stakes: Mapping[str, int]) -> Window:  # noqa: ARG002  as the seam gives them
        """Raises GameError: a seat decides nothing after its Bets, so nobody asks."""
        raise GameError(f"found a decision of {box or 'a box'}: Sic Bo has no decisions")

    def reserve(self, layout: Layout, stakes: Mapping[str, int]) -> int:  # noqa: ARG002
        """Nothing: no Bet asks for more in the middle of a round."""
        return 0

    def decided(
        self, layout: Layout, stakes: Mapping[str, int], facts: Sequence[Fact], box: str = ""
    ) -> Settlement:
        """Nothing before the dice, everything with them. Raises as `settle` does."""
        if not self.is_complete(layout, facts):
            return Settlement({})
        return self.settle(layout, stakes, facts, box)

    def settle(
        self,
        layout: Layout,
        stakes: Mapping[str, int],
        facts: Sequence[Fact],
        box: str = "",  # noqa: ARG002  the dice decide alike for every seat
    ) -> Settlement:
        """Pays winning and collects losing stakes (rule 3.8). Raises BadStake, BadFacts and InexactPayout."""
        return _settle.settle(_own(layout), stakes, _settle.dice_of(facts))

    def outcomes(self) -> tuple[tuple[Fact, ...], ...]:
        """The 56 different results of three dice; each spot pays in proportion to its own stake alone."""
        return ALL_OUTCOMES

    def theory(self, layout: Layout, stakes: Mapping[str, int]) -> Theory:
        """What the House keeps of the stakes over the 216 rolls. Raises KeyError for an unknown spot."""
        return _odds.theory(_own(layout), stakes)


def _own(layout: Layout) -> SicBoLayout:
    return own_layout(layout, SicBoLayout, "sicbo")


GAME = SicBo()
