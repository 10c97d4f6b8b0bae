"""Damaged dice (rule 5.4): once authorised, none of the rounds is forgotten, whatever happens to the console."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.notes import FileKeeper
from kiosk.table.round import Phase
from kits.console.desk import NG, Killed, Table

pytestmark = pytest.mark.rule("sicbo:5.4")


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    table.keeper = FileKeeper(tmp_path / "notes.json")
    table.start()
    for _ in range(4):
        table.bring_to(Phase.ENDED, bets={"07": {"small": 500}})
    yield table
    table.close()


def killed_at(table, at, when):
    """The console is killed around that append of a command that voids rounds 1, 2, 3 and the newest one, 4."""
    table.link.kill_at = (table.link.appends + at, when)
    with pytest.raises(Killed):
        table.do(c.DamagedEquipment((1, 2, 3, 4), NG))


def void(table):
    return [number for number in range(1, 5) if table.desk._core.table.is_void(number)]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("at", [1, 2, 3, 4])
def test_that_a_console_killed_between_voids_writes_the_rest_when_it_starts_again(table, at, when):
    killed_at(table, at, when)
    table.again()
    assert table.do(c.OpenBets()) == Refusal("no-answer"), "first the voids"
    view = table.pass_ms(500)
    assert void(table) == [1, 2, 3, 4]
    assert table.names().count("RoundVoided") == 4
    assert all(
        record.authorised_by == "Ng" for record in table.written() if type(record).__name__ == "RoundVoided"
    )
    assert "voids-left" not in [alert.key for alert in view.alerts]
    table.ok(c.OpenBets())
    table.again()
    table.pass_ms(500)
    assert table.names().count("RoundVoided") == 4, "it is done, and not done again"


def test_that_the_dealer_reads_that_voids_go_on(table):
    killed_at(table, 2, "before")
    table.again()
    lines = [(line.key, line.values) for line in table.view.round_log]
    assert ("voids-resumed", {"rounds": "1, 2, 3"}) in lines


def test_that_voids_are_not_written_over_another_consoles_rounds_but_asked_for_again(table):
    killed_at(table, 2, "before")
    table.desk.close()
    spare = table.spare()
    assert spare.do(c.OpenBets()) is None
    assert spare.do(c.DamagedEquipment((2,), NG)) is None
    spare.close()
    table.desk = None
    table.again()
    view = table.pass_ms(500)
    assert void(table) == [2, 4]
    assert ("voids-left", {"rounds": "1, 3"}) in [(alert.key, alert.values) for alert in view.alerts]
    table.ok(c.DamagedEquipment((1, 3), NG))
    assert void(table) == [1, 2, 3, 4]
    assert "voids-left" not in [alert.key for alert in table.view.alerts]


def test_that_voids_cut_off_by_another_console_go_on_when_the_table_is_taken_back(table):
    table.link.silent = "before"
    assert table.do(c.DamagedEquipment((1, 2, 3, 4), NG)) is None
    spare = table.spare(take_over=True)
    table.link.silent = ""
    table.pass_ms(1_000)
    assert void(table) == []
    table.ok(c.TakeOver(NG))
    table.pass_ms(1_000)
    assert void(table) == [1, 2, 3, 4]
    spare.poll()
