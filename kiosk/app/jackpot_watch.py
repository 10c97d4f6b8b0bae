"""What a seat sees of the jackpot that its table shares: asked again and again, in a thread of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Final

from kiosk.jackpot.jackpot import Asked
from kiosk.jackpot.meter import JackpotFault
from kiosk.jackpot.requests import Show, Shown
from kiosk.seat.events import AnyEvent, JackpotIs
from kiosk.seat.state import SeatState
from kiosk.table.log import NoAnswer

LOOK_S: Final = 1.5  # hosts read the meter three times a second at most, however many seats ask
SILENT_S: Final = 4.0  # so long without an answer: it takes no bets (Stud 5.18)


class JackpotWatch:
    """Tells what the meter shows whenever that is something new, and that it is silent.

    Nothing is asked before a round has offered a jackpot: a table need not share one. One that has never answered here
    is silent with what the round offered. ``on_bug`` is told in the thread.
    """

    def __init__(
        self,
        asked: Asked,
        on_bug: Callable[[BaseException], None],
        look_s: float = LOOK_S,
        silent_s: float = SILENT_S,
    ) -> None:
        self._asked = asked
        self._on_bug = on_bug
        self._look_s, self._silent_s = look_s, silent_s
        self._tell: Callable[[AnyEvent], None] = lambda _: None
        self._offered: int | None = None  # cents that it showed when a round offered it last
        self._thread: threading.Thread | None = None
        self._ends = threading.Event()
        self._told: JackpotIs | None = None
        self._answered_s = 0.0

    def start(self, tell: Callable[[AnyEvent], None]) -> None:
        """Tell from now on, in the thread."""
        self._tell = tell

    def look(self, state: SeatState) -> None:
        """This is the seat's state now. Never waits; one thread."""
        offer, first = state.table.jackpot, self._offered is None
        if offer is None or self._ends.is_set():
            return
        self._offered = offer.shown
        if first:
            self._thread = threading.Thread(target=self._run, name="jackpot-watch", daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Ask no more. Never waits: a question under way ends with the link."""
        self._ends.set()

    def close(self) -> None:
        """As :meth:`end`, and wait for the question under way."""
        self.end()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            self._answered_s = time.monotonic()
            while not self._ends.is_set():
                self._look_once()
                self._ends.wait(self._look_s)
        except Exception as bug:  # noqa: BLE001 - whoever drives the seat must hear of it
            self._on_bug(bug)

    def _look_once(self) -> None:
        try:
            found = self._asked.ask(Show())
        except (NoAnswer, JackpotFault):
            found = None
        now_s = time.monotonic()
        if isinstance(found, Shown):
            self._answered_s = now_s
            self._say(JackpotIs(found.meter.value))
        elif now_s - self._answered_s >= self._silent_s:
            last = self._told.cents if self._told is not None else self._offered
            if last is not None and (found is None or self._told is not None):  # else nothing was ever begun
                self._say(JackpotIs(last, silent=True))

    def _say(self, what: JackpotIs) -> None:
        if what != self._told and not self._ends.is_set():
            self._told = what
            self._tell(what)
