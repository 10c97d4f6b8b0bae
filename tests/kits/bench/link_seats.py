"""Many seats of one table in one process, each with a link of its own, as `test_gateway_load.py` starts it.

Arguments: ``direct`` or ``hosts``, the endpoints, the folder of certificates, the first seat, how many. Commands come
on the standard input, one a line: ``bet ROUND``, ``end``; answers go to the standard output as JSON, times in seconds
of the machine's monotonic clock.
"""

import gc
import json
import sys
import threading
import time
from pathlib import Path

from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.links.hosts.config import HostsConfig
from kiosk.links.hosts.log import HostLog
from kiosk.table import keys
from kiosk.table.head import Head
from kiosk.table.log import Appended, Put
from kiosk.table.records import Slip, encode

TABLE = "load"


def say(**what):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class Worker:
    def __init__(self, way, endpoints, folder, first, count):
        self.names = [f"{number:03}" for number in range(first, first + count)]
        self.links = [self._link(way, tuple(endpoints.split(",")), folder, name) for name in self.names]
        self._lock = threading.Lock()
        self._up, self._shown, self._registered = 0, {}, {}

    def _link(self, way, endpoints, folder, name):
        files = (folder / "ca.crt", folder / "seat.crt", folder / "seat.key")
        if way == "direct":
            return EtcdLog(EtcdConfig(endpoints, *files, timeout_ms=20_000))
        pair = f"{TABLE}.seat.{name}"
        files = (folder / "ca.crt", folder / f"{pair}.crt", folder / f"{pair}.key")
        self._heads = getattr(self, "_heads", {}) | {name: 0}

        def head():
            self._heads[name] += 1
            return Head(self._heads[name], f"{self._heads[name]:064x}", 0)

        return HostLog(HostsConfig(endpoints, *files, timeout_ms=20_000), head=head)

    def run(self):
        for name, link in zip(self.names, self.links, strict=True):
            link.follow([keys.rounds(TABLE), keys.slips(TABLE, name)], 0, self._heard, self._linked)
        gc.collect()
        gc.freeze()
        for line in sys.stdin:
            command, _, number = line.strip().partition(" ")
            if command == "end":
                break
            self._bet(int(number))
        for link in self.links:
            link.close()

    def _linked(self, up):
        with self._lock:
            self._up += up
            if self._up == len(self.names):
                self._up = -(10**9)
                say(ready=len(self.names))

    def _heard(self, entry):
        parts = entry.key.split("/")
        if parts[2] != "round" or parts[4] != "2":
            return
        at = time.monotonic()
        with self._lock:
            shown = self._shown.setdefault(int(parts[3]), [])
            shown.append(at)
            if len(shown) == len(self.names):
                say(closed=int(parts[3]), shown=shown)

    def _bet(self, number):
        for name, link in zip(self.names, self.links, strict=True):
            slip = Slip(seat=name, round=number, rev=1, layout="B", stakes={"small": 500, "odd": 500})
            put = Put(keys.slip(TABLE, name, number, 1), encode(slip))
            link.send([put], [keys.closed(TABLE, number)], lambda answer: self._answered(number, answer))

    def _answered(self, number, answer):
        at = time.monotonic()
        assert isinstance(answer, Appended), answer
        with self._lock:
            times = self._registered.setdefault(number, [])
            times.append(at)
            if len(times) == len(self.names):
                say(registered=number, last=max(times))


if __name__ == "__main__":
    Worker(sys.argv[1], sys.argv[2], Path(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5])).run()
