"""A whole pit as processes over one provided server, and a look into its log, for tests."""

import json

from kiosk.app.config import read_admin_file
from kiosk.links.etcd.log import EtcdLog
from kiosk.table import keys
from kiosk.table.history import life_in
from kiosk.table.records import decode
from kits.app.parties import until
from kits.ops.provision import PIN, SEATS, TABLE

CONSOLE = ("--headless", "--auto", "--speed", "40")


class Pit:
    """A console, a host and the seats as processes, and a look into their log."""

    def __init__(self, table, kiosk, folder):
        self.table, self.kiosk = table, kiosk
        self.server = table.servers[0]
        self.reports = {name: folder / f"{name}.jsonl" for name in SEATS}
        self.log = EtcdLog(read_admin_file(table.config("admin")).log.etcd())
        self.console = self.host = None
        self.seats = {}

    def deal(self):
        self.console = self.kiosk("console", "--config", self.table.console, *CONSOLE)
        self.console.says("is at work at table 12")

    def serve(self):
        """The host, which consoles can reach; whether it archives depends on the log."""
        self.host = self.kiosk("host", "--config", self.table.host)
        self.host.says("serves seats, consoles and cashiers")

    def archive(self):
        self.serve()
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

    def runs(self, name):
        """True; a seat that has ended says why."""
        seat = self.seats[name]
        assert seat.process.poll() is None, f"seat {name} ended with {seat.ends()}: {seat.err}"
        return True

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
