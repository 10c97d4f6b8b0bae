"""The desk over a real server: rounds, presences by lease, take-over on purpose, and an outage in the middle."""

import threading
import time
from contextlib import closing

import pytest

from kiosk.book.archive import Archive, open_book
from kiosk.console import commands as c
from kiosk.console.archiving import Archiving
from kiosk.console.service import Fenced, TableService, TableSettings
from kiosk.console.view import Next, Presence
from kiosk.games.sicbo import GAME
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.table import keys
from kiosk.table.log import NoAnswer
from kiosk.table.round import Phase
from kits.console.desk import DICE, LIMITS, NG, SEATS, Table, signs_on
from kits.links.gateway import Everything, hosts_over, party
from kits.seat.seats import LAYOUTS, TABLE

WITHIN_S = 60.0


class FarTable(Table):
    """A table whose desk hears from the log and the presences a little later."""

    def until(self, holds, desk=None):
        """Poll the desk until ``holds(view)``; answers the view."""
        desk = desk or self.desk
        woken = threading.Event()
        desk.on_woken(woken.set)
        end_s = time.monotonic() + WITHIN_S
        while True:
            woken.clear()
            desk.poll()
            if holds(desk.view):
                return desk.view
            assert time.monotonic() < end_s, desk.view
            woken.wait(0.05)
            self.now_ms += 50

    def start(self, dealer="Mia", **ways):
        """See `Table`. What was signed and written is there a little later, too."""
        super().start("", **ways)
        if dealer:
            self.ok(signs_on(dealer))
            view = self.until(lambda view: {"OpenTable", "OpenBets"} & set(view.may) or view.round)
            if "OpenTable" in view.may:
                self.ok(c.OpenTable(NG))
        return self.desk

    def settles(self, seat, number=None, **ways):
        """See `Table`. Once the console has read what is to be paid: it tells no decision before."""
        number = number or self.view.round
        self.until(lambda _: self.desk._core.book.rounds[number].decisions > 0)
        return super().settles(seat, number, **ways)

    def ok(self, command):
        self.until(lambda view: type(command).__name__ in view.may)
        super().ok(command)


@pytest.fixture
def link(etcd_server):
    """Makes links to hosts over the server."""
    with hosts_over(
        (etcd_server.endpoint,), [TABLE], party(f"{TABLE}.console"), admission=Everything([TABLE])
    ) as hosts:
        yield lambda: hosts.link(timeout_ms=1_000)


@pytest.fixture
def etcd(etcd_server):
    """The host's own link, which may remove."""
    with closing(EtcdLog(EtcdConfig((etcd_server.endpoint,), timeout_ms=1_000))) as log:
        yield log


@pytest.fixture
def table(tmp_path, link):
    table = FarTable(tmp_path, log=link())
    table.start()
    yield table
    table.close()


@pytest.mark.rule("sicbo:1.8", "sicbo:3.5")
def test_that_a_round_is_played_with_a_seat_that_comes_and_goes(table):
    table.comes("07")
    table.until(lambda view: view.seats[0].presence is Presence.PRESENT)
    table.ok(c.OpenBets())
    table.bet("07", number=1, small=500)
    table.until(lambda view: view.exposure.staked == 500)
    table.ok(c.CloseBets())
    table.until(lambda view: view.waits_for == ("07",))
    table.shows_close("07", number=1)
    for command in (c.StartAct(), c.EndAct(3), c.EnterResult(DICE)):
        table.ok(command)
    assert table.until(lambda view: view.seats[0].due == 1_000).waits_for == ("07",)
    table.settles("07", number=1)
    table.ok(c.EndRound())
    table.goes("07")
    view = table.until(lambda view: view.seats[0].presence is Presence.SILENT)
    assert (view.phase, view.totals.turnover, view.totals.paid) == (Phase.ENDED, 500, 1_000)


def test_that_a_second_console_is_refused_and_takes_over_only_on_purpose(table, link):
    table.ok(c.OpenBets())
    table.log_of_spare = link()
    with pytest.raises(Fenced, match="console 'console-1' is at work there"):
        table.spare(log=table.log_of_spare)
    spare = table.spare(log=table.log_of_spare, take_over=True)
    assert (spare.view.round, spare.view.phase) == (1, Phase.BETTING)
    assert table.until(lambda view: view.next is Next.TAKE_OVER).may == {
        "SignOff",
        "ChangeStaff",
        "TakeOver",
    }
    table.until(lambda view: "CloseBets" in view.may, spare)
    assert spare.do(c.CloseBets()) is None
    table.until(lambda view: view.phase is Phase.CLOSED)


def test_that_the_desk_waits_through_an_outage_and_what_was_asked_stands_once(table, etcd_server):
    table.ok(c.OpenBets())
    etcd_server.pause()
    try:
        assert table.do(c.CloseBets()) is None
        view = table.until(lambda view: "log-gone" in [alert.key for alert in view.alerts])
        assert view.next is Next.WAIT
    finally:
        etcd_server.resume()
    table.until(lambda view: view.phase is Phase.CLOSED and view.next is Next.START_ACT)
    assert table.names() == ["RoundOpened", "BetsClosed"]


@pytest.mark.parametrize("names", [("console-1", "console-2"), ("console-1", "console-1")])
def test_that_of_two_consoles_that_start_at_once_one_gets_the_table_and_deals(link, names):
    begins, got, refused = threading.Barrier(2), [], []

    def start(name, instance):
        settings = TableSettings(TABLE, name, GAME, LAYOUTS["A"], LIMITS, SEATS, LAYOUTS)
        log = logs[instance]
        begins.wait(60)
        while True:
            try:
                got.append(TableService(log, settings, log, instance=instance))
            except NoAnswer:  # the caller waits and looks again
                continue
            except Fenced as fenced:
                refused.append(fenced)
            return

    logs = {instance: link() for instance in ("b", "a")}
    threads = [threading.Thread(target=start, args=way) for way in zip(names, logs, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert (len(got), len(refused)) == (1, 1), refused
    got[0].open_round(36_000, "2026-01-31T12:00:00Z")
    got[0].close_service()


def test_that_a_slip_that_is_written_over_is_said_to_the_dealer(table, etcd_server, warnings_logged):
    table.desk.close()
    table.start(changes=table.log)
    table.ok(c.OpenBets())
    table.bet("07", number=1, small=500)
    table.until(lambda view: view.exposure.staked == 500)
    etcd_server.put(keys.slip(TABLE, "07", 1, 1), b"x")
    view = table.until(lambda view: "tampered" in [alert.key for alert in view.alerts])
    assert view.exposure.staked == 500, "the first one counts"
    table.desk.close()  # it reads the log's end once more
    table.desk = None
    warnings_logged.clear()  # each reader says it too


def test_that_what_the_host_removes_is_no_alarm(table, etcd, etcd_server, tmp_path, warnings_logged):
    table.desk.close()
    table.start(changes=table.log)
    archive = Archive(tmp_path / "host.db", TABLE)
    host = Archiving(etcd, open_book(archive, GAME, LAYOUTS, SEATS), archive)
    host.start(lambda: None)
    for number in (1, 2, 3):
        table.ok(c.OpenBets())
        for seat in ("07", "08"):
            table.bet(seat, number=number, small=500)
        table.ok(c.CloseBets())
        table.shows_close("07", "08", number=number)
        for command in (c.StartAct(), c.EndAct(3), c.EnterResult(DICE)):
            table.ok(command)
        for seat in ("07", "08"):
            table.settles(seat, number=number)
        table.ok(c.EndRound())

    def tampered(view):
        return [alert.values for alert in view.alerts if alert.key == "tampered"]

    def first_is_told(view):
        etcd_server.put(keys.slip(TABLE, "07", 3, 1), b"x")  # again: the console may not hear of changes yet
        return tampered(view)

    def removed(_view):
        host.poll(table.now_ms)
        return host.done.removed > 0

    table.until(first_is_told)
    table.until(removed)
    etcd_server.put(keys.slip(TABLE, "08", 3, 1), b"x")  # told after what was removed before
    view = table.until(lambda view: len(tampered(view)) > 1)
    assert tampered(view) == [{"seat": "07", "round": 3}, {"seat": "08", "round": 3}]
    table.desk.close()
    table.desk = None
    host.close()
    archive.close()
    warnings_logged.clear()
