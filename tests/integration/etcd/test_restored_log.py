"""A log that was put back from a backup: whoever has read more takes nothing of it and writes nothing into it."""

import shutil
import time

import pytest

from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.table import keys
from kiosk.table.history import Memory, remembering
from kiosk.table.log import Appended, NoAnswer, OtherHistory, Put
from kiosk.table.records import LogLife, encode
from kits.links.etcd import EtcdCluster, EtcdServer, free_port

TABLE = "12"
PATIENCE_S = 60


class Reader:
    """Follows a table and remembers what it has read, unless it is told to forget."""

    def __init__(self, *endpoints, remembers=True):
        self.bugs = []
        self.log = EtcdLog(EtcdConfig(endpoints), self.bugs.append)
        self.entries, self.links, self.others = [], [], []
        self.memory = remembering(TABLE, Memory(who="the reader"), self.others.append)
        if remembers:
            self.log.remember(self.memory)
        self.log.follow([keys.root(TABLE)], 0, self.entries.append, self.links.append)

    def until(self, said):
        end = time.monotonic() + PATIENCE_S
        while not (found := said()):
            assert time.monotonic() < end, (self.log.silence, self.links, self.bugs)
            assert self.bugs == []
            time.sleep(0.02)
        return found

    def reads(self, key):
        self.until(lambda: any(entry.key == key for entry in self.entries))

    @property
    def other(self):
        return self.others[-1] if self.others else None


def event(number, n=1):
    return keys.round_event(TABLE, number, n)


def write(log, *written, value=b"x"):
    for key in written:
        assert isinstance(log.append([Put(key, value)]), Appended)


@pytest.fixture
def server(tmp_path):
    with EtcdServer(tmp_path) as started:
        yield started


@pytest.fixture
def links():
    made = []

    def link(*endpoints, **more):
        made.append(Reader(*endpoints, **more))
        return made[-1]

    yield link
    for reader in made:
        reader.log.close()


@pytest.fixture
def other_link():
    made = []

    def link(*endpoints):
        made.append(EtcdLog(EtcdConfig(endpoints)))
        return made[-1]

    yield link
    for log in made:
        log.close()


@pytest.mark.parametrize("busy", [0, 40], ids=["still behind", "busier than before"])
@pytest.mark.parametrize("remembers", [True, False], ids=["a table", "any records"])
def test_that_a_reader_takes_nothing_of_an_older_log(server, links, other_link, busy, remembers):
    reader = links(server.endpoint, remembers=remembers)
    write(reader.log, event(1), event(2))
    copy = server.back_up()
    write(reader.log, event(3), event(4), value=b"really")
    reader.reads(event(4))
    server.put_back(copy)
    other = other_link(server.endpoint)
    write(other, event(3), value=b"another history")
    for n in range(busy):
        other.append([Put(f"presence/{n}", b"x")])
    reader.until(lambda: "another one, or an older copy" in reader.log.silence)
    write(other, event(5))
    heard = len(reader.entries)
    if remembers:
        with pytest.raises(NoAnswer):
            reader.log.append([Put(event(9), b"x")])
    reader.until(lambda: reader.links[-1] is False)
    assert len(reader.entries) == heard
    assert [entry.key for entry in other.read([event(9)], 0, 9)] == []
    if remembers:
        assert reader.other.missing == (event(4), event(3))
        assert "the reader has read to" in reader.other.what


def test_that_the_right_log_is_taken_again_when_it_is_back(server, links):
    reader = links(server.endpoint)
    write(reader.log, event(1))
    old = server.back_up()
    write(reader.log, event(2))
    reader.reads(event(2))
    new = server.back_up()
    server.put_back(old)
    reader.until(lambda: reader.other is not None)
    assert "round 2 of the table missing: it ends with round 1" in reader.other.what
    server.put_back(new)
    reader.until(lambda: reader.other is None and reader.links[-1])
    write(reader.log, event(3))
    reader.reads(event(3))


def test_that_nothing_is_written_into_an_older_log_before_the_reader_has_noticed(server, links):
    """A write that was on its way, a swapped cell and a removal: each says in its own step what must stand."""
    reader = links(server.endpoint)
    write(reader.log, event(1))
    copy = server.back_up()
    write(reader.log, event(2))
    reader.reads(event(2))
    memory = reader.memory.memory
    server.put_back(copy)
    late = EtcdLog(EtcdConfig((server.endpoint,)))
    try:
        late.remember(remembering(TABLE, memory))
        with pytest.raises(OtherHistory):
            late.append([Put("etg/12/seat/01/slip/2/1", b"x")])
        with pytest.raises(OtherHistory):
            Cells(late).swap({"etg-house/tickets/1": 0}, [Put("etg-house/tickets/1", b"paid")])
        with pytest.raises(OtherHistory):
            late.delete([event(1)])
        assert late.compare(remembering(TABLE, memory)).missing == (event(2),)
        assert [entry.key for entry in late.read(["etg"], 0, 9)] == [event(1)]
    finally:
        late.close()


def test_that_bets_that_left_the_log_are_not_missed(server, links):
    reader = links(server.endpoint)
    slip = keys.slip(TABLE, "01", 1, 1)
    write(reader.log, event(1), slip, event(2))
    reader.reads(event(2))
    server.stop()
    reader.until(lambda: reader.links[-1] is False)
    server.start()
    reader.log.delete([slip])
    reader.until(lambda: reader.links[-1])
    server.stop()
    reader.until(lambda: reader.links[-1] is False)
    server.start()
    reader.until(lambda: reader.links[-1])
    assert reader.others == []


def test_that_another_cluster_is_refused_until_staff_have_let_it_begin(server, links, tmp_path):
    """The same content on servers of another identity: what else is older no reader of the table can see."""
    reader = links(server.endpoint)
    log, _ = reader.log.identity()
    first = encode(LogLife(life=1, log=log))
    write(reader.log, keys.life(TABLE, 1), value=first)
    write(reader.log, event(1))
    reader.reads(event(1))
    with EtcdServer(tmp_path, name="moved") as moved:
        stranger = EtcdLog(EtcdConfig((moved.endpoint,)))
        try:
            write(stranger, keys.life(TABLE, 1), value=first)
            write(stranger, event(1))
            now, ends = stranger.identity()
            assert now != log
            assert ends == reader.entries[-1].seq
            remembers = links(moved.endpoint)
            remembers.memory.memory = reader.memory.memory
            newborn = links(moved.endpoint)
            for refused in (remembers, newborn):
                refused.until(lambda refused=refused: refused.other is not None)
                assert f"{now} in place of {log}" in refused.other.what
                assert refused.entries == []
            released = LogLife(life=2, log=now, by="Boss", reason="moved", until=ends, round=1)
            write(stranger, keys.life(TABLE, 2), value=encode(released))
            for taken in (remembers, newborn):
                taken.until(lambda taken=taken: taken.links and taken.links[-1])
                assert taken.other is None
        finally:
            stranger.close()


def test_that_one_member_that_went_its_own_way_is_not_asked(tmp_path, links):
    with EtcdCluster(tmp_path) as cluster:
        reader = links(*cluster.endpoints)
        write(reader.log, event(1), event(2))
        reader.reads(event(2))
        lost = next(node for node in cluster.nodes if node is not cluster.leader())
        lost.stop()
        copy = tmp_path / "one-member"
        shutil.copytree(lost.data, copy)
        write(reader.log, event(3))
        reader.reads(event(3))
        # Restored by itself, as a cluster of one: it answers, and knows nothing of the other two.
        lost.peer_port = free_port()
        lost.put_back(copy, "--force-new-cluster")
        alone = EtcdLog(EtcdConfig((lost.endpoint,)))
        try:
            for n in range(30):
                alone.append([Put(f"presence/{n}", b"x")])
            alone.append([Put(event(3), b"another")])
            for node in cluster.nodes:  # whoever follows there must look for another member
                if node is not lost:
                    node.restart()
            reader.until(lambda: reader.links[-1])
            write(reader.log, event(4))
            reader.reads(event(4))
            assert reader.other is None
            assert b"another" not in [entry.value for entry in reader.entries]
            assert alone.read([event(4)], 0, 1) == []
        finally:
            alone.close()
