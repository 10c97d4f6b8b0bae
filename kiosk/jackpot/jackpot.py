"""The jackpot as it is asked: each request in one transaction of a store, whichever store it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Protocol

from kiosk.jackpot import requests, rules
from kiosk.jackpot.meter import Act, JackpotFault, Meter

TRIES: Final = 1_000  # against others that move the meter at the same moment; each time one of them got on


class Store(Protocol):
    """Keeps a meter and its acts. All raise JackpotFault for what is damaged, NoAnswer for silence."""

    def meter(self) -> tuple[Meter | None, int]:
        """The meter, None before the first act, and a version that changes with each act."""

    def act(self, name: str) -> Act | None:
        """The act of that name."""

    def write(self, version: int, meter: Meter, act: Act) -> bool:
        """Keep both, durably and in one step, unless the meter has another version or the act stands: then False.

        After a silence in between what was written may answer False: whoever asks looks again.
        """

    def acts(self) -> Iterable[Act]:
        """Every act, in the order in which they were done, as they stood at one moment."""


class Asked(Protocol):
    """Whom a table asks. Raises JackpotFault and NoAnswer: then it may have been done, and a repeat will tell."""

    def ask(self, request: requests.Request, /) -> requests.Answer:
        """Carry the request out, once, and answer."""


class Jackpot:
    """Fits `Asked`, over a store. Any thread, any number of processes; killed at any moment.

    guarantee: the act and the meter after it are written in one transaction, or nothing is. Between what was read and
    what is written nobody has moved the meter.
    """

    def __init__(self, store: Store, now: Callable[[], str]) -> None:
        self._store = store
        self._now = now

    def ask(self, request: requests.Request, /) -> requests.Answer:
        """See :class:`Asked`."""
        for _ in range(TRIES):
            meter, version = self._store.meter()  # before the acts: one that comes later moves it
            decision = rules.decide(meter, self._store.act, request, self._now())
            if decision.act is None or decision.meter is None:
                return decision.answer
            if self._store.write(version, decision.meter, decision.act):
                return decision.answer
        raise JackpotFault("the jackpot: its meter moves all the time", "Ask again")
