"""The console's way to the jackpot that its table shares, in a thread of its own: no dealer waits for an answer."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Final

from kiosk.jackpot import requests
from kiosk.jackpot.jackpot import Asked
from kiosk.jackpot.meter import JackpotFault, Meter
from kiosk.table.log import NoAnswer

LOOK_S: Final = 1.0  # so often it is looked how the jackpot stands
AGAIN_S: Final = 0.3  # after a silence
MOST_KEPT: Final = 1_000  # answers: those of the rounds that are spoken of are fewer


def nobody() -> None:
    """Nobody is woken."""


class JackpotLine:
    """Asks each request until it has an answer, in the order of asking. ``want`` and what is read: any thread.

    ``meter`` is the newest that was seen, None before the first. ``silence`` says why the jackpot does not answer now;
    empty while it does. ``news`` counts what has changed of all that. ``on_bug`` is told in the line's thread.
    """

    def __init__(
        self, name: str, asked: Asked, on_bug: Callable[[BaseException], None], look_s: float = LOOK_S
    ) -> None:
        self.name = name
        self.meter: Meter | None = None
        self.silence = "it has not answered yet"
        self.news = 0
        self.woken: Callable[[], None] = nobody
        self._asked = asked
        self._on_bug = on_bug
        self._look_s = look_s
        self._lock = threading.Lock()
        self._wanted: queue.SimpleQueue[requests.Request | None] = queue.SimpleQueue()
        self._waiting: set[requests.Request] = set()
        self._answers: dict[requests.Request, requests.Answer] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="jackpot", daemon=True)
        self._thread.start()

    def want(self, request: requests.Request, *, anew: bool = False) -> requests.Answer | None:
        """The answer, where there is one; else it is asked for, once. ``anew``: whatever was answered before."""
        with self._lock:
            if anew:
                self._answers.pop(request, None)
            if (found := self._answers.get(request)) is None and request not in self._waiting:
                self._waiting.add(request)
                self._wanted.put(request)
            return found

    def answer(self, request: requests.Request) -> requests.Answer | None:
        """What was answered; nothing is asked for."""
        with self._lock:
            return self._answers.get(request)

    def end(self) -> None:
        """Ask no more. Whatever had no answer is asked again by the next start. Never waits."""
        self._ended.set()
        self._wanted.put(None)

    def close(self) -> None:
        """As :meth:`end`, and wait for the question under way: it ends when the link does, or in time."""
        self.end()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._ended.is_set():
                try:
                    request = self._wanted.get(timeout=0 if self.meter is None else self._look_s)
                except queue.Empty:
                    request = requests.Show()
                if request is not None:
                    self._until_answered(request)
        except Exception as bug:  # noqa: BLE001 - told; without it the table takes no bets on the jackpot
            self._says(str(bug))
            self._on_bug(bug)

    def _until_answered(self, request: requests.Request) -> None:
        while not self._ended.is_set():
            try:
                found = self._asked.ask(request)
            except (NoAnswer, JackpotFault) as silence:
                self._says(str(silence) or "it does not answer")
                self._ended.wait(AGAIN_S)
                if isinstance(request, requests.Show):
                    return  # what waits behind it is asked
                continue
            self._took(request, found)
            return

    def _took(self, request: requests.Request, found: requests.Answer) -> None:
        with self._lock:
            if not isinstance(found, requests.Denied):
                self.news += found.meter != self.meter
                self.meter = found.meter
            if not isinstance(request, requests.Show):
                self._answers[request] = found
                self.news += 1
                if len(self._answers) > MOST_KEPT:
                    del self._answers[next(iter(self._answers))]
                self._waiting.discard(request)
        begun = self.meter is not None
        if not begun:
            self._ended.wait(self._look_s)
        self._says("" if begun else "nobody has set its terms")
        if not isinstance(request, requests.Show):
            self.woken()

    def _says(self, silence: str) -> None:
        if silence != self.silence:
            self.silence = silence
            self.news += 1
            self.woken()
