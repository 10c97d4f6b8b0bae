"""The house's registry of tickets as the gateway asks it: for who the certificate says, and with words for staff."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from kiosk.host.rights import Identity, Role
from kiosk.links.hosts import wire
from kiosk.table.log import NoAnswer
from kiosk.tickets.asked import AskedRegistry
from kiosk.tickets.keys import Place
from kiosk.tickets.registry import RegistryFault

_T = TypeVar("_T")
_DAMAGE, _CLOCK = "damage", "clock"


class Tickets:
    """Fits `Registry` of the gateway. Any thread but the link's, several at once.

    ``say`` is told when something is damaged, and when this host's clock is not believed: once, until it is over.
    What is damaged is not answered, which is safe: the asker asks again.
    """

    def __init__(self, registry: AskedRegistry, say: Callable[[str], None]) -> None:
        self._registry = registry
        self._say = say
        self._lock = threading.Lock()
        self._told: dict[str, str] = {}

    def answer(self, who: Identity, ask: wire.QuestionAsk) -> bytes:
        """Carry a question out. Raises NoAnswer."""
        place = place_of(who)
        found = self._asked(
            place.party, lambda: self._registry.answer(place, ask.turn, ask.mark, ask.question, ask.head)
        )
        self._tell(_CLOCK, self._registry.clock.trouble, "the clock of this host is right again")
        return found

    def turn(self, who: Identity) -> int:
        """The newest turn that was carried out for ``who``. Raises NoAnswer."""
        place = place_of(who)
        return self._asked(place.party, lambda: self._registry.turn(place))

    def tickets(self, after: bytes) -> bytes:
        """A page of all tickets. Raises NoAnswer."""
        return self._asked("a list of tickets", lambda: self._registry.records(after))

    def steps(self, after: bytes) -> bytes:
        """A page of all their steps. Raises NoAnswer."""
        return self._asked("a list of steps", lambda: self._registry.actions(after))

    def _asked(self, whose: str, ask: Callable[[], _T]) -> _T:
        try:
            found = ask()
        except RegistryFault as fault:
            self._tell(f"{_DAMAGE} {whose}", f"{whose} cannot be answered: {fault}", "")
            raise NoAnswer(str(fault)) from fault
        self._tell(f"{_DAMAGE} {whose}", "", f"{whose} is answered again")
        return found

    def _tell(self, what: str, trouble: str, over: str) -> None:
        """Once when it begins and once when it ends, not with each second of a clock."""
        with self._lock:
            before = self._told.pop(what, "")
            if trouble:
                self._told[what] = trouble
        if bool(trouble) is not bool(before):
            self._say(f"registry: {trouble or over}")


def place_of(who: Identity) -> Place:
    """Whose acts those of ``who`` are: a seat's, or those of the desk that is named as its table."""
    return Place(who.table, who.name) if who.role is Role.SEAT else Place("", who.table)
