"""What a desk is set up with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from kiosk import local_time
from kiosk.console.auto_dealer import Pace
from kiosk.console.service import TableSettings
from kiosk.games.game import Fact
from kiosk.store.staff import First


def _now_utc() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class DeskConfig:
    """One table's desk.

    ``settings.seats`` are the seats of the table. ``pace.betting_ms`` and ``pace.hurry_ms`` hold for every round, the
    rest of the pace for the automatic dealer. ``first``: with whom the console's list of staff begins. ``facts_for``
    is for demonstrations alone: where the automatic dealer has the facts of a round from when no device recognises
    them. ``now_utc`` is for information.
    """

    casino: str
    settings: TableSettings
    pace: Pace = field(default_factory=Pace)
    first: tuple[First, ...] = ()
    facts_for: Callable[[int], tuple[Fact, ...]] | None = None
    now_utc: Callable[[], datetime] = _now_utc

    def at_utc(self) -> str:
        """Now in UTC as the log has it."""
        return local_time.utc_text(self.now_utc())

    def time_of_day(self) -> str:
        """The local time as HH:MM:SS."""
        return f"{local_time.local(self.now_utc()):%H:%M:%S}"
