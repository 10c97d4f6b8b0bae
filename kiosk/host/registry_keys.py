"""The house's keys in etcd: its tickets, their steps, and the asking and answering of seats and desks.

Tickets belong to the house and not to a table. `ask` is written by who asks and removed by the host that answers;
`turn` counts what each of them has asked, so that a question that comes late to the servers changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kiosk.table import keys

HOUSE: Final = keys.HOUSE
TICKETS: Final = f"{HOUSE}tickets/"
STEPS: Final = f"{HOUSE}steps/"
ASKS: Final = f"{HOUSE}ask/"
ANSWERS: Final = f"{HOUSE}answer/"
TURNS: Final = f"{HOUSE}turn/"
CLOCK: Final = f"{HOUSE}clock"


def ticket(number: str) -> str:
    """Where the record of a ticket stands."""
    return f"{TICKETS}{number}"


def step(number: str, n: int) -> str:
    """Where the ``n``-th step of a ticket is kept."""
    return f"{STEPS}{number}/{n:06d}"


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
        return f"seat/{self.table}/{self.name}/" if self.table else f"desk/{self.name}/"

    @property
    def asks(self) -> str:
        """Prefix of its questions."""
        return f"{ASKS}{self._under}"

    @property
    def answers(self) -> str:
        """Prefix of the answers to it."""
        return f"{ANSWERS}{self._under}"

    @property
    def turn(self) -> str:
        """Where its questions are counted."""
        return f"{TURNS}{self._under.removesuffix('/')}"

    def ask(self, n: int) -> str:
        """Its ``n``-th question."""
        return f"{self.asks}{n:012d}"

    def answer(self, n: int) -> str:
        """The answer to that."""
        return f"{self.answers}{n:012d}"


def asked_by(key: str) -> tuple[Place, int] | None:
    """Who asks with the question under ``key``, and the number of the question; None for a key that is none."""
    match key.removeprefix(ASKS).split("/"):
        case ["seat", table, name, n] if table and name and n.isascii() and n.isdecimal():
            return Place(table, name), int(n)
        case ["desk", name, n] if name and n.isascii() and n.isdecimal():
            return Place("", name), int(n)
    return None
