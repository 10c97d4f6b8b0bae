"""Many seats of one table in one process, as `test_load.py` starts it: they follow, bet, show and report.

Each seat is the product's own core, store and performer. As on a screen, a seat first steps, which is what it shows,
and writes and sends behind that. Commands come on the standard input, one a line: ``bet``, ``bare N``, ``end``;
answers go to the standard output as JSON, times in seconds of the machine's monotonic clock.
"""

import asyncio
import gc
import json
import sys
import threading
import time
from collections import deque
from pathlib import Path

import grpc
import grpc.aio
from aetcd import rpc

from kiosk.games.sicbo import GAME
from kiosk.links.calls.loops import give_loop_back, take_loop
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.resources import layout_reader
from kiosk.runner.core import Core, write_of
from kiosk.runner.performer import Performer
from kiosk.runner.ports import Ports
from kiosk.runner.writer import Writer
from kiosk.seat.context import Context, SeatConfig
from kiosk.seat.effects import Performed
from kiosk.seat.events import CloseWasShown, LinkDown, LinkUp, LogRead, NoteIn, Tap, Tick
from kiosk.seat.state import SeatState
from kiosk.store.seat_store import SeatStore
from kiosk.table import keys
from kiosk.table.round import Phase

TABLE, BARE = "load", b"bare/now"
SPOTS = ("small", "odd", "total-9")
STAKE, CREDIT = 500, 10_000_000


def say(**what):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


class LoadSeat:
    """One seat. ``deliver`` may be called in any thread; everything else in the process's own."""

    def __init__(self, name, layout, log, folder, deliver):
        config = SeatConfig(
            seat=name,
            table=TABLE,
            casino="Bench",
            chips=(100, 500),
            note_velocity=2 * CREDIT,
            credit_limit=2 * CREDIT,
        )
        self.core = Core(Context(config, GAME, layout), SeatState())
        self._store = SeatStore(folder / f"{name}.db")
        self._writer = Writer(self._store, lambda: "2026-01-31T12:00:00Z")
        self._waiting = deque()
        self.closed = 0
        self.shown_at = 0.0
        nothing = lambda: ""  # noqa: E731 - asked for by tickets alone
        ports = Ports(log.lane(), None, None, None, nothing, lambda: "2026-01-31T12:00:00Z", nothing, nothing)
        self._deliver = lambda event: deliver(self, event)
        self._performer = Performer(config, ports, self._store, self._deliver)
        self._feed = None
        self._log = log

    def start(self):
        self.take(NoteIn("acceptor-1", "note-1", CREDIT))
        config = self.core.context.config
        prefixes = [keys.rounds(TABLE), keys.slips(TABLE, config.seat)]
        self._feed = self._log.follow(prefixes, 0, self._entry, self._linked)

    def _entry(self, entry):
        self._deliver(LogRead(entry.seq, entry.key, entry.value))

    def _linked(self, up):
        self._deliver(LinkUp() if up else LinkDown())

    def take(self, event):
        """Step, which is what the screen shows; the rest waits for :meth:`write`."""
        before = self.core.state
        taken = self.core.take(event)
        self._waiting.append((taken, write_of(event, before, taken)))
        table = self.core.state.table
        if table.phase is Phase.CLOSED and table.number != self.closed:
            self.closed, self.shown_at = table.number, time.monotonic()
            self._deliver(CloseWasShown(table.number))

    def write(self):
        """What the store's thread does: each step durable, then its effects."""
        while self._waiting:
            self._writer.take(*self._waiting[0])
            taken, _ = self._waiting.popleft()
            for effect in taken.effects:
                if isinstance(effect, Performed):
                    self._performer.perform(effect)

    def bet(self, now_ms):
        for spot in SPOTS:
            self.take(Tap(spot, STAKE))
        self.take(Tick(now_ms))

    @property
    def ready(self):
        """Whether it may bet: the round is open and the books were found right."""
        state = self.core.state
        return state.link and state.table.phase is Phase.BETTING and state.audited_round == state.table.number

    def close(self):
        self._feed.close()
        self._store.close()


class Watchers:
    """Bare watches of one key over one stream: what the same client hears without a table."""

    def __init__(self, endpoint, count):
        self._count = count
        self._loop = take_loop()
        self._heard = {}
        self._news = threading.Condition()
        self._do(self._open(endpoint))

    def _do(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(60)

    async def _open(self, endpoint):
        self._channel = grpc.aio.insecure_channel(endpoint)
        self._stream = rpc.WatchStub(self._channel).Watch()
        for _ in range(self._count):
            await self._stream.write(rpc.WatchRequest(create_request=rpc.WatchCreateRequest(key=BARE)))
        created = 0
        while created < self._count:
            created += (await self._stream.read()).created
        self._task = asyncio.create_task(self._read())

    async def _read(self):
        while (answer := await self._stream.read()) is not grpc.aio.EOF:
            for event in answer.events:
                times = self._heard.setdefault(int(event.kv.value), [])
                times.append(time.monotonic())
                if len(times) == self._count:
                    with self._news:
                        self._news.notify_all()

    def wait(self, number):
        """When the last of them had heard of it."""
        with self._news:
            assert self._news.wait_for(lambda: len(self._heard.get(number, ())) == self._count, 20)
        return self._heard.pop(number)[-1]

    def close(self):
        self._do(self._end())
        give_loop_back()

    async def _end(self):
        self._task.cancel()
        self._stream.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._channel.close()


class Worker:
    """The process: takes what the link tells, then lets the stores write."""

    def __init__(self, endpoint, first, count, folder):
        self._wake = threading.Event()
        self._inbox = deque()
        self._commands = deque()
        self._log = EtcdLog(EtcdConfig((endpoint,)))
        layouts = [GAME.read_layout(name, layout_reader("sicbo")) for name in "ABC"]
        names = [f"{number:03}" for number in range(first, first + count)]
        self.seats = [
            LoadSeat(name, layouts[n % 3], self._log, folder, self._deliver) for n, name in enumerate(names)
        ]
        self._bare = Watchers(endpoint, count)
        self._told = 0
        self._betting = 0
        self._registered = 0

    def _deliver(self, seat, event):
        self._inbox.append((seat, event))
        if not self._wake.is_set():
            self._wake.set()

    def run(self):
        sys.setswitchinterval(0.0005)  # so many seats in one process wait for each other's threads
        for seat in self.seats:
            seat.start()
        gc.collect()
        gc.freeze()  # the heap of so many seats is no single seat's
        threading.Thread(target=self._hear, daemon=True).start()
        say(ready=len(self.seats))
        while True:
            self._wake.wait()
            self._wake.clear()
            while self._inbox:
                seat, event = self._inbox.popleft()
                seat.take(event)
            if not self._half_shown and self._write():
                self._report()
            if self._inbox:
                self._wake.set()
            if self._commands and self._commands.popleft() == "end":
                break
        for seat in self.seats:
            seat.close()
        self._bare.close()
        self._log.close()

    @property
    def _half_shown(self):
        """Whether some seats show the close and others, which would have machines of their own, not yet."""
        newest = max(seat.closed for seat in self.seats)
        return any(seat.closed < newest for seat in self.seats)

    def _write(self):
        """Let the stores write; False when something comes that is to be shown first."""
        for seat in self.seats:
            seat.write()
            if self._inbox:
                return False
        return True

    def _report(self):
        states = [seat.core.state for seat in self.seats]
        number = states[0].table.number
        if self._betting < number and all(seat.ready for seat in self.seats):
            self._betting = number
            now_ms = int(time.monotonic() * 1000)
            for seat in self.seats:
                seat.bet(now_ms)
                seat.write()
        if self._registered < number and all(state.registered is not None for state in states):
            self._registered = number
            say(registered=number)
        if self._told < number and all(
            s.table.number == number and s.table.phase is Phase.CLOSED for s in states
        ):
            self._told = number
            say(closed=number, shown=[seat.shown_at for seat in self.seats])

    def _hear(self):
        for line in sys.stdin:
            command, _, number = line.strip().partition(" ")
            if command == "bare":
                say(bare=int(number), last=self._bare.wait(int(number)))
            else:
                self._commands.append(command)
                self._wake.set()


if __name__ == "__main__":
    Worker(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])).run()
