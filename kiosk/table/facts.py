"""What the game itself has to say to a round event: the same answer for every reader of the log."""

from __future__ import annotations

from kiosk.games.game import Act, Ask, BadFacts, Enter, Fact, Game, Layout, OnlyVoid, Settle
from kiosk.table.records import (
    ActEnded,
    ActStarted,
    FactsEntered,
    ResultCorrected,
    ResultEntered,
    RoundEvent,
    RoundOpened,
)


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

    def why_not(self, event: RoundEvent, entered: tuple[Fact, ...], new: tuple[Fact, ...]) -> str | None:
        """Another game's round, what the game does not ask for now, or facts that cannot decide a round."""
        match event:
            case RoundOpened() if event.game != self._game.name:
                return f"game '{event.game}', expected '{self._game.name}'"
            case ResultCorrected():
                return why_bad(self._game, self._layout, event.facts)
            case ResultEntered():
                return why_bad(self._game, self._layout, event.facts) or self._why_no_end((*entered, *new))
            case ActStarted():
                return self._why_no_act(event.act, entered)
            case ActEnded():
                return self._why_bad_facts((*entered, *new))
            case FactsEntered():
                return self.why_no_facts(entered, new)
            case _:
                return None

    def stands(self, entered: tuple[Fact, ...]) -> bool:
        """See `Game.stands`."""
        return self._game.stands(self._layout, entered)

    def _why_no_act(self, act: str, entered: tuple[Fact, ...]) -> str | None:
        asks = self._game.agenda(self._layout, entered)
        return None if isinstance(asks, Act) and asks.kind == act else f"'{act}', expected {words(asks)}"

    def why_no_facts(self, entered: tuple[Fact, ...], new: tuple[Fact, ...]) -> str | None:
        """Why the game does not ask for these facts now, one after the other, or None."""
        for count, fact in enumerate(new):
            asks = self._game.agenda(self._layout, (*entered, *new[:count]))
            if not isinstance(asks, Enter) or (asks.fact, asks.at, asks.audience) != (
                fact.name,
                fact.at,
                fact.audience,
            ):
                return f"found the fact '{fact.name}' at '{fact.at}', expected {words(asks)}"
            if (reason := self._why_bad_facts((*entered, *new[: count + 1]))) is not None:
                return reason
        return None

    def _why_bad_facts(self, facts: tuple[Fact, ...]) -> str | None:
        try:
            self._game.agenda(self._layout, facts)
        except BadFacts as error:
            return str(error)
        return None

    def _why_no_end(self, facts: tuple[Fact, ...]) -> str | None:
        try:
            asks = self._game.agenda(self._layout, facts)
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
