"""What staff may set at the seat itself, and when: with no credit, no chips and no round of this seat open."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

PositiveCents = Annotated[int, msgspec.Meta(ge=1)]
UNDO_LENGTH = 20


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was set at the seat; None leaves what the configuration file says. Amounts in cents.

    They take effect when the seat starts again, which it does by itself.
    """

    layout: Literal["A", "B", "C"] | None = None
    language: Literal["en", "zh"] | None = None
    ticket_limit: PositiveCents | None = None
    win_limit: PositiveCents | None = None
    credit_limit: PositiveCents | None = None
    note_velocity: PositiveCents | None = None
    ticket_days: Annotated[int, msgspec.Meta(ge=1, le=3650)] | None = None
    chips: tuple[PositiveCents, ...] | None = None
    volume: Annotated[int, msgspec.Meta(ge=0, le=100)] | None = None
    endpoints: tuple[str, ...] | None = None

    def changes(self, other: Settings) -> dict[str, tuple[object, object]]:
        """What ``other`` says differently: by name, the value here and the value there."""
        pairs = {name: (getattr(self, name), getattr(other, name)) for name in self.__struct_fields__}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


IN_CONFIG = ("ticket_limit", "win_limit", "credit_limit", "note_velocity", "ticket_days", "chips")
"""The settings that are fields of the seat's configuration."""
