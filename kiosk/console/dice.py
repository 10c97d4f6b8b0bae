"""Where the dice come from when no dealer enters them: really random, or from a seed and the round's number."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable

Dice = tuple[int, int, int]
RollFor = Callable[[int], Dice]


def random_dice() -> RollFor:
    """Three fair dice from the machine's entropy for every round."""

    def roll(_round: int) -> Dice:
        return (secrets.randbelow(6) + 1, secrets.randbelow(6) + 1, secrets.randbelow(6) + 1)

    return roll


def seeded_dice(seed: int) -> RollFor:
    """The same dice for the same seed and round, also after a restart. For demonstrations and tests alone."""

    def roll(number: int) -> Dice:
        source = random.Random(f"dice:{seed}:{number}")  # noqa: S311 - repeatable on purpose
        return (source.randint(1, 6), source.randint(1, 6), source.randint(1, 6))

    return roll
