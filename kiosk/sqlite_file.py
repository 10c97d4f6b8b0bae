"""Whose SQLite file it is, before it is touched; and a transaction in it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

# What SQLite raises for a file that is damaged: a text that is no UTF-8 comes as the second where it cannot be quoted.
DAMAGE = (sqlite3.Error, UnicodeDecodeError)
STEPS: Final = 100_000  # of SQLite: some thousandths of a second


class FileKind(NamedTuple):
    """What a file says of itself: its version, the number of its program, and how many tables and the like it has."""

    version: int
    application: int
    parts: int

    @property
    def is_empty(self) -> bool:
        """Whether nobody has written into it yet."""
        return self == (0, 0, 0)


def kind_of(connection: sqlite3.Connection) -> FileKind:
    """What the file says, as of one moment: whoever makes it meanwhile has made it whole, or not begun.

    Raises sqlite3.Error.
    """
    # One statement reads one state of the file; three of them once saw the tables of a file without its number.
    row = connection.execute(
        "SELECT (SELECT user_version FROM pragma_user_version), (SELECT application_id FROM pragma_application_id), "
        "count(*) FROM sqlite_schema"
    ).fetchone()
    return FileKind(*map(int, row))


def ends_with(connection: sqlite3.Connection, ends: Callable[[], bool]) -> None:
    """What SQLite does there in one go is broken off, with sqlite3.OperationalError, soon after ``ends`` says so."""
    connection.set_progress_handler(ends, STEPS)


@contextmanager
def immediate(connection: sqlite3.Connection) -> Iterator[None]:
    """One immediate transaction: the write lock is taken before anything is read. Raises sqlite3.Error."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
