"""A floor of real processes and the faults that are done to it, from a seed.

    with chaos_floor(tmp_path, nodes=1, seed=1) as floor:      # etcd, console, three seats with bots, host; all running
        run(floor, [seat_killed("07"), ...], overlap=2)         # tests/kits/chaos/faults.py
        floor.come_to_rest()                                    # the last rounds are played out and everything ends
        check_books(floor.archive, floor.files())               # tests/kits/audit/floor_books.py

Every party reaches each server through a proxy of its own (tests/kits/chaos/proxy.py).
"""

from __future__ import annotations

import contextlib
import json
import random
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from kiosk.app.config import read_admin_file, read_console_file, read_host_file, read_seat_file
from kiosk.console import commands as c
from kiosk.console.commands import Authority
from kiosk.console.view import Next, Phase, Presence
from kiosk.links.etcd.log import EtcdLog
from kiosk.table import keys
from kiosk.table.log import Entry, NoAnswer
from kiosk.table.signature import parted
from kits import KIOSK, REPO, surroundings
from kits.audit.floor_truth import TABLE, SeatFiles
from kits.chaos.proxy import Proxies, Proxy
from kits.console.live import LiveConsole
from kits.ops.provision import PIN, SUPERVISOR, Provisioned, provisioned
from kits.processes import Process

SEATS = {"07": "A", "08": "C", "09": "B"}
NG = Authority(SUPERVISOR, PIN)
SPEED, BETTING_S = 20, 30  # of the console: 1.5 s of betting
BETTING_MS = BETTING_S * 1000 // SPEED
ENDS_S = 60.0
STEP_S = 0.004


class Program:
    """One `kiosk` command in a process of its own; ``by``: the words with which a program of the kits runs it."""

    def __init__(self, output: Path, *words: str, by: Sequence[str] = KIOSK) -> None:
        self.words = words
        self.output = output
        self._by = by
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def runs(self) -> bool:
        """Whether it was started and not ended by the test."""
        return self._process is not None

    def start(self, *more: str) -> None:
        """Start it; does not wait."""
        assert self._process is None, f"{self.words} runs already"
        with self.output.open("ab") as output:
            self._process = Process(
                [*self._by, *self.words, *more],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=REPO,
                env=surroundings(),
            )

    def check(self) -> None:
        """It must not end by itself."""
        if self._process is not None and (status := self._process.poll()) is not None:
            raise AssertionError(f"{self.words} ended with {status}: {self.output.read_text()[-3000:]}")

    def signal(self, what: signal.Signals) -> None:
        """SIGSTOP, SIGCONT."""
        assert self._process is not None
        self._process.send_signal(what)

    def kill(self) -> None:
        """SIGKILL; nothing when it does not run."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(ENDS_S)
            self._process = None

    def stop(self) -> None:
        """SIGTERM; it must end well."""
        self.signal(signal.SIGTERM)
        self.ends()

    def ends(self, within: float = ENDS_S) -> None:
        """It must end well by itself, within so many seconds."""
        assert self._process is not None
        try:
            status = self._process.wait(within)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"{self.words} does not end: {self.output.read_text()[-3000:]}") from None
        self._process = None
        assert status == 0, f"{self.words} ended with {status}: {self.output.read_text()[-3000:]}"


class Observer:
    """What happens at the table, for the timing of faults alone."""

    def __init__(self, config: Path) -> None:
        self._log = EtcdLog(read_admin_file(config).log.etcd())
        self.round, self.event, self.at_s = 0, "", 0.0
        self.counts: Counter[str] = Counter()
        prefixes = [keys.rounds(TABLE), keys.root(TABLE) + "seat/"]
        self._feed = self._log.follow(prefixes, 0, self._taken)

    def _taken(self, entry: Entry) -> None:
        record = json.loads(parted(entry.value).record)
        self.counts[record["type"]] += 1
        if entry.key.startswith(keys.rounds(TABLE)):
            self.round, self.event, self.at_s = record["round"], record["type"], time.monotonic()

    def slips_of(self, number: int) -> int:
        """How many slips of that round stand in the log now."""
        found = 0
        for seat in SEATS:
            prefix = f"{keys.slips(TABLE, seat)}{number}/"
            found += len(self._log.read([prefix], 0, 1_000))
        return found

    def close(self) -> None:
        """Watch no more."""
        self._feed.close()
        self._log.close()


class ChaosFloor:
    """Processes, servers and lines by name; ``faults`` counts what was done to them."""

    def __init__(
        self, table: Provisioned, proxies: Proxies, seed: int, dealt: LiveConsole | None = None
    ) -> None:
        self.table = table
        self.dealt = dealt  # the console in this process, which the test deals at; else one deals by itself
        self.random = random.Random(f"chaos:{seed}")
        self.seed = seed
        self.faults: Counter[str] = Counter()
        self.lines: dict[str, list[Proxy]] = {}
        for party in ("console", "host-1", *(f"seat-{name}" for name in SEATS)):
            others = table.endpoints if party == "host-1" else table.plan.doors
            self.lines[party] = [proxies.between(endpoint) for endpoint in others]
            for line, endpoint in zip(self.lines[party], others, strict=True):
                table.set(party, endpoint, line.endpoint)
        table.set("console", "betting_seconds = 36", f"betting_seconds = {BETTING_S}")
        self.console = self._program(
            "console", "--headless", "--auto", "--speed", str(SPEED), "--seed", str(seed)
        )
        self.host = self._program("host-1", command="host")
        self.seats = {name: self._program(f"seat-{name}", "--headless", command="terminal") for name in SEATS}
        self.observer = Observer(table.config("admin"))
        self._starts = 0

    def _program(self, party: str, *words: str, command: str = "") -> Program:
        config = self.table.config(party)
        return Program(config.with_suffix(".out"), command or party, "--config", str(config), *words)

    @property
    def programs(self) -> list[Program]:
        """All processes but the servers."""
        return [self.console, self.host, *self.seats.values()]  # the console never runs where the test deals

    def start(self) -> None:
        """Everything runs; where the console deals by itself, some bets are settled."""
        self.host.start()
        if self.dealt is not None:
            self.dealt.looking = self.check
            self.dealt.start()
        else:
            self.console.start()
        for name in self.seats:
            self.start_seat(name)
        if self.dealt is None:
            self.until(lambda: self.observer.counts["Settled"] >= 3)

    def start_seat(self, name: str) -> None:
        """With a bot of a new seed: what it does hangs on what it finds."""
        self._starts += 1
        self.seats[name].start("--bot", "--seed", str(self.seed * 1_000 + self._starts))

    def check(self) -> None:
        """No process has ended by itself."""
        for program in self.programs:
            program.check()

    def until(self, holds: Callable[[], bool], seconds: float = ENDS_S) -> None:
        """Wait; no process may end by itself meanwhile."""
        end = time.monotonic() + seconds
        while not holds():
            self.check()
            assert time.monotonic() < end, f"not so within {seconds} s: {self.observer.counts}"
            pause(STEP_S)

    def come_to_rest(self) -> None:
        """All lines are well; nobody bets any more; what is open is decided, two rounds more are played."""
        for name in self.seats:
            self.seats[name].stop()
            self.seats[name].start()
        if self.dealt is None:
            self.console.stop()
            self.console.start("--rounds", "2")
            self.console.ends()
        else:
            _last_round(self.dealt)
        for seat in self.seats.values():
            seat.stop()
        if self.dealt is not None:  # what a seat has read, its archive has too; the log is behind the host
            console = self.dealt
            console.until(lambda _: _has_all(console))
            console.stop()
        self.host.stop()
        self.observer.close()

    def kill_all(self) -> None:
        """Leave nothing running."""
        for program in self.programs:
            program.kill()
        if self.dealt is not None and self.dealt.desk is not None:
            self.dealt.stop()

    # --- what the judges read -------------------------------------------------------------------------------------

    @property
    def archive(self) -> Path:
        """The console's archive."""
        return read_console_file(self.table.console).state / "archive.db"

    @property
    def host_archive(self) -> Path:
        """The host's archive."""
        return read_host_file(self.table.host).state / f"{TABLE}.archive.db"

    def files(self) -> dict[str, SeatFiles]:
        """Where the seats keep everything."""
        return {
            name: SeatFiles(layout, read_seat_file(self.table.seat(name)).state)
            for name, layout in SEATS.items()
        }


def _last_round(console: LiveConsole) -> None:
    """One more without bets, when every seat is there and all before it is settled."""
    console.until(lambda view: all(seat.presence is Presence.PRESENT for seat in view.seats))
    if console.view.next is Next.ANSWER_INTERRUPTION:
        console.ok(c.Interrupted(decided=False, authority=NG))
    if console.view.phase is Phase.RESULT:
        console.ok(c.EndRound())
    elif console.view.phase not in (Phase.ENDED, Phase.VOID):
        console.ok(c.Void("end of the test", NG))
    console.ok(c.OpenBets())
    console.bring_to(Phase.ENDED)
    console.until(lambda view: not any(line.unsettled for line in view.last_rounds))


def _has_all(console: LiveConsole) -> bool:
    """Whether its archive ends where the log does."""
    try:
        return not console.log.read([keys.root(TABLE)], console.archive.last_seq, 1)
    except NoAnswer:
        return False


def pause(seconds: float) -> None:
    """Wait."""
    threading.Event().wait(seconds)


@contextlib.contextmanager
def chaos_floor(folder: Path, *, nodes: int, seed: int, dealt: bool = False) -> Iterator[ChaosFloor]:
    """A running floor. Call it in the main thread. ``dealt``: the console is in this process, for the test."""
    with provisioned(folder, SEATS, nodes=nodes, listening=1) as table, Proxies() as proxies:
        floor = ChaosFloor(table, proxies, seed, LiveConsole(table.console) if dealt else None)
        try:
            floor.start()
            yield floor
        finally:
            floor.kill_all()
            floor.observer.close()
