"""What the game itself has to say to a round event: the same answer for every reader of the log."""

from __future__ import annotations

from kiosk.games.game import BadFacts, Fact, Game, Layout
from kiosk.table.records import ResultCorrected, ResultEntered, RoundEvent, RoundOpened


def why_bad(game: Game, layout: Layout, facts: tuple[Fact, ...]) -> str | None:
    """Why the facts cannot decide a round of this game, or None. Used by every reader of the log alike."""
    try:
        game.check_facts(layout, facts)
        complete = game.is_complete(layout, facts)
    except BadFacts as error:
        return str(error)
    return None if complete else "the facts do not decide every bet"


def why_not(game: Game, layout: Layout, event: RoundEvent) -> str | None:
    """Why this game does not allow the event, or None: another game's round, or facts that cannot decide one."""
    if isinstance(event, RoundOpened) and event.game != game.name:
        return f"game '{event.game}', expected '{game.name}'"
    if isinstance(event, ResultEntered | ResultCorrected):
        return why_bad(game, layout, event.facts)
    return None
