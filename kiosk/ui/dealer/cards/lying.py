"""Which cards lie where, by the facts of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kiosk.cards import DECK, JOKER
from kiosk.games.game import HOLDS, NOBODY, TABLE, Ask, BadFacts, Enter, Fact

_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}

Asks = Callable[[Sequence[Fact]], Ask]
"""What a game asks for after these facts. Raises BadFacts."""


InTurn = Callable[[Sequence[Fact], str], tuple[str, ...]]
"""Answers the cards of a hand by the facts and its place."""


def rank_sign(card: str) -> str:
    """The rank as it stands on a card: 10 in figures."""
    return "10" if card[0] == "T" else card[0]


def card_words(card: str) -> str:
    """A card as it is written in a line: `10♥`."""
    if card == JOKER:
        return "★"
    return f"{rank_sign(card)}{_SIGNS[card[1]]}"


@dataclass(frozen=True)
class CardsGame:
    """What the screen must know of a card game: `asks` for its next card, `card` the fact of one, `dealer` his place.

    `hand`: how many cards a hand has, or where it `grows` has at least; `low` how many of them are a Low Hand, 0 where
    hands are not set. `amounts`: facts that are entered in cents. `follows`: what follows from the cards that lie, and
    is confirmed as it is. `decks`: how often the same card can lie. `in_turn` answers the hand of a box that gets its
    next card, where it can have several. `put_away`: the fact of a card that is out of the round.
    """

    asks: Asks
    card: str
    dealer: str
    hand: int
    amounts: frozenset[str] = frozenset()
    deck: tuple[str, ...] = DECK
    low: int = 0
    follows: Callable[[Enter, Sequence[Fact]], Fact | None] = lambda _asked, _facts: None
    grows: bool = False
    decks: int = 1
    in_turn: InTurn | None = None
    put_away: str = ""

    def is_card(self, fact: Fact) -> bool:
        """Whether it is one card, in the round or put away."""
        return fact.name in (self.card, self.put_away)

    def next_of(self, facts: Sequence[Fact]) -> Enter | None:
        """The fact that is entered next, or None when something else is asked for."""
        try:
            asked = self.asks(facts)
        except BadFacts:
            return None
        return asked if isinstance(asked, Enter) else None


@dataclass(frozen=True)
class Lying:
    """The cards at one place: those that are open, in their order, and how many lie face down."""

    up: tuple[str, ...] = ()
    down: int = 0

    @property
    def count(self) -> int:
        """All of them."""
        return len(self.up) + self.down


def lying_at(game: CardsGame, facts: Sequence[Fact], place: str) -> Lying:
    """What lies at a box or at the Dealer. A card that is turned is entered once more, open: it lies there once."""
    there = [fact for fact in facts if fact.name == game.card and fact.at == place]
    up = tuple(str(value) for fact in there if fact.audience == TABLE for value in fact.values)
    down = sum(fact.audience != TABLE for fact in there)
    return Lying(up, max(0, min(down, game.hand - len(up))))


@dataclass(frozen=True)
class Hands:
    """The hands of a box, from the left, and which of them is in its turn; None for none."""

    cards: tuple[tuple[str, ...], ...]
    turn: int | None = None


def where_is(game: CardsGame, facts: Sequence[Fact], card: str) -> str | None:
    """At which place that card lies, as far as the facts have it; None where it can still be dealt."""
    places = [fact.at for fact in facts if fact.name == game.card and card in fact.values]
    return places[0] if len(places) >= game.decks else None


def lies_times(game: CardsGame, facts: Sequence[Fact], card: str) -> int:
    """How often it lies on the table."""
    return sum(fact.name == game.card and card in fact.values for fact in facts)


def order_of(facts: Sequence[Fact]) -> tuple[str, ...]:
    """The boxes in the order of the deal; none before they are named."""
    found = next((fact for fact in facts if fact.name == HOLDS), None)
    return tuple(str(box) for box in found.values) if found is not None else ()


def face_down(asked: Enter) -> Fact:
    """A card that lies face down for all: nothing of it is entered but that it lies there."""
    return Fact(asked.fact, (), asked.at, NOBODY)
