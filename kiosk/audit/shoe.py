"""Which card came more often from one shoe than its decks hold, by the log alone (Blackjack 5.5.2)."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from kiosk.games.game import Game, Layout
from kiosk.table import shoe
from kiosk.table.records import DeskRecorded, RoundEvent, RoundOpened
from kiosk.table.round import EARLIER_ROUNDS, Table
from kiosk.table.shoe import Shoe


class ShoeAudit:
    """Follows each shoe from the record that it was shuffled in until no round of it can be decided anew any more.

    What has left a shoe before there was such a record, or in rounds that are missing, nobody knows.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._shoes: list[Shoe] = []
        self.findings: list[str] = []

    def desk(self, record: DeskRecorded, table: Table) -> None:
        """What was done at the desk."""
        if record.what == shoe.STRAY_CARD and self._shoes:
            self._shoes[-1] = shoe.strayed(self._shoes[-1], record)
        if record.what != shoe.NEW_SHOE:
            return
        newest = self._shoes[-1] if self._shoes else Shoe()
        new = shoe.shuffled(newest, record, table, self._game)
        if new is newest:
            return
        if not new.first:  # what has left it, nobody knows
            self._judge(len(self._shoes))
            return
        # Recorded late, the round that is played was dealt from the new one.
        for at, old in enumerate(self._shoes):
            cards = {n: cards for n, cards in old.cards.items() if n < new.first}
            self._shoes[at] = msgspec.structs.replace(old, cards=cards)
        self._shoes.append(new)

    def event(self, event: RoundEvent, before: int, table: Table, layout: Layout) -> None:
        """An event that counts; ``before`` is the round that was played before it, ``table`` has it."""
        if isinstance(event, RoundOpened):
            self._judge(self._over(event.round))
        places = reversed(range(len(self._shoes)))
        of_round = next((at for at in places if self._shoes[at].counts(event.round)), None)
        if of_round is None:
            return
        found = shoe.after(self._shoes[of_round], event, before, table, self._game, layout)
        if found.first:
            self._shoes[of_round] = found
        else:  # rounds are missing, or it was exchanged for one of other decks
            self._judge(len(self._shoes))

    def end(self) -> None:
        """Nothing follows."""
        self._judge(len(self._shoes))

    def _over(self, number: int) -> int:
        """How many of them, the oldest, had their last round too long ago to be decided anew."""
        return sum(after.first <= number - EARLIER_ROUNDS for _, after in pairwise(self._shoes))

    def _judge(self, count: int) -> None:
        for one in self._shoes[:count]:
            rounds = sorted(one.cards)
            for card, times in sorted(one.out().items()):
                if 0 < one.decks < times:
                    self.findings.append(
                        f"rounds {rounds[0]} to {rounds[-1]}: the card {card} came {times} times from a shoe of "
                        f"{one.decks} decks"
                    )
        del self._shoes[:count]
