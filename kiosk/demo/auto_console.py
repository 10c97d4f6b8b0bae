"""A console without a screen: the automatic dealer deals until it is told to end, or the rounds are over."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable

from kiosk.app.console import OpenConsole
from kiosk.app.link_words import nothing
from kiosk.console.commands import AutoDealing
from kiosk.console.desk import Desk
from kiosk.console.view import DeskView
from kiosk.demo.dealing import answer
from kiosk.table.log import NoAnswer
from kiosk.table.round import Phase

POLL_S = 0.05
AGAIN_S = 0.5  # after a silence of the log at the start
SETTLES_S = (
    10.0  # so long the seats may take after the last round: one that is dead must not hold the console
)

_OVER = (Phase.ENDED, Phase.VOID)


class AutoConsole:
    """Owns a desk in the caller's thread. ``began`` is told of the first view, when it holds the table.

    For a demonstration's table alone: what the desk asks of a dealer it answers by itself.
    """

    def __init__(
        self, opened: OpenConsole, rounds: int = 0, began: Callable[[DeskView], None] = lambda _: None
    ) -> None:
        self._opened = opened
        self._rounds = rounds
        self._began = began
        # A SimpleQueue may also be filled by a signal's handler, in the middle of anything.
        self._woken: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()
        self._end = False
        self._counted = 0
        self._ends_s: float | None = None
        self.look: Callable[[], None] = nothing  # called again and again while it runs
        self.played = 0

    def stop(self) -> None:
        """End ``run`` soon. Any thread, and a signal's handler too."""
        self._end = True
        self._woken.put(None)

    def bug(self, bug: BaseException) -> None:
        """Something in another thread failed: ``run`` raises it. Any thread."""
        self._woken.put(bug)

    def run(self) -> None:
        """Deal. Raises :class:`EnvironmentFault`, also when another console takes the table over."""
        desk = self._open()
        if desk is None:
            return
        try:
            desk.on_woken(lambda: self._woken.put(None))
            self._counted = desk.view.round
            self._began(desk.view)
            deals = False
            while not self._end and not self._over(desk.view):
                # Refused while the log has not told all that stands in it.
                deals = deals or desk.do(AutoDealing(True)) is None
                if desk.poll():
                    self._look(desk)
                self._wait(POLL_S)
        finally:
            desk.close()

    def _open(self) -> Desk | None:
        while not self._end:
            try:
                return self._opened.open()
            except NoAnswer:
                self._wait(AGAIN_S)
        return None

    def _look(self, desk: Desk) -> None:
        view = desk.view
        if (asked := answer(view)) is not None:
            desk.do(asked)
        if view.phase in _OVER and view.round > self._counted:
            self._counted = view.round
            self.played += 1
            if self._rounds and self.played >= self._rounds:
                desk.do(AutoDealing(False))

    def _over(self, view: DeskView) -> bool:
        if not self._rounds or self.played < self._rounds or view.phase not in _OVER:
            return False
        if self._ends_s is None:
            self._ends_s = time.monotonic() + SETTLES_S
        return not any(line.unsettled for line in view.last_rounds) or time.monotonic() > self._ends_s

    def _wait(self, seconds: float) -> None:
        self.look()
        try:
            found = self._woken.get(timeout=seconds)
            while True:
                if found is not None:
                    raise found
                found = self._woken.get_nowait()
        except queue.Empty:
            return
