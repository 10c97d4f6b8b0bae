"""One seat of a table over the network, without a screen, in the caller's thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kiosk.app.link_words import nothing
from kiosk.app.machine import Seat
from kiosk.app.networked import NetworkTable
from kiosk.demo.reporting import Reporter
from kiosk.demo.simulated import Crowd, SimulatedSeat


@dataclass(frozen=True)
class Alone:
    """How the seat runs: the bot's seed (None: nobody plays), rounds (0: for ever), and where it tells of itself."""

    bot_seed: int | None = None
    rounds: int = 0
    report: Path | None = None


def clock_ms() -> int:
    """A monotonic clock."""
    return time.monotonic_ns() // 1_000_000


class AloneSeat:
    """The seat, its link and its report; closes all of them.

    Raises :class:`kiosk.faults.EnvironmentFault` as :class:`NetworkTable` does.
    """

    def __init__(self, seat: Seat, table: NetworkTable, how: Alone) -> None:
        self._how = how
        self.look: Callable[[], None] = nothing  # called again and again while it runs
        self._reporter = Reporter(how.report)
        self._table = table
        self._bugs: list[BaseException] = []
        table.on_bug = self._bug
        log = table.log
        self.seat = SimulatedSeat(
            seat,
            log,
            table.sender,
            showing=table.showing,
            bot_seed=how.bot_seed,
            registrar=table.registrar,
            memory=table.memory,
            contact=table.contact,
        )
        self._crowd = Crowd([self.seat], clock_ms)

    def stop(self) -> None:
        """End ``run`` soon. Any thread, and a signal's handler too."""
        self._crowd.stop()

    def run(self) -> None:
        """Run until ``stop``, or until the rounds are over and the seat's bets with them."""
        self.seat.start()
        self._reporter.begin(self.seat.state, self.seat.name)
        self._crowd.run(self._looked)
        if self._bugs:
            raise self._bugs[0]

    def close(self) -> None:
        """Be gone, finish what was sent, close the files."""
        self.seat.leave()
        self._table.close()
        self._reporter.end(self.seat.state)
        self.seat.close()

    def _looked(self) -> bool:
        self._reporter.look(self.seat.state)
        self.look()
        if self._how.rounds == 0 or self.seat.rounds < self._how.rounds:
            return False
        self._crowd.bets = False
        return self.seat.at_rest

    def _bug(self, bug: BaseException) -> None:
        self._bugs.append(bug)
        self._crowd.stop()
