"""Presences go with their owners and come back with them."""

import subprocess
import sys
import threading
import time

import pytest

from heard import Heard

OWNER = """
import sys
from kiosk.links.etcd import EtcdConfig, EtcdLog
log = EtcdLog(EtcdConfig((sys.argv[1],)))
log.stand(sys.argv[2], b"here")
sys.stdin.read()
"""


def start_owner(server, key):
    return subprocess.Popen([sys.executable, "-c", OWNER, server.endpoint, key], stdin=subprocess.PIPE)


def kill(owner):
    owner.kill()
    owner.wait()
    owner.stdin.close()


def test_that_a_killed_owner_goes_by_itself_and_who_lives_stays(etcd_server, link, heard):
    log = link(etcd_server, presence_seconds=2)  # shorter than the other's: it is renewed meanwhile
    log.watch("present/", heard)
    log.stand("present/07", b"x")
    heard.until(lambda told: told == [("present/07", b"x")])
    owner = start_owner(etcd_server, "present/08")
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
def test_that_one_that_goes_at_the_moment_it_shows_something_is_gone(server, link, heard, turns):
    log = link(server)
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


def told_when_it_stands_anew(standing, monkeypatch):
    """Set when it begins to stand once more: its renewal had no answer."""
    begun, stand = threading.Event(), standing._stand

    async def told():
        begun.set()
        await stand()

    monkeypatch.setattr(standing, "_stand", told)
    return begun


def test_that_one_that_stands_alone_takes_its_own_key_again_under_a_new_lease(
    server, link, heard, monkeypatch
):
    met = Heard()
    log = link(server, timeout_ms=300, presence_seconds=60)
    link(server).watch("present/", heard)
    standing = log.stand("present/07", b"old", met)
    heard.until(lambda told: told == [("present/07", b"old")])
    met.until(lambda told: told == [None])  # watchers may hear of the key before its owner has the answer
    missed = told_when_it_stands_anew(standing, monkeypatch)
    server.pause()
    assert missed.wait(Heard.SECONDS), "no renewal was missed"
    server.resume()
    met.until(lambda told: len(told) >= 2)
    assert len(standing._leases) >= 2, "the old lease was given up, though the server knows it still"
    standing.show(b"new")
    heard.until(lambda told: told[-1] == ("present/07", b"new"))
    assert set(met) == {None}, "its own key is no other's"


@pytest.mark.parametrize("later_ms", [0, 1, 2, 5, 10])
def test_that_who_goes_and_then_closes_the_link_is_gone_at_once(etcd_server, link, heard, later_ms):
    watcher, log = link(etcd_server), link(etcd_server, presence_seconds=60)
    watcher.watch("present/", heard)
    standing = log.stand("present/07", b"x")
    heard.until(lambda told: told == [("present/07", b"x")])
    standing.close()
    time.sleep(later_ms / 1000)
    log.close()
    heard.until(lambda told: told[1:] == [("present/07", None)])
