"""Many seats with bots in one process, at a table over the network that somebody else runs."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from kiosk.app.config import SeatFile, read_seat_file
from kiosk.app.link_words import nothing
from kiosk.app.machine import Rules, Seat, place_of, read_rules
from kiosk.app.networked import NetworkTable
from kiosk.app.state_dir import StateDir
from kiosk.demo.alone import clock_ms
from kiosk.demo.simulated import BOT_EVERY_MS, Counts, Crowd, SimulatedSeat
from kiosk.faults import EnvironmentFault
from kiosk.seat.context import SeatConfig
from kiosk.table import keys
from kiosk.table.log import NoAnswer, TableLog

MOST_THREADS = 4  # a commit waits for the disk: so many may wait at once
REST_S = 20.0  # so long the last bets may take to come to their end
COPY_S = 20.0  # so long the log may be silent before an audit gives up
PAGE = 1_000
_SCHEMA = """
CREATE TABLE entry(id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL) STRICT
"""


class Member:
    """A seat of the simulation: its files, its link with its own credentials, its bot."""

    def __init__(self, file: SeatFile, rules: Rules, state: StateDir, seed: int, speed: float) -> None:
        self.dir = state
        self.config = place_of(file, rules).config
        self.game = file.game
        self.house_tickets = file.tickets == "house"
        state.hold()
        try:
            seat = Seat(state, rules, lambda _: None, place_of(file, rules))
            try:
                self._refuse_locked(seat)
                self.table = NetworkTable(seat, file.log)
            except BaseException:
                seat.close()
                raise
        except BaseException:
            state.release()
            raise
        table = self.table
        every_ms = max(1, round(BOT_EVERY_MS / speed))
        self.seat = SimulatedSeat(
            seat,
            table.log,
            table.sender,
            showing=table.showing,
            bot_seed=seed,
            bot_every_ms=every_ms,
            registrar=table.registrar,
            memory=table.memory,
            contact=table.contact,
        )

    @staticmethod
    def _refuse_locked(seat: Seat) -> None:
        if seat.findings:
            raise EnvironmentFault(f"seat {seat.context.config.seat} is locked: {'; '.join(seat.findings)}")

    def copy_log(self, path: Path) -> None:
        """The log as this seat may read it. Raises NoAnswer when it stays silent."""
        end_s = time.monotonic() + COPY_S
        while True:
            try:
                copy_log(self.table.log, self.config, path)
            except NoAnswer:
                if time.monotonic() > end_s:
                    raise
                time.sleep(0.5)
            else:
                return

    def leave(self) -> None:
        """Be gone from the table; its files may be looked at now."""
        self.seat.leave()
        self.dir.release()

    def close(self) -> None:
        """Be gone and close the files."""
        self.seat.leave()
        self.table.close()
        self.seat.close()
        self.dir.release()


def read_seats(folder: Path, count: int, game: str | None = None) -> list[SeatFile]:
    """The first ``count`` seats of a provided folder, all of that ``game`` where one is named.

    Raises :class:`EnvironmentFault`.
    """
    found = sorted((folder / "config").glob("seat-*.toml"))
    if len(found) < count or count < 1:
        raise EnvironmentFault(
            f"{count} seats asked for, {folder} has {len(found)}", "Name a provided folder with --dir"
        )
    files = [read_seat_file(path) for path in found[:count]]
    for path, file in zip(found, files, strict=False):
        if not file.demonstration:
            raise EnvironmentFault(
                f"{path}: demonstration of false: expected true, since a program plays at table {file.table}",
                "Provide a demonstration's table with kiosk provision --demonstration",
            )
        if file.game != (game or file.game):
            raise EnvironmentFault(
                f"{path}: game of {file.game!r}: expected {game!r}", "Name another folder with --dir"
            )
    return files


class Simulation:
    """Plays with all its seats until ``rounds`` are over, or ``stop``. Raises :class:`EnvironmentFault`."""

    def __init__(
        self,
        files: Sequence[SeatFile],
        rounds: int,
        state: Path | None,
        seed: int,
        speed: float = 1.0,
        threads: int = MOST_THREADS,
    ) -> None:
        rules = {
            (game, name): read_rules(name, of=game)
            for game, name in sorted({(file.game, file.layout) for file in files})
        }
        self._rounds = rounds
        self.members: list[Member] = []
        try:
            for n, file in enumerate(files):
                folder = StateDir(file.state if state is None else state / f"seat-{file.seat}")
                self.members.append(Member(file, rules[file.game, file.layout], folder, seed + n, speed))
        except BaseException:
            self.close()
            raise
        shares = max(1, min(threads, len(self.members)))
        self._crowds = [
            Crowd([member.seat for member in self.members[n::shares]], clock_ms) for n in range(shares)
        ]
        self._faults: list[BaseException] = []
        self.look: Callable[[], None] = nothing  # called again and again while it runs
        for member in self.members:
            member.table.on_bug = self._failed

    @property
    def played(self) -> int:
        """Rounds that have begun and ended while a seat was there."""
        return max((member.seat.rounds for member in self.members), default=0)

    @property
    def counts(self) -> Counts:
        """What became of all slips."""
        total = Counts()
        for member in self.members:
            total.add(member.seat.counts)
        return total

    def stop(self) -> None:
        """End soon. Any thread, and a signal's handler too."""
        for crowd in self._crowds:
            crowd.stop()

    def run(self) -> None:
        """Play; then let the last bets come to their end."""
        for member in self.members:
            member.seat.start()
        threads = [
            threading.Thread(target=self._run, args=(crowd, self._done_of(crowd)), name=f"seats-{n}")
            for n, crowd in enumerate(self._crowds)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            while thread.is_alive():  # a signal's handler runs in this thread, between two looks
                thread.join(0.1)
                self.look()
        if self._faults:
            raise self._faults[0]

    def _run(self, crowd: Crowd, done: Callable[[], bool]) -> None:
        try:
            crowd.run(done)
        except BaseException as fault:  # noqa: BLE001 - raised by `run`, whatever it is
            self._failed(fault)

    def _failed(self, fault: BaseException) -> None:
        self._faults.append(fault)
        self.stop()

    def _done_of(self, crowd: Crowd) -> Callable[[], bool]:
        until_s: float | None = None

        def done() -> bool:
            nonlocal until_s
            if self._rounds == 0 or self.played < self._rounds:
                return False
            crowd.bets = False
            if until_s is None:
                until_s = time.monotonic() + REST_S
            return crowd.at_rest or time.monotonic() > until_s

        return done

    def leave(self) -> None:
        """Be gone from the table, all seats: before an audit."""
        for member in self.members:
            member.leave()

    def close(self) -> None:
        """Close all seats."""
        for member in self.members:
            member.close()
        self.members = []


def copy_log(log: TableLog, config: SeatConfig, path: Path) -> None:
    """Write rounds, slips and reports as they stand now into a new file. Raises NoAnswer.

    A round that has left the log is not in it: audit a seat that played such rounds against the archive.
    """
    prefixes = [keys.rounds(config.table), keys.seat(config.table, config.seat)]
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as db:
        db.execute(_SCHEMA)
        after = 0
        while entries := log.read(prefixes, after, PAGE):
            rows = [(entry.seq, entry.key, entry.value) for entry in entries]
            db.executemany("INSERT INTO entry(seq, key, value) VALUES (?, ?, ?)", rows)
            after = entries[-1].seq
        db.commit()
