"""The automatic dealer in a thread of its own, beside a screen."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from kiosk.console.auto_dealer import AutoDealer
from kiosk.console.service import Fenced
from kiosk.table.log import NoAnswer

LOOK_EVERY_S = 0.05
AGAIN_AFTER_S = 1.0


class TableThread:
    """Polls the dealer when something is due; tells ``link`` False when the log is silent, True when it is back.

    note: ``on_bug`` is told of an exception that is no silence of the log, also when another console has taken the
    table; the thread has ended then and the table stands still. Both are called in this thread.
    """

    def __init__(
        self,
        dealer: AutoDealer,
        link: Callable[[bool], None],
        on_bug: Callable[[BaseException], None],
    ) -> None:
        self._dealer = dealer
        self._link = link
        self._on_bug = on_bug
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        """Let the dealer begin."""
        self._thread.start()

    def stop(self) -> None:
        """Let the dealer stop after the event at hand."""
        self._end.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        try:
            self._deal()
        except Fenced as fenced:  # no bug of ours: told, not raised
            self._link(False)
            self._on_bug(fenced)
        except Exception as bug:
            self._on_bug(bug)
            raise

    def _deal(self) -> None:
        up = True
        wait_s = 0.0
        while not self._end.wait(wait_s):
            now_ms = int(time.monotonic() * 1000)
            try:
                due_ms = self._dealer.poll(now_ms)
            except NoAnswer:
                if up:
                    self._link(False)
                up, wait_s = False, AGAIN_AFTER_S
                continue
            if not up:
                self._link(True)
                up = True
            wait_s = min(max(0.0, (due_ms - now_ms) / 1000), LOOK_EVERY_S)
