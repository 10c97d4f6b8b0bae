# ruff: noqa: ARG002  a coin needs less than the screen tells
"""The rules of the coin: a stake on the right side wins as much again."""

import sys
from dataclasses import dataclass, field
from fractions import Fraction

from kiosk.games.board import AreaFile, BoardFile, RowFile, make_board
from kiosk.games.errors import BadFacts
from kiosk.games.game import (
    Act,
    Corrected,
    Enter,
    Fact,
    Moves,
    Settle,
    Settlement,
    Spot,
    SpotResult,
    VoidReasons,
    replaced,
)

SIDES, TOSS = ("heads", "tails"), "toss"
_ROWS = AreaFile((0, 0, 600, 300), [RowFile(300, "heads tails")])
_BOARD = make_board(BoardFile((600, 300), [_ROWS]), "coin")


@dataclass(frozen=True)
class CoinLayout:
    game: str = "coin"
    name: str = "ROUND"
    spots: dict[str, Spot] = field(default_factory=lambda: {side: Spot(side, "side") for side in SIDES})
    boards: dict = field(default_factory=lambda: {"landscape": _BOARD, "portrait": _BOARD})

    def odds(self, spot):
        return {side: (Fraction(1),) for side in SIDES}[spot]


def shows(side):
    """The fact that this side lies up."""
    return (Fact("side", (side,)),)


class Coin:
    """See kiosk.games.game.Game."""

    name = "coin"
    kinds = ("side",)
    one_layout = False
    acts = (TOSS,)
    void_reasons = VoidReasons("tossed too early", "tossed again", "tossed unseen", "bent coin")

    def decks(self, layout):
        return 0

    def drawn(self, facts):
        return ()

    def read_layout(self, name, read):
        return CoinLayout()

    def agenda(self, layout, facts):
        self.check_facts(layout, [fact for fact in facts if fact.name != TOSS])
        if not facts:
            return Act(TOSS)
        return Settle() if facts[-1].name != TOSS else Enter("side")

    def irregularities(self, layout, facts):
        return ()

    def moves(self, layout, facts):
        return Moves()

    def corrected(self, layout, facts, at, right, fell=()):
        return Corrected(replaced(facts, at, right))

    def by_chance(self, layout, facts, source):
        lies = any(fact.name == "side" for fact in facts)
        return () if lies else shows(SIDES[source.randrange(2)])

    def stands(self, layout, facts):
        return any(fact.name == "side" for fact in facts)

    def check_facts(self, layout, facts):
        if any(fact.name != "side" or fact.values[:1] not in {(side,) for side in SIDES} for fact in facts):
            raise BadFacts(f"found {list(facts)}: expected heads or tails")

    def is_complete(self, layout, facts, *more):
        self.check_facts(layout, facts)
        return len(facts) == 1

    def windows(self, *asked):
        return ()

    def reserve(self, layout, stakes):
        return 0

    def decided(self, layout, stakes, facts, *more):
        return self.settle(layout, stakes, facts) if facts else Settlement({})

    def settle(self, layout, stakes, facts, *more):
        if not self.is_complete(layout, facts):
            raise BadFacts("found no side: expected one")
        up = facts[0].values[0]
        return Settlement(
            {
                spot: SpotResult(cents, cents * (spot == up), cents * (spot == up))
                for spot, cents in stakes.items()
            }
        )

    def theory(self, layout, stakes):
        return sys.modules["kiosk.games.game"].Theory(
            Fraction(0), Fraction(sum(cents**2 for cents in stakes.values()))
        )


GAME = Coin()
