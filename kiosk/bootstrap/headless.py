"""Plays without a screen: one thread, a clock that jumps to the next thing that is due."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from kiosk.bootstrap.machine import ACCEPTOR, OpenTable, Rules, Seat, log_answers
from kiosk.bootstrap.state_dir import StateDir
from kiosk.console.auto_dealer import Pace
from kiosk.console.dice import RollFor
from kiosk.devices.ports import DeviceEvent
from kiosk.faults import EnvironmentFault
from kiosk.links.embedded import EmbeddedLog
from kiosk.runner.bot import Bot, Hands
from kiosk.runner.performer import Performer, event_of
from kiosk.runner.ports import DirectSender
from kiosk.runner.runner import Runner
from kiosk.seat.effects import Tell
from kiosk.seat.events import AcceptorReady, AnyEvent, CloseWasShown, LinkUp, LogRead, Tick
from kiosk.seat.state import LockKind, SeatState, lock_of
from kiosk.table import keys
from kiosk.table.log import Entry
from kiosk.table.round import Phase

TICK_MS = 100
BOT_EVERY_MS = 700


@dataclass(frozen=True)
class Play:
    """How to play: pace, dice, seed of the bot (None: nobody plays), rounds, and speed (0: as fast as it goes)."""

    pace: Pace
    roll: RollFor
    bot_seed: int | None
    rounds: int
    speed: float = 0.0


class Headless:
    """One table and one seat in the caller's thread."""

    def __init__(
        self,
        state: StateDir,
        rules: Rules,
        play: Play,
        progress: Callable[[float], None] = lambda _: None,
        told: Callable[[Tell], None] = lambda _: None,
    ) -> None:
        self._play = play
        self._shown = 0
        self.played = 0
        self.seat = Seat(state, rules, progress)
        self._table: OpenTable | None = None
        if self.seat.findings:
            return  # locked: neither log nor dealer is opened, so that nothing can be written
        try:
            self._table = OpenTable(self.seat, rules, play.roll, play.pace)
        except BaseException:
            self.seat.close()
            raise
        self._dealer = self._table.dealer
        self._resumed = self._table.service.table.number  # begun before: it may still have to be concluded
        self.acceptor, printer = self.seat.devices(self._device, lambda job: job())
        ports = self.seat.ports(DirectSender(self._table.log), self.acceptor, printer)
        performer = Performer(self.seat.context.config, ports, self.seat.store, self._event)
        self.runner = Runner(self.seat.core, self.seat.store, performer, self.acceptor, ports.now, told)
        self._bot = self._make_bot(play.bot_seed)
        self._start(self._table.log)

    @property
    def state(self) -> SeatState:
        """The seat's state, also when its self-test has locked it."""
        return self.seat.core.state

    def _start(self, log: EmbeddedLog) -> None:
        config = self.seat.context.config
        self.runner.start(self.seat.outbox, self.acceptor.power_up)
        prefixes = [keys.rounds(config.table), keys.slips(config.table, config.seat)]
        log.follow(prefixes, self.runner.state.log_seq, self._entry)
        self.runner.handle(LinkUp())
        self.runner.handle(AcceptorReady(ACCEPTOR))

    def _make_bot(self, seed: int | None) -> Bot | None:
        if seed is None:
            return None
        return Bot(seed, self.seat.core, Hands(self._note, self._ticket, self._open_tickets))

    def _note(self, cents: int) -> None:
        self.acceptor.insert(cents)

    def _ticket(self, number: str) -> None:
        self.acceptor.insert_ticket(number)

    def _open_tickets(self) -> list[str]:
        kept = self.seat.store.tickets("out", 5)
        redeemed = {ticket.number for ticket in self.seat.store.tickets("in", 35)}
        return [
            ticket.number
            for ticket in kept[::-1]
            if ticket.state == "issued" and ticket.number not in redeemed
        ]

    def _event(self, event: AnyEvent) -> None:
        self.runner.deliver(event)

    def _device(self, told: DeviceEvent) -> None:
        self.runner.deliver(event_of(told))

    def _entry(self, entry: Entry) -> None:
        self.runner.deliver(LogRead(entry.seq, entry.key, entry.value))

    def run(self) -> None:
        """Play until the asked rounds are over, counted from now. 0 rounds: for ever.

        Raises :class:`EnvironmentFault` when journal or log cannot be written any more; the seat is locked then.
        """
        if self._table is None:
            return
        now_ms, next_bot_ms = 0, 0
        clock = time.monotonic()
        while self._play.rounds == 0 or self.played < self._play.rounds:
            if self.runner.failed:
                raise EnvironmentFault(self._lock_words(), "Make room or mend the disk, then start again")
            with log_answers():
                due_ms = self._dealer.poll(now_ms)
            self._after_dealer()
            if self._bot is not None and now_ms >= next_bot_ms:
                for event in self._bot.act():
                    self.runner.handle(event)
                self.runner.pump()
                next_bot_ms = now_ms + BOT_EVERY_MS
            self.runner.handle(Tick(now_ms))
            now_ms = self._advance(now_ms, due_ms, next_bot_ms)
            if self._play.speed:
                time.sleep(max(0.0, clock + now_ms / 1000 / self._play.speed - time.monotonic()))

    def _lock_words(self) -> str:
        lock = lock_of(self.runner.state, LockKind.STORE)
        return f"the seat is locked: {lock.detail}" if lock is not None else "the seat is locked"

    def _after_dealer(self) -> None:
        before = self.runner.state.table
        self.runner.pump()
        table = self.runner.state.table
        if table.phase is Phase.CLOSED and self._shown != table.number:
            self._shown = table.number
            self.runner.handle(CloseWasShown(table.number))
        ended = table.phase in (Phase.ENDED, Phase.VOID)
        new = table.number > self._resumed and (before.number, before.phase) != (table.number, table.phase)
        if ended and new:
            self.played += 1

    def _advance(self, now_ms: int, due_ms: int, next_bot_ms: int) -> int:
        """The next moment at which anything can happen."""
        if self.runner.state.table.phase is Phase.BETTING:
            return min(due_ms, now_ms + TICK_MS) if due_ms > now_ms else now_ms + 1
        wake = min(due_ms, next_bot_ms) if self._bot is not None else due_ms
        return max(now_ms + 1, wake)

    def close(self) -> None:
        """Close everything; all that was told is on disk."""
        if self._table is not None:
            self._table.close()
        self.seat.close()
