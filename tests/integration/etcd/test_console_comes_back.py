"""A console that was away, over a real server: it owes nothing that was settled meanwhile, and never starts blind."""

import time
from contextlib import closing, suppress

import pytest

from kiosk.book.archive import Archive, open_book
from kiosk.console import commands as c
from kiosk.console.archiving import REMOVE_MS, Archiving
from kiosk.console.commands import Refusal
from kiosk.console.service import Fenced
from kiosk.games.sicbo import GAME
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import NoAnswer
from kiosk.table.round import Phase
from kits.console.desk import DICE, NG, Table
from kits.console.stages import Stage
from kits.links.gateway import Everything, hosts_over, party
from kits.seat.seats import LAYOUTS, TABLE

WITHIN_S = 60.0


class FarTable(Table):
    """A table whose desk hears from the log a little later."""

    def until(self, holds):
        end_s = time.monotonic() + WITHIN_S
        while not holds():
            assert time.monotonic() < end_s, self.desk.view
            time.sleep(0.01)
            self.now_ms += 50
            self.desk.poll()

    def ok(self, command):
        self.until(lambda: type(command).__name__ in self.desk.view.may)
        super().ok(command)

    def settles(self, seat, **ways):
        number = self.view.round
        of_round = self.desk._core.book.rounds[number]
        self.until(lambda: seat in of_round.slips and of_round.decided)
        answer = super().settles(seat, number=number, **ways)
        self.until(lambda: not self.desk._core.book.unsettled(number))
        return answer


@pytest.fixture
def link(server):
    """Makes links to hosts over the server."""
    with hosts_over(
        (server.endpoint,), [TABLE], party(f"{TABLE}.console"), admission=Everything([TABLE])
    ) as hosts:
        yield lambda: hosts.link(timeout_ms=1_000)


@pytest.fixture
def log(link):
    return link()


@pytest.fixture
def table(tmp_path, log):
    table = FarTable(tmp_path, seats={"07": "A"}, log=log)
    table.start()
    yield table
    table.close()


@pytest.fixture
def etcd(server):
    """The host's own link, which may remove."""
    with closing(EtcdLog(EtcdConfig((server.endpoint,), timeout_ms=1_000))) as log:
        yield log


@pytest.fixture
def host(table, etcd):
    archive = Archive(table.folder / "host.db", TABLE)
    archiving = Archiving(etcd, open_book(archive, GAME, LAYOUTS, table.seats), archive)
    archiving.start(lambda: None)
    yield archiving
    archiving.close()
    archive.close()


def bets(table, number):
    found = table.log.read([f"{keys.slips(TABLE, '07')}{number}/"], 0, 100)
    return [entry.key for entry in found]


def test_that_a_round_that_a_spare_console_concluded_is_not_paid_by_hand(table, host):
    table.bring_to(Stage.ACTED, bets={"07": {"small": 1_000}})
    table.until(lambda: table.desk.view.exposure.staked == 1_000)
    table.desk.close()
    table.desk = spare = table.spare()
    table.ok(c.Interrupted(decided=True))
    table.ok(c.EnterResult(DICE))
    table.settles("07")
    table.ok(c.EndRound())
    table.bring_to(Phase.ENDED, bets={"07": {"small": 1_000}})

    def left():
        host.poll(table.now_ms)
        table.now_ms += REMOVE_MS
        return not bets(table, 1)

    table.until(left)
    spare.close()
    table._others.remove(spare)
    table.desk = None
    table.again()
    alerts = {alert.key: alert.values for alert in table.view.alerts}
    assert ("unsettled" in alerts, alerts["settled-elsewhere"]) == (False, {"rounds": "1"})
    table.until(lambda: "PayByHand" in table.desk.view.may)
    assert table.do(c.PayByHand("07", 1, NG)) == Refusal("settled-elsewhere", {"seat": "07"})
    assert not [record for record in table.written() if isinstance(record, r.PaidByHand)]


def test_that_no_table_is_taken_by_a_console_that_starts_while_the_log_is_silent(table, server, link):
    """It waits, looks again, and finds the other one at work."""
    far = link()
    far.last(keys.root(TABLE))
    server.pause()
    with pytest.raises((NoAnswer, Fenced)):  # a host may know the other one still
        table.spare(log=far)
    server.resume()
    with pytest.raises(Fenced, match="console 'console-1' is at work there"):
        starts(table, far)
    holds = [r.decode(entry.value).console for entry in table.log.read([keys.consoles(TABLE)], 0, 100)]
    assert holds == ["console-1"]


def starts(table, log):
    """Start as every caller does: again after each silence."""
    end_s = time.monotonic() + WITHIN_S
    while time.monotonic() < end_s:
        with suppress(NoAnswer):
            return table.spare(log=log)
    raise TimeoutError
