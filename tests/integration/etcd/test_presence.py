"""Presences that hosts hold in etcd go with their owners and come back with them."""

import subprocess
import sys
import time
from contextlib import ExitStack

import pytest

from kits.links.gateway import Everything, Rooted, hosts_over, party
from kits.links.heard import Heard

ROOT = "etg/12/"
OWNER = """
import sys
from kiosk.links.hosts.config import HostsConfig
from kiosk.links.hosts.log import HostLog
log = HostLog(HostsConfig((sys.argv[1],)))
log.stand(sys.argv[2], b"here")
sys.stdin.read()
"""


@pytest.fixture
def hosts():
    """Makes a host over a server; its ``link`` makes links to it."""
    with ExitStack() as stack:
        admission = Everything(["12"])
        yield lambda server: stack.enter_context(
            hosts_over((server.endpoint,), ["12"], party("12.console"), count=1, admission=admission)
        )


@pytest.fixture
def link(hosts):
    """Makes links, each to a host of its own."""
    return lambda server: Rooted(hosts(server).link(), ROOT)


def start_owner(endpoint, key):
    return subprocess.Popen([sys.executable, "-c", OWNER, endpoint, ROOT + key], stdin=subprocess.PIPE)


def kill(owner):
    owner.kill()
    owner.wait()
    owner.stdin.close()


def test_that_a_killed_owner_goes_by_itself_and_who_lives_stays(etcd_server, hosts, heard):
    host = hosts(etcd_server)
    log = Rooted(host.link(), ROOT)
    log.watch("present/", heard)
    log.stand("present/07", b"x")
    heard.until(lambda told: told == [("present/07", b"x")])
    owner = start_owner(host.endpoints[0], "present/08")
    heard.until(lambda told: told[1:] == [("present/08", b"here")])
    kill(owner)
    heard.until(lambda told: told[2:] == [("present/08", None)])


def test_that_after_an_outage_who_stands_is_seen_and_who_went_is_told(server, link, heard):
    log, other = link(server), link(server)
    staying = log.stand("present/07", b"old")
    going = other.stand("present/08", b"x")
    watcher = link(server)
    watcher.watch("present/", heard)
    heard.until(lambda told: len(told) == 2)
    server.kill()
    going.close()
    other.close()
    staying.show(b"new")
    server.start()
    heard.until(lambda told: ("present/07", b"new") in told and ("present/08", None) in told)
    assert [said for said in heard if said[0] == "present/07"][-1] == ("present/07", b"new")


def test_that_a_lease_that_the_log_has_lost_is_taken_anew(server, link, heard):
    from aetcd import rpc

    log = link(server)
    log.watch("present/", heard)
    log.stand("present/07", b"x")
    heard.until(lambda told: told == [("present/07", b"x")])
    with server.channel() as channel:
        leases = rpc.LeaseStub(channel)
        for lease in leases.LeaseLeases(rpc.LeaseLeasesRequest(), timeout=5).leases:
            leases.LeaseRevoke(rpc.LeaseRevokeRequest(ID=lease.ID), timeout=5)
    heard.until(lambda told: told[1:] == [("present/07", None), ("present/07", b"x")])


def test_that_a_presence_that_stands_alone_leaves_anothers_and_comes_when_it_has_gone(server, link, heard):
    first, second, met = link(server), link(server), Heard()
    first.watch("present/", heard)
    standing = first.stand("present/07", b"first", lambda _: None)
    heard.until(lambda told: told == [("present/07", b"first")])
    second.stand("present/07", b"second", met)
    met.until(lambda told: told[:2] == [b"first", b"first"])
    standing.show(b"first, changed")
    met.until(lambda told: told[-1] == b"first, changed")
    assert [value for _, value in heard] == [b"first", b"first, changed"], "never the second's meanwhile"
    standing.close()
    met.until(lambda told: told[-1] is None)
    heard.until(lambda told: [value for _, value in told[2:]] == [None, b"second"])


@pytest.mark.parametrize("turns", range(8))
def test_that_one_that_goes_at_the_moment_it_shows_something_is_gone(etcd_server, link, heard, turns):
    log = link(etcd_server)
    log.watch("present/", heard)
    standing = log.stand("present/07", b"old")
    heard.until(lambda told: told == [("present/07", b"old")])

    def close_after(more):
        if more:
            standing._loop.call_soon(close_after, more - 1)
        else:
            standing.close()

    def change_and_go():
        standing.show(b"new")
        close_after(turns)

    standing._loop.call_soon_threadsafe(change_and_go)
    heard.until(lambda told: told[-1] == ("present/07", None))


@pytest.mark.parametrize("later_ms", [0, 1, 2, 5, 10])
def test_that_who_goes_and_then_closes_the_link_is_gone_at_once(etcd_server, link, heard, later_ms):
    watcher, log = link(etcd_server), link(etcd_server)
    watcher.watch("present/", heard)
    standing = log.stand("present/07", b"x")
    heard.until(lambda told: told == [("present/07", b"x")])
    standing.close()
    time.sleep(later_ms / 1000)
    log.close()
    heard.until(lambda told: told[1:] == [("present/07", None)])
