"""The jackpots that the tables of this host share, as the gateway asks them: for who the certificate says."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from kiosk.host.rights import Identity, Role, Verb
from kiosk.jackpot import keys, requests
from kiosk.jackpot.jackpot import Asked
from kiosk.jackpot.meter import JackpotFault, Meter
from kiosk.table.log import NoAnswer

FRESH_S: Final = (
    0.3  # so long a meter that was read is shown to all who look: the cluster answers hosts, not seats
)


class Jackpots:
    """By name. Any thread but the link's, several at once. ``say`` hears, once, that one is damaged or right again."""

    def __init__(self, jackpots: Mapping[str, Asked], say: Callable[[str], None]) -> None:
        self._of = {name: _One(name, asked, say) for name, asked in jackpots.items()}

    def answer(self, who: Identity, jackpot: str, request: requests.Request) -> bytes:
        """Carry a request out that ``who`` may make. A seat sees the meter alone. Raises NoAnswer."""
        found = self._of[jackpot].answer(request)
        if who.role is Role.SEAT and isinstance(found, requests.Shown):
            found = requests.Shown(replace(found.meter, waiting=(), digest=""))
        return msgspec.json.encode(found)


class _One:
    def __init__(self, name: str, asked: Asked, say: Callable[[str], None]) -> None:
        self._name = name
        self._asked = asked
        self._say = say
        self._lock = threading.Lock()
        self._looking = threading.Lock()
        self._trouble = ""
        self._meter: tuple[float, Meter] | None = None  # when it was read, and what was

    def answer(self, request: requests.Request) -> requests.Answer:
        if not isinstance(request, requests.Show):
            return self._ask(request)
        with self._looking:  # who waits here is shown what the one before has read
            if self._meter is not None and time.monotonic() - self._meter[0] < FRESH_S:
                return requests.Shown(self._meter[1])
            return self._ask(request)

    def _ask(self, request: requests.Request) -> requests.Answer:
        began = time.monotonic()
        try:
            found = self._asked.ask(request)
        except JackpotFault as fault:
            self._tell(f"it cannot be asked: {fault}")
            raise NoAnswer(str(fault)) from fault
        self._tell("")
        if isinstance(found, requests.Shown | requests.Moved):
            self._keep(began, found.meter)
        return found

    def _keep(self, began: float, meter: Meter) -> None:
        """The newest that was read: never an earlier act than one that was shown before."""
        with self._lock:
            if self._meter is None or meter.number >= self._meter[1].number:
                self._meter = (began, meter)

    def _tell(self, trouble: str) -> None:
        with self._lock:
            before, self._trouble = self._trouble, trouble
        if bool(trouble) is not bool(before):
            self._say(f"jackpot {self._name}: {trouble or 'it is answered again'}")


def wanted(jackpot: str, request: requests.Request) -> tuple[Verb, str]:
    """What ``request`` needs the right to."""
    if isinstance(request, requests.Show):
        return Verb.SEE, keys.meter(jackpot)
    return Verb.MOVE, keys.act(jackpot, requests.name_of(request))
