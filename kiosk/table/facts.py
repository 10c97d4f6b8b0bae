"""What the game itself has to say to a round event: the same answer for every reader of the log."""

from __future__ import annotations

from kiosk.games.game import Act, Ask, BadFacts, Fact, Game, Layout, OnlyVoid, Settle
from kiosk.table.records import ActEnded, ActStarted, ResultCorrected, ResultEntered, RoundEvent, RoundOpened


def why_bad(game: Game, layout: Layout, facts: tuple[Fact, ...]) -> str | None:
    """Why the facts cannot decide a round of this game, or None. Used by every reader of the log alike."""
    try:
        game.check_facts(layout, facts)
        complete = game.is_complete(layout, facts)
    except BadFacts as error:
        return str(error)
    return None if complete else "the facts do not decide every bet"


class GameRules:
    """Fits `kiosk.table.round.Rules`: what the game of a table allows. ``layout`` is any of the game's."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self._game, self._layout = game, layout

    def why_not(self, event: RoundEvent, entered: tuple[Fact, ...]) -> str | None:
        """Another game's round, what the game does not ask for now, or facts that cannot decide a round."""
        match event:
            case RoundOpened() if event.game != self._game.name:
                return f"game '{event.game}', expected '{self._game.name}'"
            case ResultCorrected():
                return why_bad(self._game, self._layout, event.facts)
            case ResultEntered():
                return why_bad(self._game, self._layout, event.facts) or self._why_no_end(
                    entered, event.facts
                )
            case ActStarted():
                return self._why_no_act(event.act, entered)
            case ActEnded():
                return self._why_bad_fact((*entered, Fact(event.act, (event.times,))))
            case _:
                return None

    def stands(self, entered: tuple[Fact, ...]) -> bool:
        """See `Game.stands`."""
        return self._game.stands(self._layout, entered)

    def _why_no_act(self, act: str, entered: tuple[Fact, ...]) -> str | None:
        asks = self._game.agenda(self._layout, entered)
        return None if isinstance(asks, Act) and asks.kind == act else f"'{act}', expected {words(asks)}"

    def _why_bad_fact(self, facts: tuple[Fact, ...]) -> str | None:
        try:
            self._game.agenda(self._layout, facts)
        except BadFacts as error:
            return str(error)
        return None

    def _why_no_end(self, entered: tuple[Fact, ...], facts: tuple[Fact, ...]) -> str | None:
        try:
            asks = self._game.agenda(self._layout, (*entered, *facts))
        except BadFacts as error:
            return str(error)
        return None if isinstance(asks, Settle) else f"expected {words(asks)}"


def words(asks: Ask) -> str:
    """What comes next, for a message."""
    match asks:
        case Act(kind, times):
            return f"the act '{kind}', {times} times"
        case OnlyVoid(reason):
            return f"a void: {reason}"
        case Settle():
            return "the settlement"
        case _:
            return f"the fact '{asks.fact}'" + (f" at {asks.at}" if asks.at else "")
