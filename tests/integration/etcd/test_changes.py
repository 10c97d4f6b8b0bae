"""What did not stay in the log as it was written is told, and nothing else."""

import queue
from contextlib import suppress

import pytest

from kiosk.table.log import Put
from kits.links.gateway import Everything, hosts_over, party
from kits.links.heard import Heard

WITHIN_S = 60


@pytest.fixture
def follower(etcd_server):
    """A link to a host over the server."""
    with hosts_over(
        (etcd_server.endpoint,), ["12"], party("12.console"), admission=Everything(["12"])
    ) as hosts:
        yield hosts.link()


def test_that_a_record_written_over_or_removed_is_told(etcd_server, link, follower, heard, warnings_logged):
    log, at_host = link(etcd_server), Heard()
    told = queue.Queue()
    log.follow(["etg/12/a/"], 0, heard)
    follower.follow(["etg/12/a/"], 0, at_host)
    log.append([Put("etg/12/a/1", b"first"), Put("etg/12/a/2", b"second")])
    feed = follower.changes("etg/12/", lambda key, removed: told.put((key, removed)))
    probes = _until_told(log, told)
    etcd_server.put("etg/12/a/1", b"forged")
    log.append([Put("etg/12/a/3", b"third")])
    log.delete(["etg/12/a/2"])
    found = [
        one for one in iter(lambda: told.get(timeout=WITHIN_S), ("etg/12/a/2", True)) if one not in probes
    ]
    assert found == [("etg/12/a/1", False)], "a new record is not told"
    heard.until_key("etg/12/a/3")
    assert [entry.value for entry in heard] == [b"first", b"second", b"third"]
    feed.close()
    log.delete(["etg/12/a/3"])
    log.append([Put("etg/12/a/4", b"fourth")])
    for reader in (heard, at_host):
        reader.until_key("etg/12/a/4")
    assert told.empty()
    warnings_logged.clear()  # the readers say it too


def _until_told(log, told):
    """The watch begins by itself, soon: records are removed until one is told. All that may be told of them."""
    probes = set()
    for n in range(WITHIN_S * 5):
        key = f"etg/12/b/{n}"
        probes.add((key, True))
        log.append([Put(key, b"probe")])
        log.delete([key])
        with suppress(queue.Empty):
            assert told.get(timeout=0.2) in probes
            return probes
    pytest.fail("nothing was told")
