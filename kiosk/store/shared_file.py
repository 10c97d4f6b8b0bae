"""A SQLite file that several threads and processes change: its lock, its transactions, its newest in a second place."""

from __future__ import annotations

import sqlite3
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar, Final, Generic, TypeVar

from kiosk.faults import EnvironmentFault, why
from kiosk.sqlite_file import immediate
from kiosk.store.anchor import Anchor, Numbered

_BUSY_SECONDS: Final = 10.0
_Head = TypeVar("_Head", bound=Numbered)


class SharedFile(ABC, Generic[_Head]):
    """Any thread; any number of processes may open the same file. With an ``anchor`` its newest is kept there too.

    Whatever fails is raised as ``fault``, with what the file is called.
    """

    what: ClassVar[str]
    fault: ClassVar[type[EnvironmentFault]]

    def __init__(self, path: Path, anchor: Anchor[_Head] | None = None) -> None:
        self._path = path
        self._anchor = anchor
        self._lock = threading.Lock()
        with self._faults_named():
            self._db = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=_BUSY_SECONDS
            )
        try:
            with self._faults_named():
                # A second process may hold this file open: before SQLite 3.51.3 its write-ahead log can then be reset
                # wrongly, the rollback journal cannot. EXTRA also syncs the folder once the journal is gone.
                self._db.execute("PRAGMA journal_mode = DELETE")
                self._db.execute("PRAGMA synchronous = EXTRA")
                with immediate(self._db):
                    self._open()
            self._opened()
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @abstractmethod
    def _open(self) -> None:
        """Look whether it is today's, or make it so; in a transaction."""

    def _opened(self) -> None:
        """What else must hold of it."""

    def _keep(self, head: _Head) -> None:
        """Keep the newest in the second place; another process may have kept a newer one."""
        if self._anchor is None:
            return
        try:
            with self._anchor.held():
                kept = self._anchor.read()
                if kept is None or kept.number < head.number:
                    self._anchor.write(head)
        except (OSError, EnvironmentFault) as error:
            raise self.fault(
                f"{self.what} {self._path}: the anchor {self._anchor.path}: {why(error)}"
            ) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._lock, self._faults_named(), immediate(self._db):
            yield

    @contextmanager
    def _faults_named(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise
        # A text that is no UTF-8 comes as the second kind when sqlite3 cannot even quote it.
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise self.fault(
                f"{self.what} {self._path}: {error}; expected a readable and writable {self.what}"
            ) from error
