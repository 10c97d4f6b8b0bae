"""Which facts of a round count on a seat's screen, and what this seat has chosen of it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from kiosk.games.game import Fact
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase
from kiosk.ui.terminal.last_round import shown_last


class WithBoxes(Protocol):
    """What the facts of a round say, as its game reads them."""

    @property
    def boxes(self) -> tuple[str, ...] | None:
        """The boxes of the round; None before they are named."""


class SeenRound:
    """A round as one seat sees it."""

    deal: WithBoxes
    seat: str

    @property
    def mine(self) -> bool:
        """Whether this seat has a hand."""
        return self.seat in (self.deal.boxes or ())

    @property
    def others(self) -> tuple[str, ...]:
        """The other boxes, in the order of the deal."""
        return tuple(box for box in self.deal.boxes or () if box != self.seat)


def facts_seen(state: SeatState) -> tuple[Fact, ...]:
    """The facts of the round that the screen speaks of, those among them that are for this seat alone."""
    last = shown_last(state)
    if last is not None and shows_last(state):
        return last.facts
    table = state.table
    if table.phase is Phase.BETTING:
        return ()
    # What brought the result stands in it alone.
    return (*state.facts, *table.facts[len(table.dealt) :])


def stakes_seen(state: SeatState) -> Mapping[str, Mapping[str, int]]:
    """What lies at each box of that round, in cents by spot, as far as the table has told."""
    return {} if shows_last(state) else state.table.stakes


def shows_last(state: SeatState) -> bool:
    """Whether a round before the one at the table is on the screen, or its result as it was corrected."""
    last = shown_last(state)
    return last is not None and (last.corrected or state.table.phase is Phase.BETTING)


def choice_seen(state: SeatState) -> str:
    """What this seat has chosen: what is on its way, or stands in the log; empty for nothing."""
    if state.flight is not None:
        return state.flight.choice
    return state.chosen.choice if state.chosen is not None else ""
