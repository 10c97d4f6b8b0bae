"""What a step needs beside state and event: the seat's configuration, its game and its layout."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from kiosk.games.game import Game, Layout
from kiosk.seat.config import SeatConfig as SeatConfig
from kiosk.seat.effects import AnyEffect
from kiosk.seat.state import SeatState


@dataclass(frozen=True, slots=True)
class Context:
    """Configuration, game and layout of the seat that steps.

    ``written``: every value of its configuration file by its key; what was set at the seat is not in it.
    """

    config: SeatConfig
    game: Game
    layout: Layout
    written: Mapping[str, str] = field(default_factory=dict)


class Step(msgspec.Struct, frozen=True):
    """What one event did: the new state, the effects in order, and the outbox entries that it ended."""

    state: SeatState
    effects: tuple[AnyEffect, ...] = ()
    done: tuple[str, ...] = ()
