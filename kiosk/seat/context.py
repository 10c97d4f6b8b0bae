"""What a step needs beside state and event: the seat's configuration, its game and its layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from kiosk.games.game import Game, Layout
from kiosk.seat.config import SeatConfig as SeatConfig
from kiosk.seat.effects import AnyEffect
from kiosk.seat.state import SeatState
from kiosk.table.facts import GameRules


@dataclass(frozen=True, slots=True)
class Context:
    """Configuration, game and layout of the seat that steps.

    ``written``: every value of its configuration file by its key; what was set at the seat is not in it. ``layouts``:
    all of the game by their names, since a round is decided anew by the pay table that it was played by.
    """

    config: SeatConfig
    game: Game
    layout: Layout
    written: Mapping[str, str] = field(default_factory=dict)
    layouts: Mapping[str, Layout] = field(default_factory=dict)

    def rules_by(self, layout: str) -> GameRules:
        """What the game has to say to a round that is dealt by that layout, whatever this seat has; "" for its own."""
        return GameRules(self.game, self.layout_of(layout or self.layout.name) or self.layout)

    def layout_of(self, name: str) -> Layout | None:
        """The layout of that name; None for one that this program does not know."""
        return self.layout if name == self.layout.name else self.layouts.get(name)


class Step(msgspec.Struct, frozen=True):
    """What one event did: the new state, the effects in order, and the outbox entries that it ended."""

    state: SeatState
    effects: tuple[AnyEffect, ...] = ()
    done: tuple[str, ...] = ()
