"""A jackpot in one SQLite file: for tables on one machine."""

from __future__ import annotations

from typing import Final, TypeVar

import msgspec

from kiosk.faults import NEWEST_COPY, OlderCopy
from kiosk.jackpot.meter import Act, JackpotFault, Meter
from kiosk.store.anchor import Numbered
from kiosk.store.shared_file import SharedFile

VERSION: Final = 1
_SCHEMA: Final = (
    """
    CREATE TABLE act(
        number INTEGER PRIMARY KEY CHECK(number > 0),
        name TEXT NOT NULL UNIQUE,
        cents INTEGER NOT NULL,
        balance INTEGER NOT NULL,
        body TEXT NOT NULL
    ) STRICT
    """,
    "CREATE TABLE meter(id INTEGER PRIMARY KEY CHECK(id = 1), number INTEGER NOT NULL, body TEXT NOT NULL) STRICT",
    "CREATE TRIGGER act_kept BEFORE UPDATE ON act BEGIN SELECT RAISE(ABORT, 'an act is never changed'); END",
    "CREATE TRIGGER act_stays BEFORE DELETE ON act BEGIN SELECT RAISE(ABORT, 'an act is never removed'); END",
    f"PRAGMA user_version = {VERSION}",
)

_T = TypeVar("_T")
_meters: Final = msgspec.json.Decoder(Meter)
_acts: Final = msgspec.json.Decoder(Act)


class Head(Numbered, frozen=True):
    """The newest act of a jackpot: its number and its digest."""

    digest: str


class SqliteStore(SharedFile[Head]):
    """Fits `Store`. Any thread; any number of processes may open the same file. All raise JackpotFault.

    With an ``anchor`` the newest act is kept there too. Opening raises OlderCopy for a file in which that act is
    missing or another one: it was put back from an older copy, and what was paid since would be paid again.
    """

    what = "jackpot"
    fault = JackpotFault

    def meter(self) -> tuple[Meter | None, int]:
        """See :class:`Store`."""
        with self._transaction():
            row = self._db.execute("SELECT body, number FROM meter").fetchone()
        return (self._read(row[0], _meters), row[1]) if row else (None, 0)

    def act(self, name: str) -> Act | None:
        """See :class:`Store`."""
        with self._transaction():
            row = self._db.execute("SELECT body FROM act WHERE name = ?", (name,)).fetchone()
        return self._read(row[0], _acts) if row else None

    def write(self, version: int, meter: Meter, act: Act) -> bool:
        """See :class:`Store`."""
        with self._transaction():
            row = self._db.execute("SELECT number FROM meter").fetchone()
            stands = self._db.execute("SELECT count(*) FROM act WHERE name = ?", (act.name,)).fetchone()[0]
            if stands or (row[0] if row else 0) != version:
                return False
            self._db.execute(
                "INSERT INTO act(number, name, cents, balance, body) VALUES(?, ?, ?, ?, ?)",
                (act.number, act.name, act.cents, act.balance, _text(act)),
            )
            self._db.execute(
                "INSERT INTO meter(id, number, body) VALUES(1, ?1, ?2) ON CONFLICT(id) DO UPDATE "
                "SET number = ?1, body = ?2",
                (meter.number, _text(meter)),
            )
        self._keep(Head(act.number, act.digest))
        return True

    def acts(self) -> list[Act]:
        """See :class:`Store`."""
        with self._transaction():
            rows = self._db.execute("SELECT body FROM act ORDER BY number").fetchall()
        return [self._read(body, _acts) for (body,) in rows]

    # --- the file -----------------------------------------------------------------------------------------------

    def _open(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        tables = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if version != VERSION and (version or tables):
            raise JackpotFault(f"jackpot {self._path}: version {version}, expected {VERSION}")
        found = self._db.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise JackpotFault(f"jackpot {self._path}: damaged ({found})", NEWEST_COPY)
        if not version:
            for statement in _SCHEMA:
                self._db.execute(statement)

    def _opened(self) -> None:
        if self._anchor is None or (kept := self._anchor.read()) is None:
            return
        with self._transaction():
            row = self._db.execute("SELECT body FROM act WHERE number = ?", (kept.number,)).fetchone()
        if row is None or self._read(row[0], _acts).digest != kept.digest:
            raise OlderCopy(
                f"jackpot {self._path}: its act {kept.number} is missing or another one: it is an older copy",
                NEWEST_COPY,
            )

    def _read(self, body: str, decoder: msgspec.json.Decoder[_T]) -> _T:
        try:
            return decoder.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise JackpotFault(f"jackpot {self._path}: a stored act is damaged: {error}") from error


def _text(stored: Meter | Act) -> str:
    return msgspec.json.encode(stored).decode()
