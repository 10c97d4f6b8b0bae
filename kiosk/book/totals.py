"""What the book sums up for who looks at it: money at stake, totals, open items. In cents."""

from __future__ import annotations

import msgspec

from kiosk.games.game import Fact


class Totals(msgspec.Struct, frozen=True):
    """The table's totals since the console's archive was begun."""

    rounds: int = 0
    voids: int = 0
    turnover: int = 0
    paid: int = 0


class Exposure(msgspec.Struct, frozen=True):
    """What the registered bets can cost. ``worst`` is the House's result (stakes less pay-outs) of the worst facts."""

    staked: int = 0
    worst: int = 0
    worst_facts: tuple[Fact, ...] = ()
    best: int = 0


class ItemView(msgspec.Struct, frozen=True):
    """An open item for the manager: what a seat could not take back, or what is decided about a round too old for it.

    ``cents`` are what the player owes, below 0 what the House owes. ``order``: the record that ordered it, or 0.
    """

    seat: str
    round: int
    decision: int
    cents: int
    order: int = 0
