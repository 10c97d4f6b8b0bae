"""Plays without a screen: one thread, and a clock of its own that goes as fast as the machine can."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from kiosk.app.machine import Rules, Seat, opened
from kiosk.app.state_checks import followed
from kiosk.app.state_dir import StateDir
from kiosk.console.chance import ChanceFor
from kiosk.console.desk import Pace
from kiosk.demo.headless_seat import HeadlessSeat
from kiosk.demo.own_table import OpenTable
from kiosk.links.embedded import EmbeddedLog
from kiosk.runner.ports import DirectSender
from kiosk.seat.effects import Notice
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase

TICK_MS = 100
BOT_EVERY_MS = 700


@dataclass(frozen=True)
class Play:
    """How to play: pace, chance, seed of the bot (None: nobody plays), rounds, and speed (0: as fast as it goes)."""

    pace: Pace
    chance: ChanceFor
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
        told: Callable[[Notice], None] = lambda _: None,
    ) -> None:
        self._play = play
        self.played = self._now_ms = 0
        self.seat = Seat(state, rules, progress)
        try:
            self._table = opened(
                self.seat, lambda: OpenTable(self.seat, rules, play.chance, play.pace, self._clock_ms)
            )
        except BaseException:
            self.seat.close()
            raise
        if self._table is None:
            return  # locked: neither log nor dealer is open, so that nothing can be written
        self._resumed = self._table.last_round  # begun before: it may still have to be concluded
        self._played = HeadlessSeat(self.seat, DirectSender(self._table.log), play.bot_seed, told=told)
        self.acceptor, self.runner = self._played.acceptor, self._played.runner
        self._start(self._table.log)

    @property
    def state(self) -> SeatState:
        """The seat's state, also when its self-test has locked it."""
        return self.seat.core.state

    def _clock_ms(self) -> int:
        return self._now_ms

    def _start(self, log: EmbeddedLog) -> None:
        self._played.start()
        config = self.seat.context.config
        log.follow(followed(config), self.runner.state.log_seq, self._played.entry, self._played.linked)
        self.runner.pump()

    def run(self) -> None:
        """Play until the asked rounds are over, counted from now. 0 rounds: for ever.

        Raises :class:`EnvironmentFault` when journal or log cannot be written any more; the seat is locked then.
        """
        if self._table is None:
            return
        next_bot_ms = 0
        clock = time.monotonic()
        while self._play.rounds == 0 or self.played < self._play.rounds:
            self._played.check()
            self._table.deal()
            self._after_dealer()
            if self._played.plays and self._now_ms >= next_bot_ms:
                self._played.act()
                next_bot_ms = self._now_ms + BOT_EVERY_MS
            if self._played.needs_ticks:
                self._played.tick(self._now_ms)
            self.runner.write_due(self._now_ms)
            self._now_ms += TICK_MS
            if self._play.speed:
                time.sleep(max(0.0, clock + self._now_ms / 1000 / self._play.speed - time.monotonic()))

    def _after_dealer(self) -> None:
        before = self.runner.state.table
        self._played.pump()
        table = self.runner.state.table
        ended = table.phase in (Phase.ENDED, Phase.VOID)
        new = table.number > self._resumed and (before.number, before.phase) != (table.number, table.phase)
        if ended and new:
            self.played += 1

    def close(self) -> None:
        """Close everything; all that was told is on disk."""
        if self._table is not None:
            self.runner.flush()
            self._table.close()
        self.seat.close()
