"""Seats through two hosts beside seats that speak to etcd themselves, in the same run: close, registrations, load."""

import contextlib
import math
import statistics
import subprocess
import time

import psutil
import pytest

from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.table import keys
from kiosk.table.log import Appended, Put
from kiosk.table.records import Barrier, BetsClosed, encode
from kits import program, surroundings
from kits.bench.figures import Times
from kits.bench.link_seats import TABLE
from kits.bench.process import Process
from kits.links.etcd import Certificates, EtcdServer

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1_200)]
PROCESSES, ROUNDS, HOSTS = 2, 12, 2


@pytest.fixture
def certificates(tmp_path):
    certificates = Certificates(tmp_path / "certificates")
    for name in ("seat", "host"):
        certificates.client(name)
    return certificates


@pytest.fixture
def server(in_memory, tmp_path, certificates):
    with EtcdServer(tmp_path, tls=certificates) as server:
        yield server


@contextlib.contextmanager
def hosts(server, folder):
    """Two hosts in processes of their own; their ports and process ids."""
    made = [
        subprocess.Popen(
            program("kits.bench.gateway_host", server.endpoint, folder, TABLE),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=surroundings(),
        )
        for _ in range(HOSTS)
    ]
    try:
        yield [int(host.stdout.readline()) for host in made], [host.pid for host in made]
    finally:
        for host in made:
            host.stdin.close()
            host.wait(30)
            host.stdout.close()


def cpu(*pids):
    return sum(sum(psutil.Process(pid).cpu_times()[:2]) for pid in pids)


def rank(values, share):
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


class Figures:
    def __init__(self):
        self.shown, self.rates, self.etcd, self.hosts = [], [], [], []

    def words(self):
        return (
            f"close shown p50 {rank(self.shown, 0.5):.0f}, p99 {rank(self.shown, 0.99):.0f} ms; "
            f"{statistics.median(self.rates):.0f} registrations a second; etcd {statistics.median(self.etcd):.0f} ms "
            f"of a core a round, hosts {statistics.median(self.hosts):.0f} ms"
        )


def measured(way, server, endpoints, folder, count, pids, first_round):
    each = count // PROCESSES
    made = [
        Process("kits.bench.link_seats", way, ",".join(endpoints), folder, n * each, each)
        for n in range(PROCESSES)
    ]
    found = Figures()
    console = EtcdLog(
        EtcdConfig((server.endpoint,), folder / "ca.crt", folder / "seat.crt", folder / "seat.key")
    )
    try:
        for process in made:
            process.wait("ready")
        for number in range(first_round, first_round + ROUNDS):
            etcd, host = cpu(server.pid), cpu(*pids)
            began = time.monotonic()
            for process in made:
                process.tell(f"bet {number}")
            last = max(process.wait("registered")["last"] for process in made)
            found.rates.append(count / (last - began))
            puts = [
                Put(keys.round_event(TABLE, number, 2), encode(BetsClosed(round=number))),
                Put(keys.closed(TABLE, number), encode(Barrier(round=number))),
            ]
            assert isinstance(console.append(puts), Appended)
            closed = time.monotonic()
            shown = [at for process in made for at in process.wait("closed")["shown"]]
            found.shown.append((max(shown) - closed) * 1000)
            found.etcd.append((cpu(server.pid) - etcd) * 1000)
            found.hosts.append((cpu(*pids) - host) * 1000)
    finally:
        console.close()
        for process in made:
            process.close()
    for figures in (found.shown, found.rates, found.etcd, found.hosts):
        del figures[0]  # the first calls open connections
    return found


@pytest.mark.parametrize("count", [24, 100, 500])
def test_what_hosts_take_from_etcd(server, certificates, count, say, figure):
    folder = certificates.ca.parent
    for number in range(count):
        certificates.client(f"{TABLE}.seat.{number:03}")
    direct = measured("direct", server, [server.endpoint], folder, count, [], 1)
    server.delete_all()
    with hosts(server, folder) as (ports, pids):
        through = measured(
            "hosts", server, [f"127.0.0.1:{port}" for port in ports], folder, count, pids, ROUNDS + 1
        )
    say(f"{count} seats, each with a link of its own, straight to etcd: {direct.words()}")
    say(f"{count} seats through {HOSTS} hosts: {through.words()}")
    say(
        f"through hosts beside straight: close {rank(through.shown, 0.5) / rank(direct.shown, 0.5):.2f} of the time, "
        f"registrations {statistics.median(through.rates) / statistics.median(direct.rates):.2f} times as many, etcd "
        f"{statistics.median(through.etcd) / statistics.median(direct.etcd):.2f} of its load"
    )
    each, once = (sum(found.etcd) / len(found.etcd) for found in (through, direct))
    hosts_each = sum(through.hosts) / len(through.hosts)
    figure(f"hosts: etcd's round of {count} seats, beside seats straight at it", each, once, Times(1), "ms")
    figure(
        f"hosts: etcd and hosts, {count} seats, beside seats straight at it",
        each + hosts_each,
        once,
        Times(3),
        "ms",
    )
