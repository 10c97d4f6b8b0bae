"""A round as the seat keeps it for recall."""

from __future__ import annotations

import msgspec

from kiosk.games.game import Fact, Settlement
from kiosk.seat.state import Stakes


class Decided(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was decided about a round before it was decided anew, and the cents that the seat had paid for it."""

    facts: tuple[Fact, ...]
    void_reason: str
    paid: int


class Recalled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round for recall: chips as registered, result, win per spot, credit and money around it, in cents.

    ``decision`` is the one that stands, ``before`` are those that it replaced. Credit and money are those of the
    first settlement. ``own`` are the facts that this seat alone has seen, as cards that were folded and never shown. It
    is written where there are any: programs of before wrote none, and read no row that has it.
    """

    round: int
    layout: str
    stakes: Stakes
    facts: tuple[Fact, ...]
    settlement: Settlement | None
    void_reason: str
    credit_before: int
    credit_after: int
    money_in: int
    money_out: int
    game: str
    registered_rev: int = 0
    registered_seq: int = 0
    decision: int = 1
    before: tuple[Decided, ...] = ()
    own: tuple[Fact, ...] | msgspec.UnsetType = msgspec.UNSET

    @property
    def staked(self) -> int:
        """The registered stakes, in cents."""
        return sum(self.stakes.values())

    @property
    def paid(self) -> int:
        """What the round gives the player: stakes given back and winnings; all stakes when it is void."""
        return self.settlement.paid if self.settlement is not None else self.staked
