"""The order that a reader of etcd hears, where the watches of several prefixes run at different speeds; and pages."""

import asyncio
from types import SimpleNamespace

import pytest
from aetcd import rpc

from kiosk.links.etcd import wire
from kiosk.links.etcd.feed import EtcdFeed
from kiosk.table.log import NoAnswer


def kv(key, seq, *, mod=None, version=1, lease=0):
    return rpc.KeyValue(
        key=key.encode(),
        create_revision=seq,
        mod_revision=mod or seq,
        version=version,
        lease=lease,
        value=b"v",
    )


class FakeMember:
    """Stands for a member with fixed keys: answers the transactions of ranges that a feed asks for."""

    endpoint = "fake"
    txn = None

    def __init__(self, kvs, revision):
        self.kvs, self.revision, self.asked = kvs, revision, []

    async def ask(self, _call, request, _seconds):
        self.asked.append(request)
        responses = [self._range(operation.request_range) for operation in request.success]
        return rpc.TxnResponse(
            header=rpc.ResponseHeader(revision=self.revision),
            responses=[rpc.ResponseOp(response_range=each) for each in responses],
        )

    async def together(self, operations):
        answer = await self.ask(None, rpc.TxnRequest(success=operations), 1)
        return answer.responses, answer.header.revision

    def _range(self, request):
        found = [
            each
            for each in self.kvs
            if request.key <= each.key < request.range_end
            and each.create_revision >= request.min_create_revision
            and each.create_revision <= (request.max_create_revision or 2**62)
        ]
        found.sort(key=lambda each: each.create_revision)
        limit = request.limit or len(found)
        return rpc.RangeResponse(kvs=found[:limit], more=len(found) > limit)


def events(*found):
    return [(index, SimpleNamespace(kv=each)) for index, each in found]


@pytest.fixture
def heard():
    return []


@pytest.fixture
def feed(heard):
    return EtcdFeed(None, ["round/", "slip/"], 10, heard.append, lambda _: None)


def take(feed, member, found):
    asyncio.run(feed._take(member, found))


def keys(found):
    return [entry.key for entry in found]


def test_that_an_event_waits_for_what_came_before_it_under_the_other_prefix(feed, heard):
    close, slip = kv("round/1/3", 12), kv("slip/1/1", 11)
    member = FakeMember([close, slip], 12)
    take(feed, member, events((0, close)))  # the watch of the slips is late
    assert keys(heard) == ["slip/1/1", "round/1/3"]
    take(feed, member, events((1, slip)))
    assert keys(heard) == ["slip/1/1", "round/1/3"]


def test_that_what_is_newer_than_the_event_is_left_for_its_turn(feed, heard):
    opened, slip, closed = kv("round/1/1", 11), kv("slip/1/1", 13), kv("round/1/2", 12)
    member = FakeMember([opened, slip, closed], 13)
    take(feed, member, events((0, opened)))
    assert keys(heard) == ["round/1/1"]
    take(feed, member, events((1, slip)))
    assert keys(heard) == ["round/1/1", "round/1/2", "slip/1/1"]


def test_that_events_of_both_watches_are_put_in_order_and_only_the_late_one_is_asked(feed, heard):
    first, second, third = kv("slip/1/1", 11), kv("round/1/1", 12), kv("slip/1/2", 13)
    member = FakeMember([first, second, third], 13)
    take(feed, member, events((0, second), (1, first), (1, third)))
    assert keys(heard) == ["slip/1/1", "round/1/1", "slip/1/2"]
    [request] = member.asked
    assert [operation.request_range.key for operation in request.success] == [b"round/"]


def test_that_records_of_one_append_under_both_prefixes_need_no_question(feed, heard):
    member = FakeMember([], 11)
    take(feed, member, events((1, kv("slip/1/1", 11)), (0, kv("round/1/1", 11))))
    assert keys(heard) == ["round/1/1", "slip/1/1"]
    assert member.asked == []


def test_that_what_was_read_already_is_not_heard_from_the_watch(feed, heard):
    take(feed, FakeMember([], 10), events((0, kv("round/1/1", 9)), (1, kv("slip/1/1", 10))))
    assert heard == []


def test_that_a_member_behind_its_own_watch_is_left(feed, heard):
    with pytest.raises(NoAnswer, match="fallen behind"):
        take(feed, FakeMember([], 11), events((0, kv("round/1/1", 12))))
    assert heard == []


def test_that_presences_and_what_was_written_over_are_no_records(feed, heard, warnings_logged):
    found = events((0, kv("round/1/1", 5, mod=12, version=2)), (0, kv("round/x", 13, lease=7)))
    take(feed, FakeMember([], 13), found)
    assert heard == []
    assert [record.getMessage() for record in warnings_logged] == [
        "round/1/1 was written over and counts for nothing (revision 12)"
    ]
    warnings_logged.clear()


def test_that_a_backlog_of_many_pages_comes_in_order_without_gap(heard):
    kvs = [kv(f"{'round' if seq % 3 else 'slip'}/{seq}", seq) for seq in range(1, 9_000)]
    feed = EtcdFeed(None, ["round/", "slip/"], 0, heard.append, lambda _: None)
    member = FakeMember(kvs, 9_000)
    asyncio.run(feed._catch_up(member))
    assert [entry.seq for entry in heard] == list(range(1, 9_000))
    assert len(member.asked) > 3


def page(kvs, limit, prefixes=("a/", "b/")):
    member = FakeMember(kvs, 99_999)
    answer = asyncio.run(member.ask(None, wire.page(prefixes, 0, limit), 1))
    return wire.read_page(answer, limit)


def test_that_a_page_does_not_part_an_append_and_says_where_it_goes_on():
    kvs = [kv("a/1", 1), kv("a/2", 2), kv("b/2", 2), kv("a/3", 3)]
    found, last = page(kvs, 2)
    assert (keys(found), last) == (["a/1", "a/2", "b/2"], 2)
    found, last = page(kvs, 4)
    assert (keys(found), last) == (["a/1", "a/2", "b/2", "a/3"], None)


def test_that_a_page_ends_before_what_may_be_incomplete():
    # Of a/ 102 are asked for with a limit of 2, and 300 are there: nothing of b/ behind the cut may come first.
    kvs = [kv(f"a/{seq}", seq) for seq in range(1, 301)] + [kv("b/200", 200)]
    found, last = page(kvs, 2)
    assert (keys(found), last) == (["a/1", "a/2"], 2)


def test_that_a_page_with_nothing_but_foul_keys_still_goes_on(warnings_logged):
    kvs = [kv(f"a/{seq}", seq, version=2) for seq in range(1, 200)] + [kv("a/end", 200)]
    found, last = page(kvs, 2)
    assert (found, last) == ([], 2)
    warnings_logged.clear()


@pytest.mark.parametrize(
    ("given", "widest"),
    [
        (["b/", "a/", "b/1"], ("a/", "b/")),
        (["a/", "a/"], ("a/",)),
        (["seat/0", "seat/07/"], ("seat/0",)),
        ([], ()),
    ],
)
def test_that_prefixes_that_another_covers_are_not_asked_for(given, widest):
    assert wire.widest(given) == widest


def test_that_a_prefix_of_nothing_is_refused():
    with pytest.raises(ValueError, match="prefix ''"):
        wire.widest(["a/", ""])
