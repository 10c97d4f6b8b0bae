"""What each spot of a layout pays on given facts, as whole numbers, worked out by the game itself."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kiosk.games.game import Fact, Game, Layout


def unit_of(layout: Layout) -> int:
    """The smallest stake, in cents, that every odds of the layout pay in whole cents."""
    return math.lcm(*(odds.denominator for spot in layout.spots for odds in layout.odds(spot)))


def factors(game: Game, layout: Layout, unit: int, facts: Sequence[Fact]) -> dict[str, int]:
    """What each spot pays on these facts for ``unit`` cents, the stake included; 0 for one that loses.

    note: for games that are a :class:`kiosk.games.game.FiniteGame`: only there it stands for every other stake.
    """
    settled = game.settle(layout, dict.fromkeys(layout.spots, unit), facts)
    return {spot: result.returned + result.won for spot, result in settled.spots.items()}
