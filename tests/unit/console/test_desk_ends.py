"""What a console leaves behind when it ends in good order."""

import pytest

from kiosk.console import commands as c
from kiosk.table import keys
from kits.console.desk import Table


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.close()


def newest(table):
    return table.log.last(keys.root("12")).seq


def test_that_a_console_that_ends_has_archived_all_that_stands_in_the_log(table):
    table.start()
    table.comes("07")
    table.ok(c.OpenBets())
    table.bet("07", small=500)
    table.ok(c.CloseBets())
    table.shows_close("07", number=1)
    assert table.archive.last_seq < newest(table), "nobody has polled"
    table.desk.close()
    assert table.archive.last_seq == newest(table)
    kept = [entry.key for entry in table.archive.read(0, 1_000)]
    assert kept == [entry.key for entry in table.log.read([keys.root("12")], 0, 1_000)]


def test_that_a_console_ends_although_the_archive_cannot_be_written(table):
    table.start()
    table.archive.close()
    table.put(keys.manager_record("12", 1), b"{}")
    table.desk.close()
