"""A seat's record that is written over or removed is said to the dealer; the first one counts."""

import pytest

from kiosk.console import commands as c
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import Table
from kits.seat.seats import TABLE

SLIP = keys.slip(TABLE, "07", 1, 1)
REPORT = keys.report(TABLE, r.Settled(seat="07", round=1, staked=500, paid=1_000, decision=1))


class Told:
    """Changes that the test tells."""

    def changes(self, prefix, told):
        self.prefix, self.tell = prefix, told
        return self

    def close(self):
        self.tell = None


@pytest.fixture
def log():
    return Told()


@pytest.fixture
def table(tmp_path, log):
    table = Table(tmp_path)
    table.comes("07")
    table.start(changes=log)
    yield table
    table.close()
    assert log.tell is None


def tampered(table):
    return [alert.values for alert in table.view.alerts if alert.key == "tampered"]


@pytest.mark.parametrize("key", [SLIP, REPORT])
@pytest.mark.parametrize("removed", [False, True])
def test_that_a_changed_record_is_said_once_and_the_first_one_counts(table, log, key, removed):
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500}})
    assert key.startswith(log.prefix)
    for _ in range(3):
        log.tell(key, removed)
    assert tampered(table) == [{"seat": "07", "round": 1}]
    assert [line.key for line in table.view.round_log].count("tampered") == 1
    assert table.view.exposure.staked == 500


def test_that_what_the_host_removes_is_not_said(table, log):
    for _ in range(2):
        table.bring_to(Phase.ENDED, bets={"07": {"small": 500}})
    table.view  # noqa: B018 - the console reads what stands there
    log.tell(SLIP, True)
    log.tell(REPORT, True)
    assert tampered(table) == []
    log.tell(SLIP, False)
    assert tampered(table) == [{"seat": "07", "round": 1}], "nobody writes over a record, settled or not"


@pytest.mark.parametrize("key", ["", "slip/x/1", "slip/٣/1", "other/1/1", f"slip/{'9' * 40}/1"])
def test_that_a_key_of_no_round_is_none_of_it(table, log, key):
    table.ok(c.OpenBets())
    log.tell(f"{keys.seat(TABLE, '07')}{key}", True)
    assert tampered(table) == []


def test_that_records_that_are_not_validly_signed_are_said(table):
    table.bring_to(Phase.RESULT, bets={"07": {"small": 500}})
    for key in (SLIP, "etg/T/round/1/\n"):
        table.desk.forged(key, "it bears no signature")
    found = [alert.values for alert in table.view.alerts if alert.key == "forged"]
    assert found == [{"count": 2, "key": "'etg/T/round/1/\\n'"}]
    assert [line.values for line in table.view.round_log if line.key == "forged"] == [{"count": 2}]
    table.desk.forged(SLIP, "it bears no signature")
    said = [line.values["count"] for line in table.view.round_log if line.key == "forged"]
    assert sorted(said) == [1, 2]
