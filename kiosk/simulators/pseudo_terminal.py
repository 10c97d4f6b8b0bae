"""A pseudo-terminal with a simulated device at its far end."""

from __future__ import annotations

import os
import select
import threading
import tty
from collections.abc import Callable

_LOOK_S = 0.05
_MOST = 65_536


class PseudoTerminal:
    """Hands on what a driver sends, in a thread of its own, and sends back what ``answers`` says.

    ``port`` is what a driver opens. ``cord_out`` and ``cord_in`` are the plug in somebody's hand; ``close`` takes the
    whole port away, as an adapter that is pulled out. Raises OSError where a machine has no pseudo-terminal to give.
    """

    def __init__(self, answers: Callable[[bytes], bytes], name: str) -> None:
        self._answers = answers
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.port = os.ttyname(self._slave)
        self._plugged = True
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def cord_out(self) -> None:
        """What is sent goes nowhere."""
        self._plugged = False

    def cord_in(self) -> None:
        """The line carries again."""
        self._plugged = True

    def say(self, data: bytes) -> None:
        """Bytes that nobody asked for."""
        os.write(self._master, data)

    def close(self) -> None:
        """The port is gone. A second call does nothing."""
        if not self._ended.is_set():
            self._ended.set()
            self._thread.join()
            os.close(self._master)
            os.close(self._slave)

    def _run(self) -> None:
        while not self._ended.is_set():
            if not select.select([self._master], [], [], _LOOK_S)[0]:
                continue
            data = os.read(self._master, _MOST)
            if self._plugged and (back := self._answers(data)):
                os.write(self._master, back)
