"""The shoe that goes on from round to round: which cards have left it since it was shuffled, as the log tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from kiosk.games.game import Fact, Game, Layout, OnlyVoid
from kiosk.table.records import (
    FactCorrected,
    FactsEntered,
    IrregularityEntered,
    ResultCorrected,
    ResultEntered,
    RoundEvent,
    RoundOpened,
    RoundVoided,
)
from kiosk.table.round import Table

NEW_SHOE = "new-shoe"
"""What a :class:`kiosk.table.records.DeskRecorded` says when it was shuffled anew."""


class Shoe(msgspec.Struct, frozen=True):
    """What is known of it.

    ``first`` is the first round of which the cards are counted; 0 where nobody has said when it was shuffled. ``cards``
    are those that have left it, by round: corrected as the round was, and gone also where it is void. ``due``: no
    round is opened before it is shuffled (rules 5.5.1 to 5.5.4 of Blackjack, or its cover card has come out).
    """

    first: int = 0
    cards: dict[int, tuple[str, ...]] = {}
    due: bool = False

    def counts(self, number: int) -> bool:
        """Whether the cards of that round are counted."""
        return 0 < self.first <= number

    def out(self, besides: int = 0) -> Counter[str]:
        """How often each card has left it, in all rounds but one."""
        found = Counter[str]()
        for number, cards in self.cards.items():
            if number != besides:
                found.update(cards)
        return found

    def too_many(
        self, decks: int, number: int, before: Sequence[str], after: Sequence[str]
    ) -> tuple[str, int] | None:
        """The card that comes more often than there are decks, and how often, when a round has these cards instead."""
        now, others = Counter(after), self.out(number) if self.counts(number) else Counter[str]()
        more = now - Counter(before)
        return next(((card, n) for card in more if (n := now[card] + others[card]) > decks), None)

    def with_cards(self, number: int, cards: tuple[str, ...]) -> Shoe:
        """The round has these cards."""
        return msgspec.structs.replace(self, cards=self.cards | {number: cards})


def shuffled(table: Table, number: int, game: Game) -> Shoe:
    """A new one. Recorded in the middle of a round, of that ``number``, it was there before that round."""
    if table.is_open and number == table.number:
        return Shoe(number, {number: game.drawn(table.facts or table.entered)})
    return Shoe(number + 1)


def after(shoe: Shoe, event: RoundEvent, before: int, table: Table, game: Game, layout: Layout) -> Shoe:
    """The shoe after an event that counts. ``before`` is the round that was played before it; ``table`` has it.

    A round that is missing has taken nobody knows which cards: nothing is counted until the next new shoe.
    """
    facts: Sequence[Fact] = table.entered
    match event:
        case RoundOpened() if shoe.first and event.round != max(before, shoe.first - 1) + 1:
            return Shoe(due=shoe.due)
        case RoundVoided() if event.round == table.number and game.decks(layout):
            wrong = event.reason == game.void_reasons.damaged
            empty = isinstance(game.agenda(layout, facts), OnlyVoid)
            return msgspec.structs.replace(shoe, due=shoe.due or wrong or empty)
        case ResultEntered() | ResultCorrected():
            facts = event.facts
        case FactsEntered() | FactCorrected() | IrregularityEntered():
            pass
        case _:
            return shoe
    cards = game.drawn(facts)
    changes = shoe.counts(event.round) and cards != shoe.cards.get(event.round, ())
    return shoe.with_cards(event.round, cards) if changes else shoe
