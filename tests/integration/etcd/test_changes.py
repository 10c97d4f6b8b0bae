"""What did not stay in the log as it was written is told, and nothing else."""

import queue
from contextlib import suppress

import pytest

from kiosk.table.log import Put
from kits.links.gateway import Everything, hosts_over, party

WITHIN_S = 60


@pytest.fixture
def follower(etcd_server):
    """A link to a host over the server."""
    with hosts_over(
        (etcd_server.endpoint,), ["12"], party("12.console"), admission=Everything(["12"])
    ) as hosts:
        yield hosts.link()


def test_that_a_record_written_over_or_removed_is_told(etcd_server, link, follower, heard, warnings_logged):
    log = link(etcd_server)
    told = queue.Queue()
    log.follow(["etg/12/a/"], 0, heard)
    log.append([Put("etg/12/a/1", b"first"), Put("etg/12/a/2", b"second")])
    heard.until_key("etg/12/a/2")
    feed = follower.changes("etg/12/a/", lambda key, removed: told.put((key, removed)))
    _written_over_until_told(etcd_server, told)
    log.append([Put("etg/12/a/3", b"third")])
    log.delete(["etg/12/a/2"])
    before = list(iter(lambda: told.get(timeout=WITHIN_S), ("etg/12/a/2", True)))
    assert set(before) <= {("etg/12/a/1", False)}, "a new record is not told"
    heard.until_key("etg/12/a/3")
    assert [entry.value for entry in heard] == [b"first", b"second", b"third"]
    feed.close()
    log.delete(["etg/12/a/3"])
    log.append([Put("etg/12/a/4", b"fourth")])
    heard.until_key("etg/12/a/4")
    assert told.empty()
    warnings_logged.clear()  # the reader says it too


def _written_over_until_told(server, told):
    """The watch begins by itself, soon: it is written over until it is told."""
    for _ in range(WITHIN_S * 5):
        server.put("etg/12/a/1", b"forged")
        with suppress(queue.Empty):
            assert told.get(timeout=0.2) == ("etg/12/a/1", False)
            return
    pytest.fail("nothing was told")
