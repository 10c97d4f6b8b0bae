"""What the House may expect of the bets that were really made: for the hold against theory (standards: Meters)."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.games.game import Game, Layout

PER_CENT = 1_000  # theory is counted in thousandths of a cent
PER_VARIANCE = 100  # square cents that one of the counted variance is


def theory(game: Game, layout: Layout, stakes: Mapping[str, int]) -> dict[str, int]:
    """The meters ``theory`` (thousandths of a cent that the House keeps on average) and ``variance`` (hundreds of
    square cents) of a round's stakes; none where nothing is staked.

    Each round is rounded once: over a million rounds the sum is right to 5 dollars.
    """
    if not stakes:
        return {}
    found = game.theory(layout, stakes)
    return {
        "theory": round(found.expected * PER_CENT),
        "variance": round(found.variance / PER_VARIANCE),
    }
