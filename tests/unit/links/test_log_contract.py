"""The contract of the table log's port. Every adapter is held to it: add its maker to ``ADAPTERS``."""

import pytest

from kiosk.links.embedded import EmbeddedLog
from kiosk.table.log import Appended, Entry, Put, Refused, RefusedBecause


class Embedded:
    """Makes embedded logs; ``again`` opens the same log once more."""

    def __init__(self, tmp_path):
        self._path = tmp_path / "table.db"
        self._open = []
        self.log = self.again()

    def again(self):
        self._open.append(EmbeddedLog(self._path))
        return self._open[-1]

    def close(self):
        for log in self._open:
            log.close()


ADAPTERS = {"embedded": Embedded}


@pytest.fixture(params=ADAPTERS)
def made(request, tmp_path):
    made = ADAPTERS[request.param](tmp_path)
    yield made
    made.close()


@pytest.fixture
def log(made):
    return made.log


def put(key, value=b"v"):
    return Put(key, value)


def keys_of(entries):
    return [entry.key for entry in entries]


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


def test_that_a_refusal_uses_up_no_place(log):
    before = log.append([put("a/1")]).seq
    log.append([put("a/1", b"other")])
    assert log.append([put("a/2")]).seq == before + 1


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


def test_that_backlog_and_live_come_without_gap_or_repeat(log):
    heard = []
    for n in range(3):
        log.append([put(f"a/{n}")])
    log.follow(["a/"], 0, heard.append)
    for n in range(3, 6):
        log.append([put(f"a/{n}")])
    assert keys_of(heard) == [f"a/{n}" for n in range(6)]


def test_that_following_begins_after_the_position(log):
    heard = []
    seqs = [log.append([put(f"a/{n}")]).seq for n in range(3)]
    log.follow(["a/"], seqs[1], heard.append)
    assert keys_of(heard) == ["a/2"]


def test_that_two_prefixes_are_followed_in_the_order_of_the_log(log):
    heard = []
    for key in ("b/1", "x/1", "a/1"):
        log.append([put(key)])
    log.follow(["a/", "b/"], 0, heard.append)
    log.append([put("b/2"), put("a/2"), put("x/2")])
    assert keys_of(heard) == ["b/1", "a/1", "b/2", "a/2"]


def test_that_a_repeat_is_not_heard_again(log):
    heard = []
    log.follow(["a/"], 0, heard.append)
    for _ in range(3):
        log.append([put("a/1")])
    assert keys_of(heard) == ["a/1"]


def test_that_what_was_refused_is_not_heard(log):
    heard = []
    log.follow(["a/"], 0, heard.append)
    log.append([put("closed/1")])
    log.append([put("a/1")], unless=["closed/1"])
    assert heard == []


def test_that_a_closed_feed_hears_nothing_more(log):
    heard = []
    feed = log.follow(["a/"], 0, heard.append)
    feed.close()
    feed.close()
    log.append([put("a/1")])
    assert heard == []


def test_that_a_long_backlog_keeps_records_together_that_stand_together(log):
    heard = []
    for n in range(999):
        log.append([put(f"a/{n}")])
    log.append([put("a/x"), put("a/y"), put("a/z")])
    log.append([put("a/end")])
    log.follow(["a/"], 0, heard.append)
    assert keys_of(heard) == [*(f"a/{n}" for n in range(999)), "a/x", "a/y", "a/z", "a/end"]


@pytest.mark.rule("sicbo:1.3")
def test_that_every_reader_hears_the_same_order(log):
    one, two = [], []
    log.follow(["a/"], 0, one.append)
    log.append([put("a/1")])
    log.follow(["a/"], 0, two.append)
    log.append([put("a/2")])
    assert one == two


# --- again --------------------------------------------------------------------------------------------------------


def test_that_the_log_is_there_after_a_restart_and_goes_on_behind_its_end(made):
    seq = made.log.append([put("a/1")]).seq
    made.log.close()
    again = made.again()
    assert again.last("a/") == Entry(seq, "a/1", b"v")
    assert again.append([put("a/1")]) == Appended(seq)
    assert again.append([put("a/2")]).seq > seq
