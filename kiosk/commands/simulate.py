"""`kiosk simulate`: many seats with bots at a table that runs or at one of its own, then the audit of all books."""

from __future__ import annotations

import argparse
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from kiosk.app.link_words import LinkWords
from kiosk.app.machine import DEMO_TABLE, read_rules
from kiosk.audit.verify import Verdict
from kiosk.commands._game import layout_of
from kiosk.commands._life import ends_by_signal, say_on_stderr
from kiosk.commands._options import count, file_option, folder_option
from kiosk.commands._screen import speed
from kiosk.commands._state import audited, where_at_table
from kiosk.demo.simulated import Counts
from kiosk.demo.simulation import Member, Simulation, read_seats
from kiosk.demo.whole_table import WholeTable
from kiosk.devices.files import made_folder
from kiosk.faults import EnvironmentFault
from kiosk.games import first_game, game_names
from kiosk.money import dollars

HELP = "play with many seats and bots, at a running table or as quick as the machine is, then audit all books"
FINDINGS_SHOWN = 20
AUDIT_S = 15.0  # so long the console may take to archive the last reports


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of a simulation."""
    parser.add_argument("--seats", type=count, required=True, metavar="N", help="how many seats")
    parser.add_argument(
        "--rounds", type=count, required=True, metavar="R", help="how many rounds; 0: until told to end"
    )
    folder_option(
        parser,
        "--dir",
        "the folder that kiosk provision wrote; without it, a table in this program, whose clock waits for nobody",
    )
    parser.add_argument(
        "--game", choices=game_names(), help="play at a table of this game alone (default: whatever it deals)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="repeatable bots")
    folder_option(
        parser,
        "--state",
        "where the seats keep their books (default: as configured; without --dir in memory)",
    )
    file_option(
        parser,
        "--log",
        "audit against this archive (default: the console's below DIR, else the log as each seat may read it)",
    )
    parser.add_argument(
        "--speed", type=speed, default=1.0, metavar="X", help="let the bots act X times as fast"
    )


def run(args: argparse.Namespace) -> int:
    """Play and audit; 1 when any book is wrong."""
    return _at_own_table(args) if args.dir is None else _at_running_table(args)


def _at_running_table(args: argparse.Namespace) -> int:
    files = read_seats(args.dir, args.seats, args.game)
    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    print(f"seed {seed}, {len(files)} seats at table {files[0].table}", flush=True)
    simulation = Simulation(files, args.rounds, args.state, seed, args.speed)
    simulation.look = LinkWords(
        files[0].log.endpoints,
        lambda: [member.table.log.silence for member in simulation.members],
        say_on_stderr("simulate"),
    ).look
    try:
        with ends_by_signal(simulation.stop):
            simulation.run()
        return _tell(simulation, args.log or _archive_in(args.dir))
    finally:
        simulation.close()


def _at_own_table(args: argparse.Namespace) -> int:
    """Everything in this thread. What it did in how much time is told for whoever measures it."""
    if args.log is not None or args.speed != 1.0:
        raise EnvironmentFault("--log and --speed are for a table that runs", "Name its folder with --dir")
    game = args.game if args.game is not None else first_game()
    rules = read_rules(layout_of(game, None), of=game)
    seed = args.seed if args.seed is not None else secrets.randbelow(2**31)
    print(f"seed {seed}, {args.seats} seats at a table of its own, {game}", flush=True)
    with _own_folder(args.state) as folder:
        table = WholeTable(folder, rules, args.seats, seed)
        try:
            began_s = time.process_time()
            with ends_by_signal(table.stop):
                table.run(args.rounds)
            took_s = time.process_time() - began_s
            totals = _Totals(table.played)
            for seat in table.seats:
                totals.add(seat.seat.store.counters())
        finally:
            table.close()
        for name, path in table.books.items():
            totals.found(name, audited(*where_at_table(path, DEMO_TABLE, name, table.archive, game=game)))
    print(f"{table.played / took_s:.0f} rounds a second of the processor")
    return totals.tell()


@contextmanager
def _own_folder(asked: Path | None) -> Iterator[Path]:
    """The folder that was asked for; else one that is gone afterwards, in memory where the machine has such a place."""
    if asked is not None:
        yield made_folder(asked)
        return
    memory = Path("/dev/shm")  # noqa: S108 - a folder of this process alone
    with tempfile.TemporaryDirectory(prefix="simulate-", dir=memory if memory.is_dir() else None) as folder:
        yield Path(folder)


class _Totals:
    """What became of all seats."""

    def __init__(self, rounds: int) -> None:
        self._rounds = rounds
        self._meters: Counter[str] = Counter()
        self._lost = 0
        self._findings: list[str] = []

    def add(self, counters: Mapping[str, int]) -> None:
        """The meters of a seat."""
        self._meters.update(counters)

    def found(self, seat: str, verdict: Verdict) -> None:
        """The audit of its books."""
        self._lost += verdict.lost
        self._findings += [f"seat {seat}: {finding}" for finding in verdict.findings]

    def tell(self, slips: Counts | None = None) -> int:
        """Say it all; 1 when any book is wrong."""
        meters = self._meters
        print(f"rounds {self._rounds}, bets {meters['rounds_played']} (a seat in a round)")
        if slips is not None:
            print(
                f"slips registered {slips.registered}, refused {slips.refused}, unanswered {slips.unanswered}"
            )
        print(f"turnover {dollars(meters['turnover'])}, paid {dollars(meters['wins'])}")
        for finding in self._findings[:FINDINGS_SHOWN]:
            print(f"found: {finding}")
        wrong = f"{len(self._findings)} findings" if self._findings else "all books agree"
        print(f"cents lost: {self._lost}; {wrong}")
        return 1 if self._findings or self._lost else 0


def _tell(simulation: Simulation, log: Path | None) -> int:
    totals = _Totals(simulation.played)
    simulation.leave()
    for member in simulation.members:
        totals.add(member.seat.seat.store.counters())
        totals.found(member.config.seat, _audit(member, log))
    return totals.tell(simulation.counts)


def _archive_in(folder: Path) -> Path | None:
    """The archive of a console that plays here; settled rounds leave the log, and stay there."""
    path = folder / "config" / "console" / "state" / "archive.db"
    return path if path.exists() else None


def _audit(member: Member, log: Path | None) -> Verdict:
    """The books of a seat that has left; the archive may still be taking its last reports."""
    until_s = time.monotonic() + AUDIT_S
    while True:
        found = _verdict(member, log)
        if found.ok or log is None or time.monotonic() > until_s:
            return found
        time.sleep(0.5)


def _verdict(member: Member, log: Path | None) -> Verdict:
    with tempfile.TemporaryDirectory(prefix="simulate-") as folder:
        if log is None:
            log = Path(folder) / "table.db"
            member.copy_log(log)
        state, where = where_at_table(
            member.dir.path,
            member.config.table,
            member.config.seat,
            log,
            house_tickets=member.house_tickets,
            game=member.game,
        )
        return audited(state, where)
