"""How the console takes what the log delivers in another thread."""

from collections import deque

import pytest

from kiosk.book import reading as module
from kiosk.book.archive import Archive
from kiosk.book.reading import Reading
from kiosk.faults import EnvironmentFault
from kiosk.table.log import Entry
from kits.console.book import Writing, new_book
from kits.seat.seats import TABLE


class Log:
    def follow(self, _prefixes, _after, deliver, _linked):
        self.deliver = deliver


class Taken:
    """A book that only counts."""

    def __init__(self):
        self.seq = 0
        self.keys = []

    def take(self, entry):
        self.keys.append(entry.key)


def following(book, archive=None):
    log = Log()
    reading = Reading(log, TABLE, book, 0, archive)
    reading.follow()
    return reading, log.deliver


class Busy(deque):
    """An inbox to which another thread adds at the very moment at which somebody looks through it."""

    def __iter__(self):
        looking = super().__iter__()
        self.append(Entry(0, "later", b""))
        return looking


def test_that_records_may_come_while_others_are_taken(monkeypatch):
    monkeypatch.setattr(module, "deque", Busy)
    book = Taken()
    reading, deliver = following(book)
    wanted = [f"etg/{TABLE}/{number}" for number in range(module.PAGE + 10)]
    for number, key in enumerate(wanted):
        deliver(Entry(number, key, b""))
    reading.pump()
    assert [key for key in book.keys if key != "later"] == wanted


def test_that_what_could_not_be_archived_waits_and_is_taken_in_order_later(tmp_path, monkeypatch):
    table = Writing()
    table.whole_round(1, 2, 3, small=500)
    archive = Archive(tmp_path / "archive.db", TABLE)
    book = new_book()
    reading, deliver = following(book, archive)

    def full(_entries):
        raise EnvironmentFault("the archive cannot be written: disk full")

    monkeypatch.setattr(archive, "add", full)
    for entry in table.entries[:5]:
        deliver(entry)
    for _ in range(2):
        with pytest.raises(EnvironmentFault, match="disk full"):
            reading.pump()
    assert reading.waits
    assert book.seq == 0
    monkeypatch.undo()
    for entry in table.entries[5:]:
        deliver(entry)
    assert reading.pump()
    assert not reading.waits
    assert archive.read(0, 100) == table.entries
    assert book.seq == table.seq
    archive.close()
