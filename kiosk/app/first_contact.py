"""A seat that started while no host answered: its books are compared with what hosts have seen as soon as one does.

Until then it shows and pays nothing, sends nothing, and finishes nothing that was begun before its start.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from kiosk.faults import OlderCopy
from kiosk.seat.events import AnyEvent, BooksCompared
from kiosk.table.log import NoAnswer

EVERY_S = 0.5


class FirstContact:
    """Asks again and again, in a thread of its own, until there is an answer.

    ``compare`` raises NoAnswer for silence and :class:`OlderCopy`. Any other exception is told to ``on_bug``.
    """

    def __init__(self, compare: Callable[[], object], on_bug: Callable[[BaseException], None]) -> None:
        self._compare = compare
        self._on_bug = on_bug
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, tell: Callable[[AnyEvent], None], then: Callable[[], None]) -> None:
        """Tell what was found, and do ``then`` where the books are the newest. Both in the thread. Never waits."""
        self._thread = threading.Thread(
            target=self._run, args=(tell, then), name="first-contact", daemon=True
        )
        self._thread.start()

    def _run(self, tell: Callable[[AnyEvent], None], then: Callable[[], None]) -> None:
        try:
            while not self._answered():
                if self._ends.wait(EVERY_S):
                    return
            if self._ends.is_set():
                return
            tell(BooksCompared())
            then()
        except OlderCopy as older:
            tell(BooksCompared(older.what))
        except Exception as bug:  # noqa: BLE001 - whatever it is, whoever drives the seat must hear of it
            self._on_bug(bug)

    def _answered(self) -> bool:
        try:
            self._compare()
        except NoAnswer:
            return False
        return True

    def close(self) -> None:
        """Ask no more."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join()
