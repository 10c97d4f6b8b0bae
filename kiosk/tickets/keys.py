"""The house's keys in etcd: its tickets, their steps, and how far seats and desks have asked.

Tickets belong to the house and not to a table. A ticket stands under a keyed hash of its number, and its record does
not hold it: whoever reads etcd, a backup or an archive of it finds no number that pays.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Final

from kiosk.table import keys

HOUSE: Final = keys.HOUSE
TICKETS: Final = f"{HOUSE}tickets/"
STEPS: Final = f"{HOUSE}steps/"
TURNS: Final = f"{HOUSE}turn/"
CLOCK: Final = f"{HOUSE}clock"
KEYED: Final = f"{HOUSE}keyed"
ISSUED: Final = f"{HOUSE}issued/"
REFUSED: Final = f"{HOUSE}refused/"


def hidden(key: bytes, number: str) -> str:
    """What stands for ``number`` where others may read: its HMAC-SHA256 under the house's ``key``, in hexadecimal."""
    return hmac.digest(key, number.encode(), "sha256").hex()


def ticket(name: str) -> str:
    """Where the record of the ticket stands whose hidden number is ``name``."""
    return f"{TICKETS}{name}"


def step(name: str, n: int) -> str:
    """Where its ``n``-th step is kept."""
    return f"{STEPS}{name}/{n:06d}"


def clock_set(n: int) -> str:
    """Where it is kept that staff declared a host's clock right for the ``n``-th time."""
    return f"{HOUSE}clock-set/{n:06d}"


@dataclass(frozen=True)
class Place:
    """Who asks: a seat of a table, or a desk (``table`` is empty)."""

    table: str
    name: str

    @property
    def party(self) -> str:
        """How the names of this place's acts begin."""
        return f"{self.table}/{self.name}/" if self.table else f"desk/{self.name}/"

    @property
    def _under(self) -> str:
        return f"seat/{self.table}/{self.name}" if self.table else f"desk/{self.name}"

    @property
    def turn(self) -> str:
        """What was carried out for it last: what comes late changes nothing."""
        return f"{TURNS}{self._under}"

    @property
    def issued(self) -> str:
        """What this seat has issued so far."""
        return f"{ISSUED}{self._under}"

    @property
    def refused(self) -> str:
        """Which tickets this seat asked for and could not have issued honestly."""
        return f"{REFUSED}{self._under}"
