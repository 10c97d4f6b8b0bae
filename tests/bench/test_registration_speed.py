"""How many registrations a second the link sustains, beside bare puts of the same bytes by the same client."""

import asyncio
import itertools
import random
import threading

import grpc
import grpc.aio
import pytest
from aetcd import rpc

from kiosk.games.sicbo import GAME
from kiosk.links.calls.loops import give_loop_back, take_loop
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.group import Sent
from kiosk.links.etcd.log import EtcdLog
from kiosk.resources import layout_reader
from kiosk.table import keys
from kiosk.table.log import Appended, Put
from kiosk.table.records import Slip, encode
from kits.bench.figures import Spent, Times
from kits.links.etcd import EtcdServer

pytestmark = pytest.mark.bench
SEATS, EACH, TURNS, SPOTS = 64, 40, 7, 8
TABLE = "load"


@pytest.fixture(scope="module")
def slip():
    """The bytes of a slip of eight spots."""
    chance = random.Random(20_260_131)
    spots = chance.sample(list(GAME.read_layout("B", layout_reader("sicbo")).spots), SPOTS)
    stakes = {spot: chance.randrange(1, 50) * 200 for spot in spots}
    return encode(Slip(seat="001", round=1, rev=1, layout="B", stakes=stakes))


@pytest.fixture
def server(tmp_path):
    with EtcdServer(tmp_path) as server:
        yield server


def registered(lanes, number, value):
    """What it takes every seat to register its slips one after the other, all seats side by side."""
    done, left = threading.Event(), [SEATS]
    bar = keys.closed(TABLE, number)

    def send(seat, rev):
        key = keys.slip(TABLE, f"{seat:03}", number, rev)
        lanes[seat].send([Put(key, value)], [bar], lambda answer: answered(seat, rev, answer))

    def answered(seat, rev, answer):
        assert isinstance(answer, Appended), answer
        if rev < EACH:
            send(seat, rev + 1)
            return
        left[0] -= 1
        if not left[0]:
            done.set()

    with Spent() as spent:
        for seat in range(SEATS):
            send(seat, 1)
        assert done.wait(60)
    return spent


class Bare:
    """Puts of the same bytes, by the same stubs in the same thread, as many at a time."""

    def __init__(self, endpoint):
        self._loop = take_loop()
        self._channel = self._do(self._open(endpoint))

    def _do(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(60)

    async def _open(self, endpoint):
        channel = grpc.aio.insecure_channel(endpoint)
        self._put = rpc.KVStub(channel).Put
        return channel

    def put(self, number, value):
        """What as many puts take as there are registrations."""
        with Spent() as spent:
            self._do(self._puts(number, value))
        return spent

    async def _puts(self, number, value):
        async def one(seat):
            for rev in range(1, EACH + 1):
                key = keys.slip("bare", f"{seat:03}", number, rev).encode()
                await self._put(rpc.PutRequest(key=key, value=value), timeout=2)

        await asyncio.gather(*(one(seat) for seat in range(SEATS)))

    def append(self, log, number, value):
        """What as many registrations take, each asked for in a transaction of its own."""
        with Spent() as spent:
            self._do(self._appends(log, number, value))
        return spent

    async def _appends(self, log, number, value):
        bar = keys.closed(TABLE, number)

        async def one(seat):
            for rev in range(1, EACH + 1):
                put = Put(keys.slip(TABLE, f"{seat:03}", number, rev), value)
                assert isinstance(await log.append_alone(Sent((put,), (bar,))), Appended)

        await asyncio.gather(*(one(seat) for seat in range(SEATS)))

    def close(self):
        self._do(self._channel.close())
        give_loop_back()


def test_what_a_registration_costs_beside_a_bare_put(server, slip, figure):
    log = EtcdLog(EtcdConfig((server.endpoint,)))
    bare = Bare(server.endpoint)
    lanes = [log.lane() for _ in range(SEATS)]
    rounds = itertools.count(1)
    turns = []
    try:
        for _ in range(TURNS + 1):
            ours = registered(lanes, next(rounds), slip)
            peer = bare.put(next(rounds), slip)
            turns.append((ours, peer, bare.append(log, next(rounds), slip)))
    finally:
        bare.close()
        log.close()
    del turns[0]  # the first calls open connections
    each = 1e6 / (SEATS * EACH)
    ours, peer, alone = ([turn.processor * each for turn in way] for way in zip(*turns, strict=True))
    wall, _, wall_alone = ([turn.wall * each for turn in way] for way in zip(*turns, strict=True))
    figure("link: a registration of 64 seats, beside a bare put", ours, peer, Times(1.4), "us", wall=wall)
    figure(
        "link: each in a transaction alone, beside a bare put", alone, peer, Times(2), "us", wall=wall_alone
    )
