"""Presences that hosts hold, where etcd carries out late what was asked and hosts lose their lease."""

import asyncio
from types import SimpleNamespace

import pytest

from kiosk.host.gateway import standing
from kiosk.host.gateway.standing import Held, Holding
from kiosk.table import keys
from kiosk.table.log import NoAnswer
from kiosk.table.records import Present, encode

KEY = keys.present("12", "07")


def shown(instance, playing=False):
    return encode(Present(seat="07", layout="B", instance=instance, playing=playing))


class Etcd:
    """Leases and the keys under them. ``answers`` is cleared while writes are carried out and not answered."""

    grant, txn, time_to_live = "grant", "txn", "time to live"

    def __init__(self):
        self.keys, self.leases, self.looks = {}, [], 0
        self.answers = asyncio.Event()
        self.answers.set()

    async def ask(self, pick, request):
        answer = getattr(self, f"_{pick(self).replace(' ', '_')}")(request)
        await self.answers.wait()
        return answer

    async def first(self, call):
        return await call(self, 1.0)

    async def keep(self, lease, _seconds):
        return int(lease in self.leases)

    def _grant(self, _request):
        self.leases.append(max(self.leases, default=0) + 1)
        return SimpleNamespace(ID=self.leases[-1])

    def _time_to_live(self, request):
        self.looks += 1
        return SimpleNamespace(
            keys=[key.encode() for key, (_, lease) in self.keys.items() if lease == request.ID]
        )

    def _txn(self, request):
        (compare,) = request.compare
        key = compare.key.decode()
        value, lease = self.keys.get(key, (None, 0))
        if compare.lease != lease:
            kvs = [] if value is None else [SimpleNamespace(value=value, lease=lease)]
            return SimpleNamespace(
                succeeded=False, responses=[SimpleNamespace(response_range=SimpleNamespace(kvs=kvs))]
            )
        (done,) = request.success
        if done.HasField("request_put"):
            self.keys[key] = done.request_put.value, done.request_put.lease
        else:
            self.keys.pop(key, None)
        return SimpleNamespace(succeeded=True)

    def lose(self, lease):
        self.leases.remove(lease)
        self.keys = {key: found for key, found in self.keys.items() if found[1] != lease}


class Owner:
    """A process that stands at a host."""

    def __init__(self, host, value):
        self.held, self.met = Held(KEY, value, alone=True), []
        self._task = asyncio.create_task(self.held.run(host, self.met.append))

    async def is_gone(self):
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


def silent(_request):
    raise NoAnswer("nobody")


async def until(true):
    async with asyncio.timeout(10):
        while not true():  # noqa: ASYNC110 - any state of the two hosts
            await asyncio.sleep(0)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(standing, "RENEW_SECONDS", 0.001)
    monkeypatch.setattr(standing, "AGAIN_SECONDS", 0.001)


def at_hosts(play, waits_s=0):
    """Plays at two hosts, which wait for an owner that was cut off for so long."""

    async def run():
        etcd = Etcd()
        hosts = [Holding(etcd, waits_s) for _ in range(2)]
        tasks = []
        for host in hosts:
            tasks.append(asyncio.create_task(host.run()))
            await until(lambda host=host: host.lease)
        try:
            await play(etcd, *hosts)
        finally:
            owners = asyncio.all_tasks() - {asyncio.current_task(), *tasks}
            for ending in (owners, tasks):
                for task in ending:
                    task.cancel()
                await asyncio.gather(*ending, return_exceptions=True)

    asyncio.run(run())


def test_that_a_presence_put_when_nobody_waits_for_the_answer_any_more_does_not_stay():
    async def play(etcd, one, other):
        etcd.answers.clear()
        died = Owner(one, shown("died"))
        await until(lambda: KEY in etcd.keys)
        await died.is_gone()
        etcd.answers.set()
        again = Owner(other, shown("again"))
        await until(lambda: None in again.met)

    at_hosts(play)


def test_that_a_presence_taken_away_late_from_under_its_next_owner_comes_back():
    async def play(etcd, one, _other):
        owner = Owner(one, shown("one"))
        await until(lambda: None in owner.met)
        del etcd.keys[KEY]
        await until(lambda: KEY in etcd.keys)

    at_hosts(play)


def test_that_one_who_died_at_a_host_without_a_lease_is_no_twin_of_who_comes_from_another_host():
    async def play(etcd, one, other):
        died = Owner(one, shown("died"))
        await until(lambda: None in died.met)
        etcd.lose(one.lease)  # and before this host notices
        again = Owner(other, shown("again"))
        await until(lambda: None in again.met)
        await until(lambda: any(died.met))
        await died.is_gone()
        comes = Owner(one, shown("again"))
        await until(lambda: comes.met)
        assert comes.met == [None]

    at_hosts(play, waits_s=60)


def test_that_who_left_a_host_which_lost_its_lease_then_is_no_twin_either():
    async def play(etcd, one, other):
        died = Owner(one, shown("died"))
        await until(lambda: None in died.met)
        etcd.lose(one.lease)
        await died.is_gone()
        again = Owner(other, shown("again"))
        await until(lambda: None in again.met)
        comes = Owner(one, shown("again"))
        await until(lambda: comes.met)
        assert comes.met == [None]

    at_hosts(play, waits_s=60)


def test_that_a_host_with_a_new_lease_does_not_fetch_back_who_is_at_another_one():
    async def play(etcd, one, other):
        there = Owner(one, shown("one"))
        await until(lambda: None in there.met)
        lost = one.lease
        etcd.lose(lost)
        moved = Owner(other, shown("one"))
        await until(lambda: None in moved.met)
        await until(lambda: one.lease not in (0, lost))
        looks = etcd.looks
        await until(lambda: etcd.looks > looks + 4)
        assert etcd.keys[KEY][1] == other.lease
        moved.held.show(shown("one", playing=True))
        await until(lambda: etcd.keys[KEY] == (shown("one", playing=True), other.lease))

    at_hosts(play)


def test_that_a_living_twin_is_refused_at_both_hosts():
    async def play(_etcd, one, other):
        first = Owner(one, shown("first"))
        await until(lambda: None in first.met)
        for host in (one, other):
            twin = Owner(host, shown("second"))
            await until(lambda twin=twin: len(twin.met) > 3)
            assert set(twin.met) == {shown("first")}
            await twin.is_gone()
        await first.is_gone()
        comes = Owner(other, shown("second"))
        await until(lambda: None in comes.met)

    at_hosts(play)


def test_that_nothing_is_put_without_a_lease_that_was_lost_while_others_were_before_it():
    async def play(etcd, one, other):
        tried, put = [], one._put

        async def trying(held):
            try:
                return await put(held)
            finally:
                tried.append(held)

        one._put = trying
        async with one._lock(KEY):
            owner = Owner(one, shown("first"))
            await asyncio.sleep(0)  # it waits for the key
            etcd.leases.clear()
            grant, etcd._grant = etcd._grant, silent
            await until(lambda: not one.lease)
        await until(lambda: tried)
        assert KEY not in etcd.keys, "a presence without a lease would stand for ever"
        etcd._grant = grant
        await until(lambda: None in owner.met)
        assert one.lease
        assert etcd.keys[KEY][1] == one.lease

    at_hosts(play)
