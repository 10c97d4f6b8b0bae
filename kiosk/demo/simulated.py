"""Seats without a screen at a table over the network: each in its caller's thread, many in one loop."""

from __future__ import annotations

import heapq
import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kiosk.app.first_contact import FirstContact
from kiosk.app.following import Following
from kiosk.app.machine import Seat
from kiosk.app.networked import Showing
from kiosk.demo.headless_seat import HeadlessSeat
from kiosk.runner.ports import LogSender, Registrar
from kiosk.seat.events import AnyEvent, SlipRefused, SlipUnanswered
from kiosk.seat.state import SeatState
from kiosk.table.history import Remembering
from kiosk.table.log import TableLog
from kiosk.table.round import Phase

TICK_MS = 100
BOT_EVERY_MS = 700
REST_MS = 1_000  # a seat for which nothing is due is looked after this often
MAX_EVENTS = 50_000  # events that may wait for one seat


@dataclass
class Counts:
    """What became of a seat's slips. ``unanswered`` counts silences: such a slip may have been registered."""

    registered: int = 0
    refused: int = 0
    unanswered: int = 0

    def add(self, other: Counts) -> None:
        """Count together."""
        self.registered += other.registered
        self.refused += other.refused
        self.unanswered += other.unanswered


class SimulatedSeat:
    """One seat with a bot, or with nobody, at a table that somebody else runs.

    ``log`` may be shared with other seats when ``sender`` is one of its own (see ``EtcdLog.lane``). ``showing`` None:
    the seat does not show itself. ``memory`` is what it remembers of a log over the network; ``contact``: its books are
    to be compared before it follows. Whatever the log tells waits in a queue until ``poll``; ``woken`` is called then,
    in any thread. ``heard`` is told of each event when ``poll`` takes it, before the seat does: for measurements.
    """

    def __init__(
        self,
        seat: Seat,
        log: TableLog,
        sender: LogSender,
        *,
        showing: Showing | None = None,
        bot_seed: int | None = None,
        bot_every_ms: int = BOT_EVERY_MS,
        heard: Callable[[AnyEvent], None] = lambda _: None,
        registrar: Registrar | None = None,
        memory: Remembering | None = None,
        contact: FirstContact | None = None,
    ) -> None:
        self.name = seat.context.config.seat
        self.counts = Counts()
        self.rounds = 0
        self.woken: Callable[[], None] = lambda: None
        self._heard = heard
        self._bot_every_ms = bot_every_ms
        self._next_bot_ms: int | None = None
        self._inbox: deque[AnyEvent] = deque()
        self._registered = 0  # where the newest slip that was counted stands in the log
        self._counted: int | None = None
        self._played = HeadlessSeat(seat, sender, bot_seed, deliver=self._deliver, registrar=registrar)
        self._showing = showing
        self._contact = contact
        self._follows = False
        self._following = Following(log, seat.context.config, memory)

    @property
    def state(self) -> SeatState:
        """The seat's state now."""
        return self._played.state

    @property
    def seat(self) -> Seat:
        """Its files and its core."""
        return self._played.seat

    def start(self) -> None:
        """Recover, be present, follow. Does not wait for the log."""
        self._played.start()
        state = self.state
        if self._contact is not None:
            self._contact.start(self._deliver, lambda: self._follow(state))
        else:
            self._follow(state)

    def _follow(self, state: SeatState) -> None:
        if self._showing is not None:
            self._showing.show(state)
        self._following.start(state, self._played.entry, self._played.linked, self._deliver)
        self._follows = True

    def poll(self, now_ms: int, *, bets: bool = True) -> int:
        """Do what waits and what is due at ``now_ms`` of a monotonic clock; when to poll again at the latest.

        ``bets`` False: the bot touches nothing. Raises :class:`kiosk.faults.EnvironmentFault` when the journal cannot
        be written.
        """
        played = self._played
        self._inbox.extend(self.seat.certificate_news())
        while self._inbox:
            event = self._inbox.popleft()
            self._heard(event)
            played.runner.handle(event)
            self._count(event)
            played.pump()
        if bets and played.plays:
            self._act(now_ms)
        ticks = played.needs_ticks
        if ticks:
            played.tick(now_ms)
        played.runner.write_due(now_ms)
        if self._follows:
            if self._showing is not None:
                self._showing.show(self.state)
            self._following.look(self.state)
        played.check()
        due_ms = now_ms + (TICK_MS if ticks else REST_MS)
        return due_ms if self._next_bot_ms is None else min(due_ms, self._next_bot_ms)

    @property
    def at_rest(self) -> bool:
        """Whether nothing of the seat is under way: no chips in play, nothing in the outbox."""
        state = self.state
        self._played.runner.flush()
        rests = state.flight is None and state.balances.escrow == 0 and not state.later
        return rests and state.cashout is None and not self._inbox and not self.seat.store.load().outbox

    def close(self) -> None:
        """Be gone, and close the files."""
        self.leave()
        self._played.close()

    def leave(self) -> None:
        """Be gone: follow no more and show nothing."""
        if self._contact is not None:
            self._contact.close()
        self._following.close()
        if self._showing is not None:
            self._showing.close()

    def _act(self, now_ms: int) -> None:
        if self._next_bot_ms is None:  # not all seats at the same moment
            self._next_bot_ms = now_ms + sum(self.name.encode()) * 37 % self._bot_every_ms
        if now_ms >= self._next_bot_ms:
            self._next_bot_ms = now_ms + self._bot_every_ms
            if self.state.link:
                self._played.act()

    def _deliver(self, event: AnyEvent) -> None:
        if len(self._inbox) >= MAX_EVENTS:
            raise OverflowError(f"{MAX_EVENTS} events wait for seat {self.name}")
        self._inbox.append(event)
        self.woken()

    def _count(self, event: AnyEvent) -> None:
        registered = self.state.registered
        if registered is not None and registered.seq != self._registered:
            self._registered = registered.seq
            self.counts.registered += 1
        match event:
            case SlipRefused():
                self.counts.refused += 1
            case SlipUnanswered():
                self.counts.unanswered += 1
            case _:
                self._count_round()

    def _count_round(self) -> None:
        """Rounds that are over, from the first that began after the seat had caught up."""
        state, table = self.state, self.state.table
        if self._counted is None:
            self._counted = table.number if state.link else None
        elif table.number > self._counted and table.phase in (Phase.ENDED, Phase.VOID):
            self._counted = table.number
            self.rounds += 1


class Crowd:
    """Runs seats in the caller's thread. ``clock_ms`` is a monotonic clock."""

    def __init__(self, seats: Sequence[SimulatedSeat], clock_ms: Callable[[], int]) -> None:
        self._seats = seats
        self._clock_ms = clock_ms
        # A SimpleQueue may also be filled by a signal's handler, in the middle of anything.
        self._woken: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._flags = [threading.Lock() for _ in seats]
        self.bets = True
        self._end = False
        for n, seat in enumerate(seats):
            seat.woken = self._waker(n)

    def _waker(self, n: int) -> Callable[[], None]:
        flag = self._flags[n]

        def wake() -> None:
            if flag.acquire(blocking=False):  # it waits in the queue once
                self._woken.put(n)

        return wake

    @property
    def at_rest(self) -> bool:
        """Whether nothing of any seat is under way."""
        return all(seat.at_rest for seat in self._seats)

    def stop(self) -> None:
        """End ``run`` soon. Any thread, and a signal's handler too."""
        self._end = True
        self._woken.put(-1)

    def run(self, done: Callable[[], bool] = lambda: False) -> None:
        """Run until ``done`` or ``stop``. Raises :class:`kiosk.faults.EnvironmentFault` as a seat does."""
        due = [(self._clock_ms(), n) for n in range(len(self._seats))]
        next_ms = [at for at, _ in due]
        while not self._end and not done():
            self._look_at(self._take_woken(due), due, next_ms)
            now_ms = self._clock_ms()
            late: list[int] = []
            while due and due[0][0] <= now_ms:
                at, n = heapq.heappop(due)
                if next_ms[n] == at:  # else it was looked at meanwhile, and stands in the heap anew
                    late.append(n)
            self._look_at(late, due, next_ms)

    def _take_woken(self, due: list[tuple[int, int]]) -> list[int]:
        wait_s = max(0, due[0][0] - self._clock_ms()) / 1000 if due else 0.1
        found: list[int] = []
        try:
            found.append(self._woken.get(timeout=min(wait_s, 0.1)) if wait_s else self._woken.get_nowait())
            while True:
                found.append(self._woken.get_nowait())
        except queue.Empty:
            return [n for n in found if n >= 0]

    def _look_at(self, which: list[int], due: list[tuple[int, int]], next_ms: list[int]) -> None:
        for n in which:
            flag = self._flags[n]
            if flag.locked():  # before the seat looks: what comes from now on wakes it again
                flag.release()
            at = self._seats[n].poll(self._clock_ms(), bets=self.bets)
            next_ms[n] = at
            heapq.heappush(due, (at, n))
