"""What did not stay in the log as it was written is told, and nothing else."""

import queue

import pytest

from kiosk.table.log import Put


def test_that_a_record_written_over_or_removed_is_told(etcd_server, link, heard, warnings_logged):
    log = link(etcd_server)
    told = queue.Queue()
    log.follow(["a/"], 0, heard)
    log.append([Put("a/1", b"first"), Put("a/2", b"second")])
    heard.until_key("a/2")
    feed = log.changes("a/", lambda key, removed: told.put((key, removed)))
    assert _written_over_until_told(etcd_server, told) == {("a/1", False)}
    log.append([Put("a/3", b"third")])
    log.delete(["a/2"])
    assert told.get(timeout=30) == ("a/2", True), "a new record is not told"
    heard.until_key("a/3")
    assert [entry.value for entry in heard] == [b"first", b"second", b"third"]
    feed.close()
    log.delete(["a/3"])
    log.append([Put("a/4", b"fourth")])
    heard.until_key("a/4")
    assert told.empty()
    warnings_logged.clear()  # the reader says it too


def _written_over_until_told(server, told):
    """The watch begins by itself, soon: it is written over until it is told."""
    found = set()
    for _ in range(50):
        server.put("a/1", b"forged")
        try:
            found.add(told.get(timeout=0.2))
        except queue.Empty:
            continue
        while True:  # those that were written meanwhile
            try:
                found.add(told.get(timeout=0.2))
            except queue.Empty:
                return found
    pytest.fail("nothing was told")
