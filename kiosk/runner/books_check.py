"""The rest of the start's test: the whole journal is followed in a thread of its own, and pay-outs wait for it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

from kiosk.seat.events import AnyEvent, BooksChecked
from kiosk.sqlite_file import ends_with
from kiosk.store.audit import MAX_FINDINGS, rest
from kiosk.store.seat_store import SeatStore

PAUSE_S = 0.01  # after some thousand transactions: the screen goes before


More = Callable[[sqlite3.Connection, Callable[[], bool]], Iterable[str]]


class _Ended(Exception):
    """The seat ends: what was found so far is told to nobody."""


def _nothing(_db: sqlite3.Connection, _ends: Callable[[], bool]) -> Iterable[str]:
    return ()


class BooksCheck:
    """Of a seat that runs. ``more`` are checks beside the chain, of the same moment; "" of them: it goes on.

    They are given what says that the seat ends, for files of their own.

    Nothing is done where the start has followed the whole journal. Whatever goes wrong here is a finding: nobody is
    paid from books that could not be looked through.
    """

    def __init__(self, store: SeatStore, more: More = _nothing) -> None:
        self._store = store
        self._more = more
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, tell: Callable[[AnyEvent], None]) -> None:
        """Begin; ``tell`` hears of the end of it, in the thread."""
        if self._store.checked:
            return
        self._thread = threading.Thread(target=self._run, args=(tell,), name="books-check", daemon=True)
        self._thread.start()

    def _run(self, tell: Callable[[AnyEvent], None]) -> None:
        try:
            with closing(self._store.reader()) as db:
                db.execute("BEGIN")
                ends_with(db, self._ends.is_set)  # what SQLite does in one go ends with the seat, too
                findings = rest(db, self._look_up) or [line for line in self._heard(db) if line]
        except _Ended:
            return
        except Exception as error:  # noqa: BLE001 - see above
            if self._ends.is_set():
                return
            findings = [f"the journal could not be looked through: {error!r}"]
        self._store.was_checked(findings)
        tell(BooksChecked(tuple(findings[:MAX_FINDINGS])))

    def _heard(self, db: sqlite3.Connection) -> Iterator[str]:
        for line in self._more(db, self._ends.is_set):
            yield line
            if not line:
                self._look_up(0)

    def _look_up(self, _: int) -> None:
        if self._ends.wait(PAUSE_S):
            raise _Ended

    def close(self) -> None:
        """End it; what is not done is done after the next start."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join()
