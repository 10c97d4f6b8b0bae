"""One seat of a table over the network, without a screen, in the caller's thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from kiosk.app.link_words import nothing
from kiosk.app.machine import Seat
from kiosk.app.networked import NetworkTable
from kiosk.demo.simulated import Crowd, SimulatedSeat
from kiosk.faults import EnvironmentFault
from kiosk.seat.state import LastRound, SeatState


class Reporter:
    """Writes a line when something of the state has changed that it tells of. None: nowhere.

    Raises :class:`EnvironmentFault` for a file that cannot be written.
    """

    def __init__(self, path: Path | None) -> None:
        try:
            self._file = None if path is None else path.open("ab", buffering=0)
        except OSError as error:
            raise EnvironmentFault(f"report {path} cannot be written: {error.strerror}") from error
        self._last: LastRound | None = None
        self._link: bool | None = None

    def begin(self, state: SeatState, seat: str) -> None:
        """The seat has started."""
        self._last, self._link = state.last, state.link
        self._write({"kind": "start", "seat": seat, "credit": state.balances.credit})

    def look(self, state: SeatState) -> None:
        """Tell what is new."""
        if state.link is not self._link:
            self._link = state.link
            self._write({"kind": "link", "up": state.link})
        if state.last is not self._last and state.last is not None:
            last = self._last = state.last
            paid = last.settlement.paid if last.settlement is not None else sum(last.stakes.values())
            self._write(
                {
                    "kind": "void" if last.void_reason else "round",
                    "round": last.number,
                    "staked": sum(last.stakes.values()),
                    "paid": paid,
                    "corrected": last.corrected,
                    "credit": state.balances.credit,
                }
            )

    def end(self, state: SeatState) -> None:
        """The seat ends."""
        self._write({"kind": "end", "credit": state.balances.credit})
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, found: dict[str, object]) -> None:
        if self._file is not None:
            self._file.write(msgspec.json.encode(found) + b"\n")


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
