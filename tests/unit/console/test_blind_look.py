"""A console that could not see whether another one is at work does not take the table."""

import pytest

from kiosk.console import attendance
from kiosk.links.presences import LocalPresences
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import NoAnswer
from kits.console.desk import Table
from kits.seat.seats import TABLE


class Blind:
    """Presences that tell nothing for as long as the log is silent."""

    def __init__(self, presences):
        self._presences, self.silent = presences, True

    def __getattr__(self, name):
        return getattr(self._presences, name)

    def watch(self, prefix, changed):
        return self._presences.watch(prefix, (lambda _key, _value: None) if self.silent else changed)


@pytest.fixture(autouse=True)
def _short_look(monkeypatch):
    monkeypatch.setattr(attendance, "LOOK_S", 0.05)


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.close()


def takes(table):
    return len(table.log.read([keys.consoles(TABLE)], 0, 100))


def test_that_a_console_that_sees_nobody_not_even_itself_takes_no_table(table):
    table.start()
    blind = Blind(table.log)
    with pytest.raises(NoAnswer, match="was not told within"):
        table.spare(log=blind)
    assert takes(table) == 1
    assert not table.view.may.isdisjoint({"OpenBets"}), "the first one deals on"
    standing = []
    table.log.watch(keys.console_presences(TABLE), lambda key, _value: standing.append(key))
    assert standing == [keys.console_present(TABLE, "console-1", table.keeper.notes.instance)], (
        "who holds nothing keeps nobody away"
    )


def test_that_it_takes_the_table_when_it_looks_again_and_sees(table):
    blind = Blind(table.log)
    with pytest.raises(NoAnswer):
        table.spare(log=blind)
    blind.silent = False
    assert table.spare(log=blind).view.round == 0
    assert takes(table) == 1


def test_that_another_console_is_seen_before_the_own_name_has_come():
    presences = LocalPresences()
    other = r.ConsolePresent(console="console-1", take=3)
    presences.stand(keys.console_present(TABLE, "console-1"), r.encode(other))
    assert attendance.others_at_work(presences, TABLE, r.ConsolePresent(console="console-2", take=0)) == [
        other
    ]
