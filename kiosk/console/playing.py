"""The play of a round, from the close to what decides it, as the console writes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import UNSET

from kiosk.console.hold import Hold, Pending
from kiosk.games.game import Ask, Enter, Fact, Moves
from kiosk.table import keys
from kiosk.table.facts import hidden, known
from kiosk.table.log import Entry, Put
from kiosk.table.records import (
    ActEnded,
    ActStarted,
    BadRecord,
    DecisionBarrier,
    DecisionsClosed,
    DecisionsEntered,
    DecisionsOpened,
    FactCorrected,
    FactsEntered,
    FactsSealed,
    HandsMoved,
    InterimEntered,
    IrregularityEntered,
    ResultEntered,
    RoundEvent,
    StakesOfBoxes,
    decode,
    encode,
)
from kiosk.table.round import NotAllowed, fold

_PAGE = 500  # records of a round, read at once
Counter = Literal["", "device", "dealer"]
"""Who has counted how often an act was done."""


class Playing(Hold):
    """What the game asks for, one after the other."""

    @property
    def asked(self) -> Ask:
        """What the game asks for next, the bets closed."""
        return self._rules.asked(self.table.entered)

    @property
    def known(self) -> tuple[Fact, ...]:
        """The facts of the play with the values of those that only some seat may see, as this console wrote them."""
        return known(self.table.entered, self.sealed)

    @property
    def known_dealt(self) -> tuple[Fact, ...]:
        """Of these facts those that the result repeats."""
        found = self.known
        return tuple(found[at] for at in self._rules.dealt_at(self.table.entered))

    def dealt_at(self, box: str) -> int:
        """The place in the log of the record that completed what was dealt to a box; 0 where none was. Raises NoAnswer.

        What was dealt for its eyes alone counts; where nothing was, what lies there for all.
        """
        prefix = f"{keys.rounds(self._settings.table)}{self.table.number}/"
        found = {True: 0, False: 0}
        after = 0
        while page := self._log.read([prefix], after, _PAGE):
            for entry in page:
                for fact in _facts_in(entry):
                    if fact.at == box:
                        found[fact.audience == box] = entry.seq
            after = page[-1].seq
        return found[True] or found[False]

    def start_act(self, act: str, by: str = "") -> None:
        """What the game asks for is begun (Sic Bo 3.6)."""
        self._write(ActStarted(round=self.table.number, act=act, by=by))

    def end_act(self, times: int, by: str = "", counted_by: Counter = "") -> None:
        """The act at hand was done ``times`` times, which the device or the dealer has counted."""
        table = self.table
        self._write(ActEnded(round=table.number, act=table.act, times=times, by=by, counted_by=counted_by))

    def seal_facts(self, facts: Sequence[Fact], first: int) -> None:
        """Write the values of facts for one seat's eyes (all of the same seat), the first of them at that place.

        Before the record that says where they lie: a seat that reads of a card has it.
        """
        self.retry()
        table, number, seat = self._settings.table, self.table.number, facts[0].audience
        of_round = self.reading.book.rounds.get(number)
        known = of_round.seals.get(seat, 0) if of_round is not None else 0
        n = max(known, self._seals.get((number, seat), 0)) + 1
        record = FactsSealed(seat=seat, round=number, n=n, first=first, facts=tuple(facts))
        put = Put(keys.facts_sealed(table, record), encode(record))
        self._pending = Pending((put,), (), record, n)
        self._send()

    def enter_facts(self, facts: Sequence[Fact], by: str = "", stakes: StakesOfBoxes | None = None) -> None:
        """Enter the next facts of the play, as the game asks for them: hidden ones without their values.

        ``stakes`` are what lies at the boxes, where these are named.
        """
        shown = tuple(hidden(fact) for fact in facts)
        self._write(FactsEntered(round=self.table.number, facts=shown, by=by, stakes=stakes or UNSET))

    def correct_fact(self, at: int, fact: Fact, by: str, authorised_by: str = "") -> None:
        """The fact at that place was entered wrongly. An open decision is barred: it is opened anew."""
        number, was = self.table.number, self.table.entered[at]
        event = FactCorrected(
            round=number, at=at, was=was, fact=hidden(fact), by=by, authorised_by=authorised_by
        )
        self._write(event, *self._decision_bar())

    def enter_irregularity(self, fact: Fact, by: str, authorised_by: str) -> None:
        """Something went wrong that the rules settle. An open decision is barred: it is opened anew."""
        event = IrregularityEntered(round=self.table.number, fact=fact, by=by, authorised_by=authorised_by)
        self._write(event, *self._decision_bar())

    @property
    def moves(self) -> Moves:
        """Which whole hands may be moved now."""
        return self._rules.moves(self.table.entered)

    def move_hands(self, moved: HandsMoved) -> None:
        """Whole hands lay at wrong boxes. An open decision is barred: it is opened anew."""
        self._write(moved, *self._decision_bar())

    @property
    def irregularities(self) -> tuple[Enter, ...]:
        """What may be entered beside what is asked for."""
        return self._rules.irregularities(self.table.entered)

    def why_not_irregular(self, fact: Fact) -> str | None:
        """Why that irregularity cannot be entered now, or None."""
        number = self.table.number
        return self.why_not(
            IrregularityEntered(round=number, fact=fact, by="console", authorised_by="console")
        )

    def why_not(self, event: RoundEvent) -> str | None:
        """Why every reader would ignore that event now, or None."""
        try:
            fold(self.table, 0, event, self._rules)
        except NotAllowed as error:
            return str(error)
        return None

    def open_decisions(self, closes_in_ms: int, at: str, by: str = "") -> None:
        """Let the boxes decide that the game names; or give them more time, where they do."""
        n = self.table.deciding or self.table.asked + 1
        self._write(DecisionsOpened(round=self.table.number, n=n, closes_in_ms=closes_in_ms, by=by, at=at))

    def close_decisions(self, by: str = "") -> None:
        """No more decisions; the bar for late choices is written in the same transaction."""
        event = DecisionsClosed(round=self.table.number, n=self.table.deciding, by=by)
        self._write(event, *self._decision_bar())

    def enter_decisions(
        self, facts: Sequence[Fact], by: str = "", stakes: StakesOfBoxes | None = None
    ) -> None:
        """What every box has decided, by all that stands before the bar, and the stakes that this adds."""
        n, added = self.table.deciding, stakes or UNSET
        self._write(DecisionsEntered(round=self.table.number, n=n, facts=tuple(facts), by=by, stakes=added))

    def _decision_bar(self) -> tuple[Put, ...]:
        """What late choices of the decision that is open meet; nothing while none is."""
        number, n = self.table.number, self.table.deciding
        if not n or self.table.barred:
            return ()
        record = DecisionBarrier(round=number, n=n)
        return (Put(keys.decided(self._settings.table, number, n), encode(record)),)

    def pay_interim(self, by: str = "") -> None:
        """Settle now what is decided already."""
        self._write(InterimEntered(round=self.table.number, by=by))

    def enter_result(self, facts: Sequence[Fact], by: str, authorised_by: str = "") -> None:
        """Enter the last facts, which decide the round; with a supervisor who lets results be automatic."""
        every = (*self.table.dealt, *facts)
        self._write(ResultEntered(round=self.table.number, facts=every, by=by, authorised_by=authorised_by))

    def why_no_facts(self, facts: tuple[Fact, ...], *, older: bool = False) -> str | None:
        """Why the game does not ask for these facts now, or None. With ``older`` nor did it in programs of before."""
        return self._rules.why_no_facts(self.table.entered, facts, older=older)

    def why_not_corrected(self, at: int, fact: Fact) -> str | None:
        """Why that fact cannot stand at that place of the play, or None."""
        number, was = self.table.number, self.table.entered[at]
        event = FactCorrected(round=number, at=at, was=was, fact=hidden(fact), by="console")
        return self.why_not(event)


def _facts_in(entry: Entry) -> Sequence[Fact]:
    """What the record has entered; nothing for any other, and for what is none."""
    try:
        record = decode(entry.value)
    except BadRecord:
        return ()
    return record.facts if isinstance(record, FactsEntered) else ()
