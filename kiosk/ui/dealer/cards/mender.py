"""What a correction asks of a card game: its rounds, its words, and what lies there really."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from kiosk.console.view import DeskView, RoundLine
from kiosk.games.game import BadFacts, Enter, Fact, Game, Layout, Settle
from kiosk.money import dollars
from kiosk.table.round import Phase
from kiosk.ui.dealer.cards.entry import CardsEntry
from kiosk.ui.dealer.cards.felt_page import CardsPage
from kiosk.ui.dealer.cards.lying import CardsGame, card_words
from kiosk.ui.dealer.cards.mending import Lies, dealt_anew, without_acts
from kiosk.ui.dealer.sheets.flow import Amount, Choose, Option, Own, Page
from kiosk.ui.dealer.sheets.redecide import lines_of
from kiosk.ui.kit.texts import Texts

Choices = Mapping[str, Mapping[str, str]]
"""What a dealer may say was decided, by the window: the choice as the log has it, and the key of its words."""


@dataclass(frozen=True)
class Mender:
    """What a correction asks of a card game."""

    rules: Game
    game: CardsGame
    layout: Layout
    choices: Choices
    key_of: Callable[[str], int | None]
    view: DeskView
    texts: Texts

    # --- the rounds

    @property
    def lines(self) -> tuple[RoundLine, ...]:
        """The rounds of which something can be corrected, newest first; the one in play first of all."""
        view = self.view
        now = RoundLine(view.round, view.play) if self.in_play else None
        found = [line for line in lines_of(view) if line.takes_result and line.number != view.round]
        if now is None and view.correctable:
            shown = next((line for line in view.last_rounds if line.number == view.round), None)
            found.insert(0, shown or RoundLine(view.round, view.facts, facts_shown=view.facts))
        return tuple([now] if now is not None else []) + tuple(found)

    @property
    def in_play(self) -> bool:
        """Whether the round that is played has entries that can be corrected already."""
        return self.view.phase is Phase.PLAY and "CorrectFact" in self.view.may

    def is_play(self, line: RoundLine) -> bool:
        """Whether it is the round in play: then one fact alone is corrected, and the play goes on."""
        return self.in_play and line.number == self.view.round

    def facts(self, line: RoundLine) -> tuple[Fact, ...]:
        """What was entered: for a void round what it showed."""
        return line.facts or line.facts_shown

    def stakes(self, line: RoundLine) -> Mapping[str, Mapping[str, int]]:
        """What lay at each box when it was decided."""
        if line.number == self.view.round:
            return {seat.name: seat.stakes for seat in self.view.seats if seat.stakes}
        return line.stakes

    # --- words

    def place(self, place: str) -> str:
        """A place as the dealer calls it."""
        said = {self.game.dealer: "dealer.cards.dealer", "": "dealer.mend.put_away"}.get(place)
        return place if said is None else self.texts.get(said)

    def lies(self, lies: Lies) -> str:
        """What lies there, in a word or two: of a back which card of the hand it is."""
        if not lies.fact.values:
            return self.texts.get("dealer.mend.hidden", number=lies.number)
        return self.said(lies.fact)

    def said(self, fact: Fact) -> str:
        """What a fact with a value says."""
        value = fact.values[0]
        if self.game.is_card(fact):
            return card_words(str(value))
        if isinstance(value, int):
            return dollars(value)
        return (
            self.texts.get(self.choices[fact.name][value])
            if value in self.choices.get(fact.name, {})
            else value
        )

    # --- what is entered instead

    def right(self, lies: Lies, number: int) -> Page:
        """The page that asks what it really is."""
        say, fact = self.texts.get, lies.fact
        name = f"right {number} {lies.at} {fact}"
        prompt = say("dealer.mend.right", place=self.place(fact.at), was=self.lies(lies))
        if fact.name in self.choices:
            same = say("dealer.cards.why_nothing_changes")
            options = tuple(
                Option(choice, say(key), "", same if (choice,) == fact.values else "")
                for choice, key in self.choices[fact.name].items()
            )
            return Choose(name, prompt, options)
        if fact.name in self.game.amounts:
            return Amount(name, prompt)
        asked = Enter(fact.name, fact.at, fact.audience)
        facts = next(self.facts(line) for line in self.lines if line.number == number)
        others = tuple(one for at, one in enumerate(facts) if at != lies.at and one.values)
        alone = replace(
            self.game, asks=lambda found: asked if len(found) == len(others) else Settle(), hand=1, low=0
        )
        entry = CardsEntry(alone, others, one_by_one=True)
        return Own(name, lambda look: CardsPage(entry, self.key_of, prompt, look))

    def corrected(self, lies: Lies, answer: object) -> Fact | None:
        """The fact that lies there really; None while it is not said."""
        fact = lies.fact
        if isinstance(answer, tuple) and answer and isinstance(answer[0], Fact):
            return with_values(fact, answer[0].values)
        if isinstance(answer, (str, int)) and answer != "":
            return with_values(fact, (answer,))
        return None

    def dealt(self, facts: Sequence[Fact]) -> tuple[tuple[Fact, ...], Enter | None]:
        """See `dealt_anew`."""
        try:
            return dealt_anew(self.game, self.rules, self.layout, facts)
        except BadFacts:
            return (), None

    def missing(self, made: tuple[Fact, ...], besides: tuple[Fact, ...], asked: Enter, number: int) -> Page:
        """The page that asks for what the corrected round lacks. ``besides`` lies there already."""
        name = f"missing {number} {asked.fact} {asked.at}"
        prompt = self.texts.get("dealer.mend.missing", place=self.place(asked.at))
        if asked.fact in self.game.amounts:
            return Amount(name, prompt)
        entry = CardsEntry(replace(self.game, asks=without_acts(self.game.asks)), made, besides=besides)
        return Own(name, lambda look: CardsPage(entry, self.key_of, prompt, look))


def with_values(fact: Fact, values: tuple[int | str, ...]) -> Fact:
    """The same fact with other values."""
    return Fact(fact.name, values, fact.at, fact.audience)
