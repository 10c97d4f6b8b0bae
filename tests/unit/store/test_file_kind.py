"""A file that is made while it is looked at is taken for empty or for whole, and never for another program's."""

import sqlite3
from contextlib import closing

import pytest

from kiosk.book import archive_schema
from kiosk.faults import EnvironmentFault
from kiosk.sqlite_file import FileKind, kind_of
from kiosk.store import schema, staff_schema
from kiosk.store.schema import APPLICATION_ID, VERSION


class Watched(sqlite3.Connection):
    """Somebody else makes the file after this connection's first question."""

    made = None

    def execute(self, *question):
        found = super().execute(*question).fetchall()
        if self.made is not None:
            make, self.made = self.made, None
            make()
        return Answered(found)


class Answered:
    def __init__(self, rows):
        self.rows = rows

    def fetchone(self):
        return self.rows[0] if self.rows else None


@pytest.mark.parametrize(
    ("look", "make", "fresh"),
    [
        (schema.version_of, schema.migrate, 0),
        (staff_schema._version_of, staff_schema._migrate, 0),
        (archive_schema.is_new, lambda db: archive_schema.prepare(db, "12"), True),
    ],
    ids=["seat.db", "staff.db", "archive.db"],
)
def test_that_a_file_made_meanwhile_is_none_of_another_program(tmp_path, look, make, fresh):
    path = tmp_path / "file.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        with closing(sqlite3.connect(path, isolation_level=None, factory=Watched)) as reader:
            reader.made = lambda: make(writer)
            assert look(reader) == fresh
            assert look(reader) != fresh


def test_that_the_file_of_another_program_is_refused(tmp_path):
    with closing(sqlite3.connect(tmp_path / "file.db", isolation_level=None)) as db:
        assert kind_of(db) == FileKind(0, 0, 0)
        db.execute("CREATE TABLE theirs(x)")
        with pytest.raises(EnvironmentFault, match="application id 0x0"):
            schema.version_of(db)


def test_that_all_three_are_read(tmp_path):
    with closing(sqlite3.connect(tmp_path / "file.db", isolation_level=None)) as db:
        schema.migrate(db)
        (parts,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        assert kind_of(db) == FileKind(VERSION, APPLICATION_ID, parts)
