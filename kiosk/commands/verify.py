"""`kiosk verify`: audits a state directory from outside."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from kiosk.bootstrap.state_dir import StateDir
from kiosk.commands._state import DEFAULT_STATE, audited, where_at_table, where_of
from kiosk.faults import EnvironmentFault
from kiosk.host.verify import Verdict, Where
from kiosk.money import dollars

HELP = "audit journal, chain, meters, snapshot, recall, tickets and table log against each other, read-only"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares what is audited: a state directory, or the seat of a configuration file."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--state", type=Path, default=DEFAULT_STATE, metavar="DIR", help="the demonstration's state directory"
    )
    which.add_argument("--config", type=Path, metavar="FILE", help="a seat's configuration file; needs --log")
    parser.add_argument(
        "--log", type=Path, metavar="FILE", help="for --config: the table's archive, as the console keeps it"
    )
    parser.add_argument("--json", action="store_true", help="print the verdict as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints the verdict: 0 when all agrees, 1 for findings, 2 when there is nothing to audit."""
    state, where = _where(args)
    if state.in_use():
        print("kiosk verify: the seat is running; the audit sees it at one moment", file=sys.stderr)
    found = audited(state, where)
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        print(_text(found))
    return 0 if found.ok else 1


def _where(args: argparse.Namespace) -> tuple[StateDir, Where]:
    if (args.config is None) is not (args.log is None):
        raise EnvironmentFault("--config and --log belong together: name both or none")
    if args.config is None:
        return where_of(args.state)
    from kiosk.bootstrap.config import read_seat_file  # here alone: etcd's client takes long to load

    file = read_seat_file(args.config)
    house = file.tickets == "house"
    return where_at_table(file.state, file.table, file.seat, args.log, house_tickets=house)


def _text(found: Verdict) -> str:
    lines = [f"{name:<12}{dollars(cents):>16}" for name, cents in found.accounts.items()]
    lines.append(f"{found.txns} transactions, {found.rounds} rounds with bets")
    lines += [f"found: {finding}" for finding in found.findings]
    lines.append("everything agrees" if found.ok else f"{len(found.findings)} findings")
    return "\n".join(lines)
