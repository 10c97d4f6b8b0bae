"""What a desk is set up with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated

import msgspec

from kiosk import local_time
from kiosk.console.chance import FactsFor
from kiosk.console.service import TableSettings
from kiosk.store.staff import First

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=3_600_000)]


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long each part of a round takes, in ms. 36 s of betting is one jurisdiction's floor."""

    betting_ms: Milliseconds = 36_000
    hurry_ms: Milliseconds = 5_000
    act_ms: Milliseconds = 3_500
    read_ms: Milliseconds = 600
    deciding_ms: Milliseconds = 30_000
    result_ms: Milliseconds = 7_000
    pause_ms: Milliseconds = 1_000

    def faster(self, speed: float) -> Pace:
        """The same pace, ``speed`` times as fast; above 1 is quicker."""
        return Pace(**{name: round(getattr(self, name) / speed) for name in self.__struct_fields__})


def _now_utc() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class DeskConfig:
    """One table's desk.

    ``settings.seats`` are the seats of the table. ``pace.betting_ms`` and ``pace.hurry_ms`` hold for every round, the
    rest of the pace for the automatic dealer. ``first``: with whom the console's list of staff begins. ``facts_for``
    is for demonstrations alone: where the automatic dealer has the facts of a round from when no device recognises
    them. ``now_utc`` is for information. A seat that has not answered for ``answer_within_ms`` may be gone on without.
    """

    casino: str
    settings: TableSettings
    pace: Pace = field(default_factory=Pace)
    first: tuple[First, ...] = ()
    facts_for: FactsFor | None = None
    now_utc: Callable[[], datetime] = _now_utc
    answer_within_ms: int = 3_000

    def at_utc(self) -> str:
        """Now in UTC as the log has it."""
        return local_time.utc_text(self.now_utc())

    def time_of_day(self) -> str:
        """The local time as HH:MM:SS."""
        return f"{local_time.local(self.now_utc()):%H:%M:%S}"
