"""The configuration of one seat."""

from __future__ import annotations

from typing import Annotated

import msgspec

PositiveCents = Annotated[int, msgspec.Meta(ge=1)]


class SeatConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One seat's configuration. Amounts in cents.

    ``win_limit`` is the substantial-win limit: a win at or over it is paid by hand. ``note_velocity`` is the most
    that may be put in within one round before the seat locks. ``demonstration``: money and paper are simulated, and
    the seat plays at no other table than one that says the same of itself.
    """

    seat: str
    table: str
    casino: str
    chips: tuple[PositiveCents, ...]
    ticket_limit: PositiveCents = 300_000
    win_limit: PositiveCents = 500_000
    credit_limit: PositiveCents = 5_000_000
    note_velocity: PositiveCents = 1_000_000
    ticket_days: Annotated[int, msgspec.Meta(ge=1, le=3650)] = 180
    demonstration: bool = False

    @property
    def place(self) -> str:
        """Which seat of which table this is: books belong to one place for ever."""
        return f"{self.table}/{self.seat}"
