# ruff: noqa: ARG002  the seam gives more than this game has a use for
"""A game of the tests alone: one card each, face down; raise or fold; the higher card wins even money less 5 %.

The boxes are named, the dealer shuffles, each box gets a card that its seat alone sees, one lies face down for the
dealer. Who has seen its card raises by the ante or folds; who says nothing folds; a box whose seat is away is void.
The players' cards are shown, and the side bet on a high card is settled, and what has folded with it. Then the dealer's
card is turned: the higher one wins, a tie is a push. It shows what table, console and seats do for a game that they
have never heard of.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from kiosk.cards import DECK, rank_of
from kiosk.games.errors import BadFacts, BadStake
from kiosk.games.game import (
    HOLDS,
    INTERIM,
    NOBODY,
    TABLE,
    Act,
    Ask,
    Boxes,
    Corrected,
    Decide,
    Enter,
    Extra,
    Fact,
    Interim,
    Moves,
    OnlyVoid,
    Option,
    Publish,
    Settle,
    Settlement,
    Spot,
    SpotResult,
    Theory,
    VoidReasons,
    Window,
    replaced,
)
from kiosk.money import winnings

SHUFFLE, CARD, CALL, DEALER = "shuffle", "card", "call", "dealer"
RAISE, FOLD, VOID = "raise", "fold", "void"
WINS, HIGH = Fraction(19, 20), 10  # even money less a commission of 5 %; a Ten or better wins the side bet
SPOTS = {"ante": Spot("ante", "ante"), "high": Spot("high", "high"), "raise": Spot("raise", "raise", CALL)}


@dataclass(frozen=True)
class HighCardLayout:
    """Two bets, and what a decision adds."""

    game: str = "highcard"
    name: str = "A"
    spots: Mapping[str, Spot] = field(default_factory=lambda: SPOTS)
    boards: Mapping[str, object] = field(default_factory=dict)

    def odds(self, spot):
        return {"ante": (WINS, Fraction(0)), "raise": (WINS, Fraction(0)), "high": (Fraction(1),)}[spot]


class HighCard:
    """See `kiosk.games.game.Game`."""

    name = "highcard"
    kinds = tuple(SPOTS)
    one_layout = False
    acts = (SHUFFLE,)
    void_reasons = VoidReasons("dealt too early", "shuffled again", "shuffled unseen", "damaged cards")

    def decks(self, layout):
        return 0

    def drawn(self, facts):
        return ()

    def read_layout(self, name, read):
        return HighCardLayout(name=name)

    def agenda(self, layout, facts: Sequence[Fact]) -> Ask:
        cards = [fact.values[0] for fact in facts if fact.name == CARD and fact.values]
        lie = {fact.at: fact.values for fact in facts if fact.name == CARD and fact.values}
        if any(card not in DECK for card in cards) or len(set(lie.values())) < len(lie):
            raise BadFacts(f"found the cards {cards}: expected cards of one deck, each once")
        if not any(fact.name == HOLDS for fact in facts):
            return Boxes()
        boxes = _boxes(facts)
        if not boxes:
            return Settle()
        shuffled = [fact for fact in facts if fact.name == SHUFFLE]
        if not shuffled:
            return Act(SHUFFLE)
        if shuffled[0].values == (0,):
            return OnlyVoid("not shuffled")
        for box in (*boxes, DEALER):
            if not any((fact.name, fact.at) == (CARD, box) for fact in facts):
                return Enter(CARD, box, NOBODY if box == DEALER else box)
        if undecided := tuple(box for box in boxes if box not in _calls(facts)):
            return Decide(CALL, undecided)
        if hidden := tuple(
            at for at, fact in enumerate(facts) if _is_hidden(fact) and not _is_shown(facts, fact.at)
        ):
            return Publish(hidden)
        if not any(fact.name == INTERIM for fact in facts):
            return Interim()
        return Settle() if _is_shown(facts, DEALER) else Enter(CARD, DEALER)

    def irregularities(self, layout, facts):
        return ()

    def moves(self, layout, facts):
        return Moves()

    def corrected(self, layout, facts, at, right, fell=()):
        return Corrected(replaced(facts, at, right))

    def by_chance(self, layout, facts, source):
        asks = self.agenda(layout, (*facts[:1], Fact(SHUFFLE, (1,)), *facts[1:], Fact(INTERIM, (1,))))
        if not isinstance(asks, Enter):
            return ()
        if asks.audience == NOBODY:
            return (Fact(CARD, (), DEALER, NOBODY),)
        left = sorted(set(DECK) - {value for fact in facts if fact.name == CARD for value in fact.values})
        return (Fact(CARD, (left[source.randrange(len(left))],), asks.at, asks.audience),)

    def stands(self, layout, facts) -> bool:
        return any(fact.name == CARD for fact in facts)

    def check_facts(self, layout, facts) -> None:
        self.agenda(layout, facts)

    def is_complete(self, layout, facts) -> bool:
        self.check_facts(layout, facts)
        boxes = _boxes(facts)
        return any(fact.name == HOLDS for fact in facts) and all(
            _is_shown(facts, at) for at in ((*boxes, DEALER) if boxes else ())
        )

    def window(self, layout, facts, box, stakes) -> Window:
        ante = stakes.get("ante", 0)
        own = next(fact for fact in facts if (fact.name, fact.at) == (CARD, box))
        good = bool(own.values) and rank_of(own.values[0]) >= HIGH
        raises = Option(RAISE, (Extra("raise", ante, ante),) if ante else ())
        return Window(CALL, (raises, Option(FOLD, asks_twice=good)), default=FOLD, absent=VOID, returns=True)

    def reserve(self, layout, stakes) -> int:
        return stakes.get("ante", 0)

    def decided(self, layout, stakes, facts, box="") -> Settlement:
        spots = dict.fromkeys(stakes)
        if (call := _calls(facts).get(box)) not in (FOLD, VOID) and not _is_shown(facts, DEALER):
            spots = {spot: None for spot in stakes if spot == "high"}
        if not call or not _is_shown(facts, box):
            return Settlement({})
        return Settlement({spot: _of_spot(spot, stakes[spot], facts, box) for spot in spots})

    def settle(self, layout, stakes, facts, box="") -> Settlement:
        if not self.is_complete(layout, facts):
            raise BadFacts("found a card that lies face down still")
        if stakes.keys() - SPOTS.keys():
            raise BadStake(f"found the spots {sorted(stakes)}: expected those of {sorted(SPOTS)}")
        return Settlement(
            {spot: _of_spot(spot, stake, facts, box) for spot, stake in stakes.items() if stake}
        )

    def theory(self, layout, stakes) -> Theory:
        kept = [
            sum(result.lost - result.won for result in self.settle(layout, played, facts, "1").spots.values())
            for own in DECK
            for dealer in DECK
            if own != dealer
            for facts in [_round(own, dealer)]
            for played in [stakes | ({"raise": stakes["ante"]} if stakes.get("ante") else {})]
        ]
        mean = Fraction(sum(kept), len(kept))
        return Theory(mean, Fraction(sum(net * net for net in kept), len(kept)) - mean**2)


def _round(own, dealer):
    return (
        Fact(HOLDS, ("1",)),
        Fact(CALL, (RAISE,), "1"),
        Fact(CARD, (own,), "1"),
        Fact(CARD, (dealer,), DEALER),
    )


def _boxes(facts) -> tuple[str, ...]:
    return next((fact.values for fact in facts if fact.name == HOLDS), ())


def _calls(facts) -> dict[str, str]:
    return {fact.at: fact.values[0] for fact in facts if fact.name == CALL}


def _is_hidden(fact) -> bool:
    return fact.name == CARD and fact.audience not in (TABLE, NOBODY)


def _is_shown(facts, at) -> bool:
    return any((fact.name, fact.at, fact.audience) == (CARD, at, TABLE) for fact in facts)


def _of_spot(spot, stake, facts, box) -> SpotResult:
    call = _calls(facts).get(box, VOID)
    if call == VOID or (call == FOLD and spot == "raise"):
        return SpotResult(stake, stake, 0)
    shown = {
        fact.at: rank_of(fact.values[0]) for fact in facts if fact.name == CARD and fact.audience == TABLE
    }
    if spot == "high":
        return SpotResult(stake, stake, stake) if shown[box] >= HIGH else SpotResult(stake, 0, 0)
    if call == FOLD:
        return SpotResult(stake, 0, 0)
    won = winnings(stake, WINS) if shown[box] > shown[DEALER] else 0
    return SpotResult(stake, stake if shown[box] >= shown[DEALER] else 0, won)


GAME = HighCard()
