"""`kiosk simulate`: many seats with bots against a running table, then the audit of all their books."""

from __future__ import annotations

import argparse
import secrets
import tempfile
import time
from pathlib import Path

from kiosk.app.link_words import LinkWords
from kiosk.audit.verify import Verdict
from kiosk.commands._life import ends_by_signal, say_on_stderr
from kiosk.commands._screen import count, speed
from kiosk.commands._state import audited, where_at_table
from kiosk.demo.simulation import Member, Simulation, read_seats
from kiosk.games import game_names
from kiosk.money import dollars

HELP = "play with many seats and bots against a running table, then audit all books"
FINDINGS_SHOWN = 20
AUDIT_S = 15.0  # so long the console may take to archive the last reports


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options of a simulation."""
    parser.add_argument("--seats", type=count, required=True, metavar="N", help="how many seats")
    parser.add_argument(
        "--rounds", type=count, required=True, metavar="R", help="how many rounds; 0: until told to end"
    )
    parser.add_argument(
        "--dir", type=Path, required=True, metavar="DIR", help="the folder that kiosk provision wrote"
    )
    parser.add_argument(
        "--game", choices=game_names(), help="play at a table of this game alone (default: whatever it deals)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="repeatable bots")
    parser.add_argument(
        "--state", type=Path, metavar="DIR", help="where the seats keep their books (default: as configured)"
    )
    parser.add_argument(
        "--log",
        type=Path,
        metavar="FILE",
        help="audit against this archive (default: the console's below DIR, else the log as each seat may read it)",
    )
    parser.add_argument(
        "--speed", type=speed, default=1.0, metavar="X", help="let the bots act X times as fast"
    )


def run(args: argparse.Namespace) -> int:
    """Play and audit; 1 when any book is wrong."""
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


def _tell(simulation: Simulation, log: Path | None) -> int:
    slips, turnover, paid, bets, lost = simulation.counts, 0, 0, 0, 0
    findings: list[str] = []
    simulation.leave()
    for member in simulation.members:
        counters = member.seat.seat.store.counters()
        turnover += counters.get("turnover", 0)
        paid += counters.get("wins", 0)
        bets += counters.get("rounds_played", 0)
        found = _audit(member, log)
        lost += found.lost
        findings += [f"seat {member.config.seat}: {finding}" for finding in found.findings]
    print(f"rounds {simulation.played}, bets {bets} (a seat in a round)")
    print(f"slips registered {slips.registered}, refused {slips.refused}, unanswered {slips.unanswered}")
    print(f"turnover {dollars(turnover)}, paid {dollars(paid)}")
    for finding in findings[:FINDINGS_SHOWN]:
        print(f"found: {finding}")
    print(f"cents lost: {lost}; " + ("all books agree" if not findings else f"{len(findings)} findings"))
    return 1 if findings or lost else 0


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
