"""The contract of the table log's port. Every adapter is held to it: add its maker to ``ADAPTERS``."""

import pytest

from kiosk.links.embedded import EmbeddedLog
from kiosk.table.log import Appended, Entry, Put, Refused, RefusedBecause
from kits.links.heard import Heard, keys_of


class Embedded:
    """Makes embedded logs; ``again`` opens the same log once more."""

    def __init__(self, request):
        self._path = request.getfixturevalue("tmp_path") / "table.db"
        self._open = []
        self.log = self.again()

    def again(self):
        self._open.append(EmbeddedLog(self._path))
        return self._open[-1]

    def close(self):
        for log in self._open:
            log.close()


class Etcd(Embedded):
    """Makes links to the session's etcd, which is empty at first."""

    def __init__(self, request):
        self._server = request.getfixturevalue("etcd_server")
        self._open = []
        self.log = self.again()

    def again(self):
        from kiosk.links.etcd.config import EtcdConfig
        from kiosk.links.etcd.log import EtcdLog

        self._open.append(EtcdLog(EtcdConfig((self._server.endpoint,), timeout_ms=10_000)))
        return self._open[-1]


class OverHosts:
    """Makes links to two hosts over one etcd, or over three."""

    FIXTURE = "etcd_server"

    def __init__(self, request):
        from kits.links.gateway import Everything, hosts_over, party

        server = request.getfixturevalue(self.FIXTURE)
        endpoints = getattr(server, "endpoints", None) or (server.endpoint,)
        self._over = hosts_over(endpoints, ["12"], party("12.console"), admission=Everything(["12"]))
        self._hosts = self._over.__enter__()
        self.log = self.again()

    def again(self):
        from kits.links.gateway import Rooted

        return Rooted(self._hosts.link(), "etg/12/")

    def close(self):
        self._over.__exit__(None, None, None)


class OverThree(OverHosts):
    FIXTURE = "etcd_trio"


ADAPTERS = {"embedded": Embedded, "etcd": Etcd, "hosts over one": OverHosts, "hosts over three": OverThree}


@pytest.fixture(params=ADAPTERS)
def made(request):
    made = ADAPTERS[request.param](request)
    yield made
    made.close()


shows_presences = pytest.mark.parametrize(
    "made", [name for name in ADAPTERS if name != "etcd"], indirect=True
)
"""Etcd's own link shows none: the hosts hold them."""


@pytest.fixture
def heard():
    return Heard()


@pytest.fixture
def log(made):
    return made.log


def put(key, value=b"v"):
    return Put(key, value)


# --- append -------------------------------------------------------------------------------------------------------


def test_that_appends_stand_in_one_rising_order(log):
    seqs = [log.append([put(f"a/{n}")]).seq for n in range(20)]
    assert seqs == sorted(set(seqs))
    assert log.read(["a/"], 0, 100) == [Entry(seq, f"a/{n}", b"v") for n, seq in enumerate(seqs)]


def test_that_a_repeat_finds_its_own_record_and_writes_nothing(log):
    first = log.append([put("a/1")])
    log.append([put("a/2")])
    assert log.append([put("a/1")]) == first
    assert keys_of(log.read(["a/"], 0, 10)) == ["a/1", "a/2"]


def test_that_a_repeat_answers_also_when_the_bar_has_fallen_since(log):
    first = log.append([put("a/1")], unless=["closed/1"])
    log.append([put("closed/1")])
    assert log.append([put("a/1")], unless=["closed/1"]) == first


def test_that_a_key_is_written_once(log):
    log.append([put("a/1", b"mine")])
    assert log.append([put("a/1", b"other")]) == Refused(RefusedBecause.TAKEN, "a/1")
    assert [entry.value for entry in log.read(["a/"], 0, 10)] == [b"mine"]


def test_that_records_of_one_append_stand_together_or_not_at_all(log):
    answer = log.append([put("a/1"), put("b/1")])
    assert {entry.seq for entry in log.read(["a/", "b/"], 0, 10)} == {answer.seq}
    refused = log.append([put("a/2"), put("b/1", b"other")])
    assert refused == Refused(RefusedBecause.TAKEN, "b/1")
    assert log.last("a/").key == "a/1"


def test_that_a_half_repeat_is_no_repeat(log):
    log.append([put("a/1")])
    assert log.append([put("a/1"), put("a/2")]) == Refused(RefusedBecause.TAKEN, "a/1")


@pytest.mark.rule("sicbo:3.5")
def test_that_the_bar_refuses_what_comes_too_late_in_one_step(log):
    assert isinstance(log.append([put("slip/1")], unless=["closed/1"]), Appended)
    log.append([put("round/1/2"), put("closed/1")])
    late = log.append([put("slip/2")], unless=["closed/9", "closed/1"])
    assert late == Refused(RefusedBecause.BARRED, "closed/1")
    assert log.last("slip/").key == "slip/1"


def test_that_only_the_newest_holder_may_write(log):
    first = log.append([put("console/1")]).seq
    assert isinstance(log.append([put("a/1")], holding=("console/", first)), Appended)
    second = log.append([put("console/2")]).seq
    assert log.append([put("a/2")], holding=("console/", first)) == Refused(
        RefusedBecause.FENCED, "console/2"
    )
    assert isinstance(log.append([put("a/2")], holding=("console/", second)), Appended)


def test_that_a_holder_of_nothing_may_not_write(log):
    assert log.append([put("a/1")], holding=("console/", 1)) == Refused(RefusedBecause.FENCED, "console/")


def test_that_a_refusal_writes_nothing_and_the_order_goes_on(log):
    before = log.append([put("a/1")]).seq
    log.append([put("a/1", b"other")])
    after = log.append([put("a/2")]).seq
    assert after > before
    assert [entry.seq for entry in log.read(["a/"], 0, 10)] == [before, after]


@pytest.mark.parametrize("value", [b"", b"\x00\xff", b"x" * 65_536])
def test_that_any_bytes_come_back_as_they_were(log, value):
    log.append([put("a/1", value)])
    assert log.last("a/").value == value


@pytest.mark.parametrize("count", [0, 101])
def test_that_an_append_has_1_to_100_records(log, count):
    with pytest.raises(ValueError, match=f"append of {count} records"):
        log.append([put(f"a/{n}") for n in range(count)])


# --- reading ------------------------------------------------------------------------------------------------------


def test_that_last_is_the_newest_under_the_prefix(log):
    for key in ("a/9", "a/10", "b/1", "a/2"):
        log.append([put(key)])
    assert log.last("a/").key == "a/2"
    assert log.last("c/") is None
    assert log.last("a").key == "a/2"


def test_that_a_prefix_is_no_part_of_a_name(log):
    for key in ("seat/0", "seat/07/x", "seat/070/x", "seat/08/x"):
        log.append([put(key)])
    assert keys_of(log.read(["seat/07/"], 0, 10)) == ["seat/07/x"]


def test_that_reading_is_limited_and_goes_on_after_a_position(log):
    seqs = [log.append([put(f"a/{n}")]).seq for n in range(5)]
    assert keys_of(log.read(["a/"], 0, 2)) == ["a/0", "a/1"]
    assert keys_of(log.read(["a/"], seqs[1], 2)) == ["a/2", "a/3"]
    assert log.read(["a/"], seqs[-1], 10) == []
    assert log.read([], 0, 10) == []


def test_that_several_prefixes_are_read_in_one_order_without_repeats(log):
    for key in ("b/1", "a/1", "c/1", "b/2"):
        log.append([put(key)])
    assert keys_of(log.read(["a/", "b/", "b/1"], 0, 10)) == ["b/1", "a/1", "b/2"]


# --- following ----------------------------------------------------------------------------------------------------
# A reader may hear later than the writer is answered. What must not be heard is shown by what is heard after it.


def test_that_backlog_and_live_come_without_gap_or_repeat(log, heard):
    for n in range(3):
        log.append([put(f"a/{n}")])
    log.follow(["a/"], 0, heard)
    for n in range(3, 6):
        log.append([put(f"a/{n}")])
    assert heard.until_key("a/5") == [f"a/{n}" for n in range(6)]


def test_that_following_begins_after_the_position(log, heard):
    seqs = [log.append([put(f"a/{n}")]).seq for n in range(3)]
    log.follow(["a/"], seqs[1], heard)
    assert heard.until_key("a/2") == ["a/2"]


def test_that_two_prefixes_are_followed_in_the_order_of_the_log(log, heard):
    for key in ("b/1", "x/1", "a/1"):
        log.append([put(key)])
    log.follow(["a/", "b/"], 0, heard)
    log.append([put("a/2"), put("b/2"), put("x/2")])
    assert heard.until_key("b/2") == ["b/1", "a/1", "a/2", "b/2"]


def test_that_entries_are_heard_as_they_were_written(log, heard):
    before = log.append([put("a/1", b"\x00\xff")]).seq
    log.follow(["a/", "b/"], 0, heard)
    after = log.append([put("a/2", b""), put("b/2", b"x")]).seq
    heard.until_key("b/2")
    assert list(heard) == [
        Entry(before, "a/1", b"\x00\xff"),
        Entry(after, "a/2", b""),
        Entry(after, "b/2", b"x"),
    ]


def test_that_overlapping_prefixes_bring_nothing_twice(log, heard):
    log.append([put("a/1")])
    log.follow(["a/", "a/1", "a/"], 0, heard)
    log.append([put("a/11")])
    log.append([put("a/2")])
    assert heard.until_key("a/2") == ["a/1", "a/11", "a/2"]


def test_that_a_repeat_is_not_heard_again(log, heard):
    log.follow(["a/"], 0, heard)
    for _ in range(3):
        log.append([put("a/1")])
    log.append([put("a/end")])
    assert heard.until_key("a/end") == ["a/1", "a/end"]


def test_that_what_was_refused_is_not_heard(log, heard):
    log.follow(["a/"], 0, heard)
    log.append([put("closed/1")])
    log.append([put("a/1")], unless=["closed/1"])
    log.append([put("a/end")])
    assert heard.until_key("a/end") == ["a/end"]


def test_that_a_closed_feed_hears_nothing_more(log, heard):
    other = Heard()
    feed = log.follow(["a/"], 0, heard)
    feed.close()
    feed.close()
    log.follow(["a/"], 0, other)
    log.append([put("a/1")])
    other.until_key("a/1")
    assert heard == []


def test_that_a_long_backlog_keeps_records_together_that_stand_together(log, heard, monkeypatch):
    for n in range(0, 1_000, 100):
        log.append([put(f"a/{m}") for m in range(n, min(n + 100, 999))])
    log.append([put("a/x"), put("a/y"), put("a/z")])
    log.append([put("a/end")])
    log.follow(["a/"], 0, heard)
    keys = heard.until_key("a/end")
    assert sorted(keys[:999]) == sorted(f"a/{n}" for n in range(999))
    assert keys[999:] == ["a/x", "a/y", "a/z", "a/end"]
    assert [entry.seq for entry in heard] == sorted(entry.seq for entry in heard)
    page = log.read(["a/"], 0, 1_000)
    assert keys_of(page)[-3:] == ["a/x", "a/y", "a/z"]
    # So many are asked for at once; more are read all the same.
    monkeypatch.setattr("kiosk.links.hosts.wire.MOST_READ", 1_000)
    assert log.read(["a/"], 0, 10_000) == list(heard)


@pytest.mark.rule("sicbo:1.3")
def test_that_every_reader_hears_the_same_order(log, heard):
    other = Heard()
    log.follow(["a/"], 0, heard)
    log.append([put("a/1")])
    log.follow(["a/"], 0, other)
    log.append([put("a/2")])
    heard.until_key("a/2")
    other.until_key("a/2")
    assert list(heard) == list(other)


def test_that_linked_is_told_after_the_backlog_and_before_what_comes(log, heard):
    log.append([put("a/1")])
    log.follow(["a/"], 0, heard, heard)
    heard.until(lambda told: True in told)
    log.append([put("a/2")])
    heard.until(lambda told: len(told) == 3)
    assert [said if said is True else said.key for said in heard] == ["a/1", True, "a/2"]


def test_that_linked_is_told_when_there_is_nothing_yet(log, heard):
    log.follow(["a/"], 0, lambda _: None, heard)
    heard.until(lambda told: told == [True])


# --- presences ----------------------------------------------------------------------------------------------------


@shows_presences
def test_that_who_stands_is_seen_with_every_change_until_it_goes(log, heard):
    standing = log.stand("present/07", b"here")
    log.watch("present/", heard)
    heard.until(lambda told: told == [("present/07", b"here")])
    standing.show(b"busy")
    heard.until(lambda told: told[-1] == ("present/07", b"busy"))
    standing.close()
    heard.until(lambda told: told[-1] == ("present/07", None))
    standing.close()
    standing.show(b"late")
    log.stand("present/08", b"x")
    heard.until(lambda told: told[-1] == ("present/08", b"x"))
    assert len(heard) == 4


@shows_presences
def test_that_of_many_values_the_newest_is_seen_at_last(log, heard):
    log.watch("present/", heard)
    standing = log.stand("present/07", b"0")
    for n in range(1, 50):
        standing.show(str(n).encode())
    heard.until(lambda told: told[-1:] == [("present/07", b"49")])


@shows_presences
def test_that_only_the_prefix_is_watched_and_only_until_it_is_closed(log, heard):
    other = Heard()
    watch = log.watch("present/0", heard)
    log.watch("present/", other)
    log.stand("present/1", b"x")
    log.stand("present/02", b"x")
    heard.until(lambda told: told == [("present/02", b"x")])
    watch.close()
    log.stand("present/03", b"x")
    other.until(lambda told: ("present/03", b"x") in told)
    assert heard == [("present/02", b"x")]


@shows_presences
def test_that_a_presence_is_no_record(log, heard):
    log.follow(["a/"], 0, heard)
    seen = Heard()
    log.watch("a/", seen)
    log.stand("a/present", b"x")
    seen.until(lambda told: told)
    log.append([put("a/1")])
    assert heard.until_key("a/1") == ["a/1"]
    assert keys_of(log.read(["a/"], 0, 10)) == ["a/1"]
    assert log.last("a/").key == "a/1"


# --- again --------------------------------------------------------------------------------------------------------


def test_that_the_log_is_there_after_a_restart_and_goes_on_behind_its_end(made):
    seq = made.log.append([put("a/1")]).seq
    made.log.close()
    again = made.again()
    assert again.last("a/") == Entry(seq, "a/1", b"v")
    assert again.append([put("a/1")]) == Appended(seq)
    assert again.append([put("a/2")]).seq > seq
