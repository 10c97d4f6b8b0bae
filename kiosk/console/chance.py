"""Facts by chance, where no dealer enters them: really random, or from a seed and the round's number."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable

from kiosk.games.game import Chance, Fact, Game, Layout

ChanceFor = Callable[[int], Chance]
"""Answers the source of a round by its number."""


def true_chance() -> ChanceFor:
    """The machine's entropy for every round."""
    source = secrets.SystemRandom()
    return lambda _round: source


def seeded_chance(seed: int) -> ChanceFor:
    """The same for the same seed and round, also after a restart. For demonstrations and tests alone."""
    # The word is part of the seed since the first table: another would deal other rounds to every known seed.
    return lambda number: random.Random(f"dice:{seed}:{number}")  # noqa: S311 - repeatable on purpose


def facts_by_chance(game: Game, layout: Layout, chance: ChanceFor) -> Callable[[int], tuple[Fact, ...]]:
    """What a round's dealer would enter, by the round's number."""
    return lambda number: game.by_chance(layout, (), chance(number))
