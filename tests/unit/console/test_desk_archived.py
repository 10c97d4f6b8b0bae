"""The console shows how far its archive is, so that nothing leaves the log that it has not kept."""

import pytest

from kiosk.console.desk.desk import SHOW_MS
from kiosk.faults import EnvironmentFault
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import TABLE, Table


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    table.start()
    yield table
    table.close()


@pytest.fixture
def shown(table):
    """What the console has shown of itself, oldest first."""
    found = []

    def changed(_key, value):
        if value is not None:
            found.append(r.decode(value).archived)

    watch = table.log.watch(keys.console_presences(TABLE), changed)
    yield found
    watch.close()


def test_that_a_console_shows_the_place_up_to_which_its_archive_is_whole(table, shown):
    table.bring_to(Phase.CLOSED)
    table.pass_ms(SHOW_MS)
    ends = table.log.last(keys.root(TABLE)).seq
    assert shown[-1] == table.archive.whole_seq == ends - 1  # of the newest append something may still come


def test_that_it_is_not_shown_more_often_than_once_a_second(table, shown):
    table.comes("07")
    for _ in range(20):
        table.bring_to(Phase.ENDED, bets={"07": {"small": 500}})
        table.pass_ms(SHOW_MS // 10, step=10)
    assert len(shown) <= 4
    assert shown == sorted(set(shown))


def test_that_a_console_that_rests_shows_nothing_new(table, shown):
    table.pass_ms(SHOW_MS)
    before = list(shown)
    table.pass_ms(10 * SHOW_MS)
    assert shown == before


def test_that_what_is_not_archived_is_not_shown_as_archived(table, shown, monkeypatch):
    table.pass_ms(SHOW_MS)
    before = shown[-1]

    def full(_entries):
        raise EnvironmentFault("the archive cannot be written: disk full")

    monkeypatch.setattr(table.archive, "add", full)
    table.bet("07", number=1, small=500)
    table.pass_ms(2 * SHOW_MS)
    assert shown[-1] == before


def test_that_a_console_that_takes_the_table_again_goes_on_showing_it(table, shown):
    table.bring_to(Phase.CLOSED)
    table.pass_ms(SHOW_MS)
    table.again()
    table.pass_ms(SHOW_MS)
    assert shown[-1] == table.archive.whole_seq > 0
