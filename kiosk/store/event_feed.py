"""The significant events of a seat.db as they come: of a seat that runs and restarts, or of a file put back."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import msgspec

from kiosk.faults import EnvironmentFault
from kiosk.sqlite_file import DAMAGE
from kiosk.store.read_only import beside, looks, open_file
from kiosk.store.schema import version_of

PATIENCE = 25  # polls in a row at which a file that is being exchanged may not be readable
_COLUMNS = "id, at, kind, severity, detail"
_SELECT = f"SELECT {_COLUMNS} FROM event WHERE id > ? AND at >= ? ORDER BY id"  # noqa: S608 - names of our own


class KeptEvent(msgspec.Struct, frozen=True, array_like=True):
    """An event as it is kept: ``at`` is UTC in ISO 8601, ``detail`` JSON."""

    id: int
    at: str
    kind: str
    severity: str
    detail: str


class EventFeed:
    """Answers the events that are new since it was asked last; the first time all from ``since`` (UTC) on.

    note: one thread. It writes nothing, and holds nothing that a seat waits for.
    """

    def __init__(self, path: Path, since: str = "") -> None:
        self._path = path
        self._since = since
        self._db: sqlite3.Connection | None = None
        self._version = -1
        self._looks: tuple[int, int, int] | None = None
        self._last: KeptEvent | None = None
        self._failed = 0

    def close(self) -> None:
        """Let the file go."""
        if self._db is not None:
            self._db.close()
        self._db = None

    @property
    def unread(self) -> bool:
        """Whether the last poll found a file that it could not read: it is damaged, or being exchanged."""
        return self._failed > 0

    def poll(self) -> list[KeptEvent]:
        """New events in order; none also while the file is away.

        Raises :class:`EnvironmentFault` for a file that is none of a seat or stays damaged.
        """
        now = looks(self._path)
        if now is None or now != self._looks:
            self.close()
        if now is None:
            self._looks = None
            return []
        alone = not beside(self._path)
        if self._db is None and alone and now == self._looks:
            return []  # nobody has it open, and it is as it was read
        try:
            found = self._read(alone=alone)
        except DAMAGE as error:
            self.close()
            self._looks = None
            self._failed += 1
            if self._failed > PATIENCE:
                raise EnvironmentFault(
                    f"{self._path} cannot be read: {error}", "See kiosk verify; nothing was changed"
                ) from error
            return []
        self._failed = 0
        self._looks = now
        if alone:
            self.close()
            if looks(self._path) != now:  # it was written meanwhile: what was read may be torn
                self._looks = None
                return []
        if found:
            self._last = found[-1]
        return found

    def _read(self, *, alone: bool) -> list[KeptEvent]:
        if self._db is None:
            self._db = open_file(self._path, alone=alone)
            self._version = -1
            version_of(self._db)
        version = int(self._db.execute("PRAGMA data_version").fetchone()[0])
        if version == self._version:
            return []
        self._db.execute("BEGIN")
        try:
            rows = self._db.execute(_SELECT, (self._position(self._db), self._since)).fetchall()
        finally:
            self._db.execute("COMMIT")
        self._version = version
        return [msgspec.convert(row, KeptEvent) for row in rows]

    def _position(self, db: sqlite3.Connection) -> int:
        """After which event to go on. In another file it is the last that is not younger than what was told."""
        last = self._last
        if last is None:
            return 0
        row = db.execute(f"SELECT {_COLUMNS} FROM event WHERE id = ?", (last.id,)).fetchone()  # noqa: S608
        if row is not None and msgspec.convert(row, KeptEvent) == last:
            return last.id
        (number,) = db.execute("SELECT max(id) FROM event WHERE at <= ?", (last.at,)).fetchone()
        return number or 0
