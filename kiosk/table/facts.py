"""Whether a result's facts can decide a round: the same answer for every reader of the log."""

from __future__ import annotations

from kiosk.games.game import BadFacts, Fact, Game, Layout


def why_bad(game: Game, layout: Layout, facts: tuple[Fact, ...]) -> str | None:
    """Why the facts cannot decide a round of this game, or None. Used by every reader of the log alike."""
    try:
        game.check_facts(layout, facts)
        complete = game.is_complete(layout, facts)
    except BadFacts as error:
        return str(error)
    return None if complete else "the facts do not decide every bet"
