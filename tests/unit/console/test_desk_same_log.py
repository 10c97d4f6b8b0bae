"""A console that starts on another log than its archive's says so, and leaves that log as it is."""

import pytest

from kiosk.book.archive import Archive
from kiosk.console import commands as c
from kiosk.faults import EnvironmentFault
from kiosk.links.embedded import EmbeddedLog
from kiosk.table import keys
from kiosk.table.log import Put
from kiosk.table.round import Phase
from kits.console.desk import Table
from kits.seat.seats import TABLE


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    table.start()
    yield table
    table.close()


@pytest.fixture
def foreign(tmp_path):
    log = EmbeddedLog(tmp_path / "foreign.db")
    yield log
    log.close()


def start_on(table, log):
    """The console starts again, with its files, on that log."""
    table.desk.close()
    table.archive.close()
    table.archive = Archive(table.folder / "archive.db", TABLE)
    table.desk, table.link = None, log
    table.start("")


@pytest.mark.parametrize("phase", [None, Phase.BETTING, Phase.ENDED])
def test_that_an_empty_log_is_refused_and_stays_empty(table, foreign, phase):
    if phase is not None:
        table.bring_to(phase)
    table.view  # noqa: B018 - the console reads what stands there
    with pytest.raises(
        EnvironmentFault, match=r"another log, or an older copy\. Check the configuration's servers"
    ):
        start_on(table, foreign)
    assert foreign.read([keys.root(TABLE)], 0, 10) == []


@pytest.mark.parametrize("ahead", [1, 200])
def test_that_a_log_with_other_rounds_is_refused_however_far_it_is(table, foreign, tmp_path, ahead):
    table.bring_to(Phase.ENDED)
    table.view  # noqa: B018 - as above
    for n in range(ahead):
        foreign.append([Put(keys.manager_record(TABLE, n + 1), b"-")])
    (tmp_path / "other").mkdir()
    other = Table(tmp_path / "other", log=foreign)
    other.start()
    for _ in range(2):
        other.bring_to(Phase.ENDED)
    other.desk.close()
    other.archive.close()
    before = foreign.read([keys.root(TABLE)], 0, 10_000)
    with pytest.raises(EnvironmentFault, match="another log"):
        start_on(table, foreign)
    assert foreign.read([keys.root(TABLE)], 0, 10_000) == before


class WithoutRound1:
    """The log after round 1 has left it."""

    def __init__(self, log):
        self._log = log

    def __getattr__(self, name):
        return getattr(self._log, name)

    def read(self, prefixes, after, limit):
        gone = (f"{keys.rounds(TABLE)}1/", keys.closed(TABLE, 1))
        return [entry for entry in self._log.read(prefixes, after, limit) if not entry.key.startswith(gone)]


def test_that_its_own_log_is_taken_also_when_its_newest_round_has_left(table):
    table.bring_to(Phase.ENDED)
    table.view  # noqa: B018 - as above
    table.desk.close()
    spare = table.spare()
    assert spare.do(c.OpenBets()) is None
    spare.close()
    start_on(table, WithoutRound1(table.log))
    assert table.view.round == 2
