"""A whole pit of one game as processes, in which seats, console and shoe are killed by chance while bots play.

    with tormented(tmp_path, PitOf("stud", "B", shoe=True), seed=1) as pit:
        pit.plays(12, kills=2)              # so many rounds, about so many kills in each
        pit.rests()                         # all is decided and settled, every process has ended; etcd still answers
        check_pit(pit)                      # tests/kits/audit/pit_books.py: every book
        check_heard(pit)                    # tests/kits/audit/pit_heard.py: every card was for who has seen it

Each seat speaks over TLS with a certificate of its own. It keeps all that it is told: tests/kits/chaos/hearing.py.
"""

import contextlib
import random
import time
from collections import Counter
from dataclasses import dataclass

from kits import program
from kits.app.commands import told
from kits.chaos.floor import ENDS_S, Observer, Program, pause
from kits.ops.provision import TABLE, provisioned

SPEED, BETTING_S = 20, 24  # of the console: 1.2 s of betting
RECORDS = 110  # of a round with some boxes, about
STEP_S = 0.01
JACKPOT = "main"


@dataclass(frozen=True)
class PitOf:
    """What is played: a game, one layout for all seats, and whether a shoe reads the cards.

    ``decks``: so many lie in it, and last for many rounds; 0: every round has a fresh one.
    ``jackpot``: the table shares one, whose meter lies in the cluster. ``shows_all``: no hand stays hidden to the end.
    ``all_open``: every card falls face up.
    """

    game: str
    layout: str
    shoe: bool = False
    decks: int = 0
    jackpot: bool = False
    boxes: int = 7
    shows_all: bool = False
    all_open: bool = False

    @property
    def seats(self):
        """Their names, a box for each."""
        return tuple(f"{n:02d}" for n in range(1, self.boxes + 1))


class Pit:
    """The processes by name; ``killed`` counts what was done to them. ``rounds`` are those that are over."""

    def __init__(self, table, of, seed):
        self.table, self.of, self.seed = table, of, seed
        self.random = random.Random(f"pit:{of.game}:{seed}")
        self.killed, self._starts = Counter(), 0
        self.ears = {name: table.dir / f"heard-{name}" for name in self.of.seats}
        table.set("console", "betting_seconds = 36", f"betting_seconds = {BETTING_S}")
        self._shares_jackpot()
        self.shoe_port = table.dir / "shoe"
        self.shoe = self._shoe() if of.shoe else None
        console = ("--config", str(table.console), "--seed", str(seed), "--speed", str(SPEED))
        self.console = self._program("console", *console, by=program("kits.chaos.helped_console"))
        self.seats = {name: self._seat(name) for name in self.of.seats}
        self.observer = Observer(table.config("admin"))

    def _program(self, name, *words, by):
        return Program(self.table.dir / f"{name}.out", *words, by=by)

    def _shoe(self):
        self.table.add("console", f'[shoe]\nkind = "line"\nport = "{self.shoe_port}"\n')
        return self._program(
            "shoe",
            str(self.shoe_port),
            str(self.seed),
            str(self.of.decks),
            by=program("kits.devices.shoe_process"),
        )

    def _seat(self, name):
        by = program("kits.chaos.hearing", self.ears[name])
        return self._program(
            f"seat-{name}", "terminal", "--config", str(self.table.seat(name)), "--headless", by=by
        )

    def _shares_jackpot(self):
        if not self.of.jackpot:
            return
        self.table.set("console", "[pace]", f'jackpot = "{JACKPOT}"\n\n[pace]')
        self.table.set("host-1", f'name = "{TABLE}",', f'name = "{TABLE}", jackpot = "{JACKPOT}",')
        terms = (
            "--reset",
            "5000000",
            "--each",
            "30",
            "--bet",
            "100",
            "--as",
            "Manager",
            "--reason",
            "opened",
        )
        asked = ("--config", str(self.table.host), "--jackpot", JACKPOT)
        told("jackpot", *asked, *terms)

    # --- how it goes ----------------------------------------------------------------------------------------------

    @property
    def programs(self):
        """All processes of the pit but server and host."""
        return [self.console, *self.seats.values(), *([self.shoe] if self.shoe is not None else [])]

    @property
    def rounds(self):
        """How many rounds are over."""
        counts = self.observer.counts
        return counts["RoundEnded"] + counts["RoundVoided"]

    def start(self):
        """Everything runs."""
        self.table.serving[0].start()
        if self.shoe is not None:
            self._start_shoe()
        self.console.start()
        for name in self.of.seats:
            self._start_seat(name)

    def plays(self, rounds, kills=1.0):
        """So many rounds more or some more, with about so many kills in each: one of each kind, then any."""
        end = self.rounds + rounds
        others = ["console", *(["shoe"] if self.shoe else [])]
        first = self.random.sample([self.random.choice(self.of.seats), *others], 1 + len(others))
        while first or self.rounds < end:
            whom = first.pop() if first else self.random.choice([*self.of.seats, *others * 2])
            self._kills(whom, round(2 * RECORDS / kills))

    def _kills(self, whom, within):
        for _ in range(self.random.randint(1, within)):
            seen = self._seen
            self.until(lambda seen=seen: self._seen > seen)
        where = self.observer.event
        found = self.seats.get(whom) or (self.console if whom == "console" else self.shoe)
        found.kill()
        self.killed["seat killed" if whom in self.seats else f"{whom} killed"] += 1
        self.killed[f"after {where}"] += 1
        pause(self.random.choice((0.0, 0.0, 0.5, 2.0)))
        if whom in self.seats:
            self._start_seat(whom)
        elif whom == "shoe":
            self._start_shoe()
        else:
            found.start()

    @property
    def _seen(self):
        return sum(self.observer.counts.values())

    def _start_seat(self, name):
        self._starts += 1
        self.seats[name].start("--bot", "--seed", str(self.seed * 10_000 + self._starts))

    def _start_shoe(self):
        starts = self.shoe_port.with_suffix(".starts")
        before = starts.read_text() if starts.exists() else ""
        self.shoe.start()
        self.until(lambda: self.shoe_port.is_symlink() and starts.read_text() != before)

    def until(self, holds, seconds=ENDS_S):
        """Wait; no process may end by itself meanwhile."""
        end = time.monotonic() + seconds
        while not holds():
            for one in self.programs:
                one.check()
            assert time.monotonic() < end, f"not so within {seconds} s: {self.observer.counts}"
            pause(STEP_S)

    def rests(self):
        """Nobody bets any more, two rounds more are dealt, what is open is settled; then all end but the server."""
        for one in (
            *self.seats.values(),
            self.console,
        ):  # one may just have begun, and not be ready to be told
            one.kill()
            one.start(*(("--rounds", "2") if one is self.console else ()))
        self.console.ends(10 * ENDS_S)  # two rounds, whatever else the machine does
        for one in (*self.seats.values(), *([self.shoe] if self.shoe is not None else [])):
            one.stop()
        self.table.serving[0].stop()
        self.observer.close()

    def kill_all(self):
        """Leave nothing running."""
        for one in self.programs:
            one.kill()


@contextlib.contextmanager
def tormented(folder, of, seed):
    """A pit that runs. Call it in the main thread."""
    seats = dict.fromkeys(of.seats, of.layout)
    with provisioned(folder, seats, listening=1, hosts=True, game=of.game) as table:
        pit = Pit(table, of, seed)
        try:
            pit.start()
            yield pit
        finally:
            pit.kill_all()
            pit.observer.close()
