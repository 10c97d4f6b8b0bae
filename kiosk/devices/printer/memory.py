"""What the driver keeps of the last ticket: that it was begun, and that it came out whole."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

import msgspec

from kiosk.devices.files import replace_durably
from kiosk.faults import NEWEST_MEMORY, NOT_JSON, EnvironmentFault, why


class Stage(StrEnum):
    """How far the last ticket came."""

    BEGUN = "begun"
    PRESENTED = "presented"
    FAILED = "failed"  # for certain


class LastTicket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last original that was begun; an empty number for none yet.

    ``job`` and ``job_id``: its name and number in a queue of jobs, from before its page is handed over.
    """

    number: str = ""
    stage: Stage = Stage.FAILED
    job: str = ""
    job_id: int = 0


class TicketMemory:
    """One small file, replaced atomically."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> LastTicket:
        """Raises :class:`EnvironmentFault` naming the file when it is not what ``save`` wrote."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=LastTicket)
        except FileNotFoundError:
            return LastTicket()
        except (*NOT_JSON, OSError) as error:
            raise EnvironmentFault(
                f"printer driver's memory {self._path}: {why(error)}; expected what the driver wrote",
                f"{NEWEST_MEMORY}; nothing was changed",
            ) from error

    def save(self, last: LastTicket) -> None:
        """Returns when it is durable. Raises OSError."""
        replace_durably(self._path, msgspec.json.encode(last))
