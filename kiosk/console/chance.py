"""Facts by chance, where no dealer enters them: really random, or from a seed and the round's number."""

from __future__ import annotations

import random
import secrets
from collections import Counter
from collections.abc import Callable, Mapping

from kiosk.cards import DECK
from kiosk.games.game import Chance, Fact, Game, Layout

ChanceFor = Callable[[int, int], Chance]
"""Answers the source of what is dealt next, by the round's number and how much was dealt before."""


def true_chance() -> ChanceFor:
    """The machine's entropy for every round."""
    source = secrets.SystemRandom()
    return lambda _round, _dealt: source


def seeded_chance(seed: int) -> ChanceFor:
    """The same for the same seed, round and place in it, also after a restart. For demonstrations and tests alone."""

    # The word is part of the seed since the first table: another would deal other rounds to every known seed.
    def source(number: int, dealt: int) -> Chance:
        more = f":{dealt}" if dealt else ""
        return random.Random(f"dice:{seed}:{number}{more}")  # noqa: S311 - repeatable on purpose

    return source


FactsFor = Callable[[int, tuple[Fact, ...], Mapping[str, int]], tuple[Fact, ...]]
"""Answers what a dealer would enter next, by the round's number, the facts of its play so far, and how often each card
has left the shoe before the round."""


def facts_by_chance(game: Game, layout: Layout, chance: ChanceFor) -> FactsFor:
    """What a round's dealer would enter next. The same source, facts and cards that are gone give the same."""
    decks = game.decks(layout)

    def facts_for(number: int, facts: tuple[Fact, ...], gone: Mapping[str, int]) -> tuple[Fact, ...]:
        source, drawn = chance(number, len(facts)), Counter(game.drawn(facts))
        if decks and drawn.total() + sum(gone.values()) >= decks * len(DECK):
            return ()
        while found := game.by_chance(layout, facts, source):
            cards = game.drawn(found)
            # The game deals from a full shoe less the round's cards: each is taken as often as it is still there.
            if all(
                source.randrange(decks - drawn[card]) < decks - drawn[card] - gone.get(card, 0)
                for card in cards
            ):
                break
        return found

    return facts_for
