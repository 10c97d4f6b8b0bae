"""How many registrations a second the link sustains, beside bare puts of the same bytes by the same client."""

import asyncio
import itertools
import random
import statistics
import threading
import time

import grpc
import grpc.aio
import pytest
from aetcd import rpc

from kiosk.games.sicbo import GAME
from kiosk.links.calls.loops import give_loop_back, take_loop
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.resources import layout_reader
from kiosk.table import keys
from kiosk.table.log import Appended, Put
from kiosk.table.records import Slip, encode
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
    """Seconds for every seat to register its slips one after the other, all seats side by side."""
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

    began = time.perf_counter()
    for seat in range(SEATS):
        send(seat, 1)
    assert done.wait(60)
    return time.perf_counter() - began


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
        """Seconds for as many puts as there are registrations."""
        began = time.perf_counter()
        self._do(self._puts(number, value))
        return time.perf_counter() - began

    async def _puts(self, number, value):
        async def one(seat):
            for rev in range(1, EACH + 1):
                key = keys.slip("bare", f"{seat:03}", number, rev).encode()
                await self._put(rpc.PutRequest(key=key, value=value), timeout=2)

        await asyncio.gather(*(one(seat) for seat in range(SEATS)))

    def append(self, log, number, value):
        """Seconds for as many registrations, each asked for in a transaction of its own."""
        began = time.perf_counter()
        self._do(self._appends(log, number, value))
        return time.perf_counter() - began

    async def _appends(self, log, number, value):
        bar = keys.closed(TABLE, number)

        async def one(seat):
            for rev in range(1, EACH + 1):
                put = Put(keys.slip(TABLE, f"{seat:03}", number, rev), value)
                assert isinstance(await log._append([put], [bar]), Appended)

        await asyncio.gather(*(one(seat) for seat in range(SEATS)))

    def close(self):
        self._do(self._channel.close())
        give_loop_back()


def test_that_registrations_reach_seven_tenths_of_bare_puts(server, slip, say):
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
    count = SEATS * EACH
    ours, peer, single = (count / statistics.median(times) for times in zip(*turns[1:], strict=True))
    ratios = sorted(bare_s / ours_s for ours_s, bare_s, _ in turns[1:])
    alone = statistics.median(bare_s / single_s for _, bare_s, single_s in turns[1:])
    ratio = statistics.median(ratios)
    say(
        f"registrations by {SEATS} seats over one link ({len(slip)} bytes each): {ours:.0f}/s, bare puts {peer:.0f}/s, "
        f"ratio {ratio:.2f} (asked: >= 0.70; medians of {TURNS} turns in alternation, ratios {ratios[0]:.2f} to "
        f"{ratios[-1]:.2f}). What is sent at one moment shares a transaction; each in its own {single:.0f}/s, "
        f"ratio {alone:.2f}"
    )
    assert ratio >= 0.70
