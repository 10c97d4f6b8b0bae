"""A whole pit whose log is put back to a backup that is some rounds old: nobody plays on before staff release it."""

import json
from contextlib import ExitStack, closing

import pytest

from kiosk.bootstrap.config import read_console_file, read_seat_file
from kiosk.bootstrap.machine import Seat, place_of, read_rules
from kiosk.bootstrap.networked import NetworkTable
from kiosk.bootstrap.simulated import SimulatedSeat
from kiosk.bootstrap.state_dir import StateDir
from kiosk.links.etcd import EtcdLog
from kiosk.seat import events as e
from kiosk.seat.state import LockKind, lock_of
from kiosk.table import keys
from kiosk.table.history import life_in
from kiosk.table.records import decode
from network_kit import until
from provision_kit import PIN, SEATS, SUPERVISOR, TABLE, provisioned

CONSOLE = ("--headless", "--auto", "--speed", "20")


@pytest.fixture
def table(tmp_path):
    with provisioned(tmp_path / "table") as found:
        yield found


class Pit:
    """A console, a host and the seats as processes, and a look into their log."""

    def __init__(self, table, kiosk, folder):
        self.table, self.kiosk = table, kiosk
        self.server = table.servers[0]
        self.reports = {name: folder / f"{name}.jsonl" for name in SEATS}
        self.log = EtcdLog(read_console_file(table.console).log.etcd())
        self.console = self.host = None
        self.seats = {}

    def deal(self):
        self.console = self.kiosk("console", "--config", self.table.console, *CONSOLE)
        self.console.says("is at work at table 12")

    def archive(self):
        self.host = self.kiosk("host", "--config", self.table.host)
        self.host.says("archives table 12")

    def sit(self):
        for name, report in self.reports.items():
            words = ("--headless", "--bot", "--seed", name, "--report", report)
            self.seats[name] = self.kiosk("terminal", "--config", self.table.seat(name), *words)

    def rounds(self, name):
        report = self.reports[name]
        lines = [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []
        return max((line["round"] for line in lines if line["kind"] in ("round", "void")), default=0)

    def play(self, more):
        begin = {name: self.rounds(name) for name in SEATS}
        until(lambda: all(self.rounds(name) >= begin[name] + more for name in SEATS), f"{more} rounds")

    def newest_round(self):
        newest = self.log.last(keys.rounds(TABLE))
        return life_in(newest).round if life_in(newest) else keys.round_in(newest.key)

    def locks(self, name):
        with self.server.channel() as channel:
            from aetcd import rpc

            request = rpc.RangeRequest(key=keys.present(TABLE, name).encode())
            found = rpc.KVStub(channel).Range(request, timeout=5).kvs
        return decode(found[0].value).locks if found else ()

    def busy(self, writes):
        with self.server.channel() as channel:
            from aetcd import rpc

            for n in range(writes):
                put = rpc.PutRequest(key=b"somebody/else", value=b"%d" % n)
                rpc.KVStub(channel).Put(put, timeout=5)

    def release(self, *words, pin=PIN):
        found = self.kiosk("console", "--config", self.table.console, "--release-log", *words, pin=pin)
        return found.ends(), found

    def release_host(self, *words):
        found = self.kiosk("host", "--config", self.table.host, "--release-log", *words)
        return found.ends(), found


@pytest.fixture
def pit(table, kiosk, tmp_path):
    made = Pit(table, kiosk, tmp_path)
    yield made
    made.log.close()


def test_that_an_older_log_stops_the_pit_until_it_is_released_by_name(pit):
    pit.deal()
    pit.archive()
    pit.sit()
    pit.play(2)
    copy = pit.server.back_up()
    ended = pit.server.revision()
    pit.play(2)
    played = pit.newest_round()
    pit.server.put_back(copy)
    pit.busy(pit.server.revision() - ended + 300)  # busier than before: every number was reached again
    until(lambda: all("older-copy" in pit.locks(name) for name in SEATS), "the locks")
    restored = pit.newest_round()
    assert restored < played
    assert pit.console.process.poll() is None
    assert pit.seats["07"].process.poll() is None

    # Neither starts anew with it, and a release is refused without name, reason, PIN, or before the console's.
    assert pit.console.tell() == 0
    assert pit.host.tell() == 0
    again = pit.kiosk("console", "--config", pit.table.console, *CONSOLE)
    assert again.ends() == 2
    assert "missing: it ends with round" in again.err
    host = pit.kiosk("host", "--config", pit.table.host)
    assert host.ends() == 2
    assert "is another log, or an older copy" in host.err
    who, why = ("--as", SUPERVISOR), ("--reason", "the disk burnt")
    assert pit.release(*why)[0] == 2
    assert pit.release(*who)[0] == 2
    assert pit.release(*who, "--reason", " ")[0] == 2
    assert pit.release(*who, *why, pin="000000")[0] == 1
    assert pit.release_host(*who, *why)[0] == 2
    assert pit.newest_round() == restored

    status, released = pit.release(*who, *why)
    assert status == 0, released.err
    assert "life 2 of the log of table 12 begins" in released.out
    assert pit.release(*who, *why)[1].out.startswith("the table log is the one")
    assert pit.release_host(*who, *why)[0] == 0
    life = life_in(pit.log.last(keys.lives(TABLE)))
    assert (life.life, life.by, life.reason) == (2, SUPERVISOR, "the disk burnt")
    assert life.round >= played

    pit.deal()
    pit.archive()
    until(lambda: pit.newest_round() > life.round, "a round above all that were played")
    for name in SEATS:  # they have seen more, and nobody has released them
        assert "older-copy" in pit.locks(name)
    assert pit.seats["07"].tell() == 0
    _released_by_hand(pit.table.seat("07"), above=life.round)


def _released_by_hand(config, above):
    """The seat as a supervisor finds it: locked at its start, released, playing on."""
    file = read_seat_file(config)
    rules = read_rules(file.layout)
    state = StateDir(file.state)
    with ExitStack() as stack:
        state.hold()
        stack.callback(state.release)
        seat = Seat(state, rules, lambda _: None, place_of(file, rules))
        table = NetworkTable(seat, file.log)
        stack.callback(table.close)
        play = SimulatedSeat(
            seat,
            table.log,
            table.sender,
            showing=table.showing,
            registrar=table.registrar,
            memory=table.memory,
        )
        stack.enter_context(closing(play))
        play.start()

        def polled(said):
            play.poll(0)
            return said(play.state)

        until(lambda: polled(lambda found: found.other_log and found.other_log.life_seq), "the lock")
        assert lock_of(play.state, LockKind.OLDER_COPY) is not None
        assert not play.state.link
        play._deliver(e.LogReleased("Boss", "looked through"))
        until(lambda: polled(lambda found: found.link and found.table.number > above), "the next round")
        assert lock_of(play.state, LockKind.OLDER_COPY) is None
        assert play.state.balances.escrow == 0
        kinds = [event.kind for event in play.seat.store.events(100)]
        assert {"log-older", "log-released"} <= set(kinds)
