"""Presences go with their owners and come back with them."""

import subprocess
import sys

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
