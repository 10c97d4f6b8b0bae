# ruff: noqa: ARG002  the seam gives more than this game has a use for
"""A game of the tests alone: one card each, the higher one wins even money less 5 %; a tie is a push.

The dealer shuffles, then a card is dealt to the players, then one to the dealer. It shows what the table, the console
and the seats do for a game that they have never heard of.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from kiosk.games.errors import BadFacts, BadStake
from kiosk.games.game import (
    TABLE,
    Act,
    Ask,
    Choice,
    Enter,
    Fact,
    OnlyVoid,
    Settle,
    Settlement,
    Spot,
    SpotResult,
    VoidReasons,
)
from kiosk.money import winnings

SHUFFLE, CARD = "shuffle", "card"
PLACES = ("players", "dealer")
WINS = Fraction(19, 20)  # even money less a commission of 5 %


@dataclass(frozen=True)
class HighCardLayout:
    """One spot."""

    game: str = "highcard"
    name: str = "A"
    spots: Mapping[str, Spot] = field(default_factory=lambda: {"ante": Spot("ante", "ante")})
    boards: Mapping[str, object] = field(default_factory=dict)

    def odds(self, spot):
        return {"ante": (WINS, Fraction(0))}[spot]


def card(rank, at):
    """The fact that a card of that rank (1 to 13) lies there."""
    return Fact(CARD, (rank,), at)


class HighCard:
    """See `kiosk.games.game.Game`."""

    name = "highcard"
    void_reasons = VoidReasons("dealt too early", "shuffled again", "shuffled unseen", "damaged cards")

    def read_layout(self, name, read):
        return HighCardLayout(name=name)

    def agenda(self, layout, facts: Sequence[Fact]) -> Ask:
        shuffled = [fact for fact in facts if fact.name == SHUFFLE]
        cards = [fact for fact in facts if fact.name != SHUFFLE]
        self.check_facts(layout, cards)
        if not shuffled:
            return Act(SHUFFLE)
        if shuffled[0].values == (0,):
            return OnlyVoid("not shuffled")
        return Enter(CARD, PLACES[len(cards)]) if len(cards) < len(PLACES) else Settle()

    def stands(self, layout, facts: Sequence[Fact]) -> bool:
        return any(fact.name == CARD for fact in facts)

    def check_facts(self, layout, facts: Sequence[Fact]) -> None:
        if len(facts) > len(PLACES):
            raise BadFacts(f"found {len(facts)} cards: expected {len(PLACES)}")
        for fact, at in zip(facts, PLACES, strict=False):
            if (fact.name, fact.at, fact.audience) != (CARD, at, TABLE):
                raise BadFacts(f'found "{fact.name}" at "{fact.at}": expected a card at "{at}"')
            if len(fact.values) != 1 or type(fact.values[0]) is not int or not 1 <= fact.values[0] <= 13:
                raise BadFacts(f"found the card {list(fact.values)}: expected a rank of 1 to 13")

    def is_complete(self, layout, facts, choices: Sequence[Choice] = ()) -> bool:
        self.check_facts(layout, facts)
        return len(facts) == len(PLACES)

    def windows(self, layout, stakes, facts, choices: Sequence[Choice] = ()):
        return ()

    def decided(self, layout, stakes, facts, choices: Sequence[Choice] = ()) -> Settlement:
        return self.settle(layout, stakes, facts) if self.is_complete(layout, facts) else Settlement({})

    def settle(self, layout, stakes: Mapping[str, int], facts, choices: Sequence[Choice] = ()) -> Settlement:
        if not self.is_complete(layout, facts):
            raise BadFacts("found no card of the dealer")
        if stakes.keys() - {"ante"}:
            raise BadStake(f"found the spots {sorted(stakes)}: expected ante")
        (players,), (dealer,) = (fact.values for fact in facts)
        stake = stakes.get("ante", 0)
        if not stake:
            return Settlement({})
        won = winnings(stake, WINS) if players > dealer else 0
        return Settlement({"ante": SpotResult(stake, stake if players >= dealer else 0, won)})


GAME = HighCard()
