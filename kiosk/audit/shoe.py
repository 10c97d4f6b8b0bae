"""Which card came more often from one shoe than its decks hold, by the log alone (Blackjack 5.5.2)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from kiosk.games.game import Game, Layout
from kiosk.table import shoe
from kiosk.table.records import DeskRecorded, RoundEvent, RoundOpened
from kiosk.table.round import EARLIER_ROUNDS, Table


@dataclass
class _OfLog:
    """One shoe, and of how many decks its rounds were dealt, at most; 0 while nothing of them was heard."""

    shoe: shoe.Shoe
    decks: int = 0


class ShoeAudit:
    """Follows each shoe from the record that it was shuffled in until no round of it can be decided anew any more.

    What has left a shoe before there was such a record, or in rounds that are missing, nobody knows.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._shoes: list[_OfLog] = []
        self.findings: list[str] = []

    def desk(self, record: DeskRecorded, table: Table) -> None:
        """What was done at the desk."""
        if record.what != shoe.NEW_SHOE:
            return
        new = shoe.shuffled(table, record.round, self._game)
        for old in self._shoes:  # recorded late: the round that is played was dealt from the new one
            old.shoe = shoe.Shoe(
                old.shoe.first, {n: cards for n, cards in old.shoe.cards.items() if n < new.first}
            )
        self._shoes.append(_OfLog(new))

    def event(self, event: RoundEvent, before: int, table: Table, layout: Layout) -> None:
        """An event that counts; ``before`` is the round that was played before it, ``table`` has it."""
        if isinstance(event, RoundOpened):
            self._judge(self._over(event.round))
        of_round = next((one for one in reversed(self._shoes) if one.shoe.counts(event.round)), None)
        if of_round is None:
            return
        found = shoe.after(of_round.shoe, event, before, table, self._game, layout)
        if not found.first:  # rounds are missing
            self._judge(len(self._shoes))
            return
        of_round.shoe = found
        of_round.decks = max(of_round.decks, self._game.decks(layout))

    def end(self) -> None:
        """Nothing follows."""
        self._judge(len(self._shoes))

    def _over(self, number: int) -> int:
        """How many of them, the oldest, had their last round too long ago to be decided anew."""
        return sum(after.shoe.first <= number - EARLIER_ROUNDS for _, after in pairwise(self._shoes))

    def _judge(self, count: int) -> None:
        for one in self._shoes[:count]:
            rounds = sorted(one.shoe.cards)
            for card, times in sorted(one.shoe.out().items()):
                if 0 < one.decks < times:
                    self.findings.append(
                        f"rounds {rounds[0]} to {rounds[-1]}: the card {card} came {times} times from a shoe of "
                        f"{one.decks} decks"
                    )
        del self._shoes[:count]
