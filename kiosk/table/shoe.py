"""The shoe that goes on from round to round: which cards have left it since it was shuffled, as the log tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from kiosk.games.game import Fact, Game, Layout, OnlyVoid
from kiosk.table.records import (
    DeskRecorded,
    FactCorrected,
    FactsEntered,
    IrregularityEntered,
    ResultCorrected,
    ResultEntered,
    RoundEvent,
    RoundOpened,
    RoundVoided,
)
from kiosk.table.round import Phase, Table

NEW_SHOE = "new-shoe"
"""What a :class:`kiosk.table.records.DeskRecorded` says when it was shuffled anew."""

STRAY_CARD = "stray-card"
"""Likewise when a card came out between the result and the next round; the record's reason is the card."""


class Shoe(msgspec.Struct, frozen=True):
    """What is known of it.

    ``first`` is the first round of which the cards are counted; 0 where nobody has said when it was shuffled. ``cards``
    are those that have left it, by round: corrected as the round was, and gone also where it is void. ``decks``: how
    many were shuffled in, 0 while nobody knows. ``wrong``: it is shuffled before another round, by rules 5.5.1 to 5.5.4
    of Blackjack, or because the table has another number of decks. ``cover``: likewise, its cover card has come out.
    ``strays`` have left it in no round.
    """

    first: int = 0
    cards: dict[int, tuple[str, ...]] = {}
    decks: int = 0
    wrong: bool = False
    cover: bool = False
    strays: tuple[str, ...] = ()

    @property
    def due(self) -> bool:
        """No round is opened before it is shuffled."""
        return self.wrong or self.cover

    def at(self, decks: int) -> Shoe:
        """What it is to a table with so many decks."""
        return self if self.decks in (0, decks) else Shoe(wrong=True)

    def counts(self, number: int) -> bool:
        """Whether the cards of that round are counted."""
        return 0 < self.first <= number

    def out(self, besides: int = 0) -> Counter[str]:
        """How often each card has left it, in all rounds but one."""
        found = Counter[str](self.strays)
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


def how_many(decks: int) -> str:
    """What the record of a new shoe says of its decks, as its reason."""
    return f"{decks} decks"


def shuffled(shoe: Shoe, record: DeskRecorded, table: Table, game: Game) -> Shoe:
    """The new one that the record tells of, after ``shoe``. Recorded while cards are dealt, it was there before.

    While the result stands its round was dealt from the other one. A record that comes after later rounds changes
    nothing where another shoe has been recorded since.
    """
    number, said = record.round, record.reason.partition(" ")[0]
    if number < table.number and shoe.first > number:
        return shoe
    if number < table.number and not shoe.counts(number + 1):
        return Shoe()  # what has left it since, nobody knows
    dealt = number == table.number and table.is_open and table.phase is not Phase.RESULT
    first = number if dealt else number + 1
    cards = {n: cards for n, cards in shoe.cards.items() if n >= first}
    if dealt:
        cards[number] = game.drawn(table.entered)
    return Shoe(first, cards, int(said) if said.isdecimal() else 0)


def strayed(shoe: Shoe, record: DeskRecorded) -> Shoe:
    """After the stray card of that record."""
    return msgspec.structs.replace(shoe, strays=(*shoe.strays, record.reason)) if shoe.first else shoe


def covered(shoe: Shoe, record: DeskRecorded) -> Shoe:
    """After the cover card of that record: it was the one of another shoe where this one came later."""
    return msgspec.structs.replace(shoe, cover=True) if record.round >= shoe.first else shoe


def uncovered(shoe: Shoe, record: DeskRecorded) -> Shoe:
    """After the record that it had not come out."""
    return msgspec.structs.replace(shoe, cover=False) if record.round >= shoe.first else shoe


def unknown(shoe: Shoe) -> Shoe:
    """The same when it has lost nobody knows which cards: nothing is counted until the next new shoe."""
    return Shoe(wrong=shoe.wrong, cover=shoe.cover)


def after(shoe: Shoe, event: RoundEvent, before: int, table: Table, game: Game, layout: Layout) -> Shoe:
    """The shoe after an event that counts. ``before`` is the round that was played before it; ``table`` has it.

    A round that is missing has taken nobody knows which cards: nothing is counted until the next new shoe. Nor is it
    where the round has another number of decks than were shuffled in.
    """
    facts: Sequence[Fact] = table.entered
    decks = game.decks(layout)
    if shoe.first and not shoe.decks:
        shoe = msgspec.structs.replace(shoe, decks=decks)
    match event:
        case RoundOpened() if shoe.first and event.round != max(before, shoe.first - 1) + 1:
            return unknown(shoe)
        case RoundOpened():
            return shoe.at(decks)
        case RoundVoided() if event.round == table.number and decks:
            damaged = event.reason == game.void_reasons.damaged
            empty = isinstance(game.agenda(layout, facts), OnlyVoid)
            return msgspec.structs.replace(shoe, wrong=shoe.wrong or damaged or empty)
        case ResultEntered() | ResultCorrected():
            facts = event.facts
        case FactsEntered() | FactCorrected() | IrregularityEntered():
            pass
        case _:
            return shoe
    cards = game.drawn(facts)
    changes = shoe.counts(event.round) and cards != shoe.cards.get(event.round, ())
    return shoe.with_cards(event.round, cards) if changes else shoe
