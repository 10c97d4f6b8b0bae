"""The simulated device with which a game is dealt: each game that has one names it in the module of its own name."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from typing import cast

from kiosk.devices.ports import DealingDevice, DealingEvent
from kiosk.faults import EnvironmentFault
from kiosk.games.game import Fact

MakeDevice = Callable[[Callable[[DealingEvent], None], Callable[[], tuple[Fact, ...]]], DealingDevice]
"""Makes one from whom it tells, and what it deals in each run."""


def simulated_device(game: str) -> MakeDevice:
    """The device of the game of that name. Raises :class:`EnvironmentFault` for a game that is dealt by hand."""
    if not has_device(game):
        raise EnvironmentFault(f"game '{game}' has no device: expected a game that is dealt by one")
    return cast("MakeDevice", importlib.import_module(f"{__package__}.{game}").DEVICE)


def has_device(game: str) -> bool:
    """Whether the game of that name can be dealt by a device."""
    return importlib.util.find_spec(f"{__package__}.{game}") is not None
