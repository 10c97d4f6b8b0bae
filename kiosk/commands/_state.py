"""Shared by the commands that look at a state directory."""

from __future__ import annotations

import argparse
from pathlib import Path

from kiosk.app.cash_box import compare_box
from kiosk.app.machine import DEMO_SEAT, DEMO_TABLE, read_rules
from kiosk.app.signing import read_signers
from kiosk.app.state_dir import StateDir
from kiosk.audit.verify import Verdict, Where, verify
from kiosk.faults import EnvironmentFault
from kiosk.games.game import Game, Layout

LAYOUTS = ("A", "B", "C")
DEFAULT_STATE = Path("var/demo")


def where_of(path: Path) -> tuple[StateDir, Where]:
    """The files of the demonstration's state directory. Raises :class:`EnvironmentFault` when it is not there."""
    state = _state_dir(path)
    return state, Where(DEMO_TABLE, DEMO_SEAT, state.seat, state.table, state.registry)


def where_at_table(
    path: Path,
    table: str,
    seat: str,
    log: Path,
    *,
    house_tickets: bool = False,
    signers: Path | None = None,
) -> tuple[StateDir, Where]:
    """The same for a seat of a table over the network; ``log`` is the table's archive.

    ``house_tickets``: its tickets are in the house's registry, and are not compared here. ``signers`` is the list of
    whose signatures count; without one the archive's records are taken as they are.

    Raises :class:`EnvironmentFault` when something is not there.
    """
    state = _state_dir(path)
    if not log.is_file():
        raise EnvironmentFault(f"log {log} is not there", "Name the console's archive.db with --log")
    known = read_signers(signers, table) if signers is not None else None
    return state, Where(table, seat, state.seat, log, state.registry, known, house_tickets)


def add_which(parser: argparse.ArgumentParser) -> None:
    """Declares whose books are meant: a state directory, or the seat of a configuration file."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--state", type=Path, default=DEFAULT_STATE, metavar="DIR", help="the demonstration's state directory"
    )
    which.add_argument("--config", type=Path, metavar="FILE", help="a seat's configuration file; needs --log")
    parser.add_argument(
        "--log", type=Path, metavar="FILE", help="for --config: the table's archive, as the console keeps it"
    )
    parser.add_argument(
        "--signers",
        type=Path,
        metavar="FILE",
        help="for --log: the list of whose signatures count (default: that of the configuration file)",
    )


def which(args: argparse.Namespace) -> tuple[StateDir, Where]:
    """The files of what :func:`add_which` declared. Raises :class:`EnvironmentFault`."""
    if (args.config is None) is not (args.log is None):
        raise EnvironmentFault("--config and --log belong together: name both or none")
    if args.config is None:
        if args.signers is not None:
            raise EnvironmentFault("--signers without --log: the log of one machine bears no signatures")
        return where_of(args.state)
    from kiosk.app.config import read_seat_file  # here alone: etcd's client takes long to load

    file = read_seat_file(args.config)
    signers = args.signers or file.log.signers
    house = file.tickets == "house"
    return where_at_table(file.state, file.table, file.seat, args.log, house_tickets=house, signers=signers)


def _state_dir(path: Path) -> StateDir:
    if not path.is_dir():
        raise EnvironmentFault(
            f"state directory {path} is not there", "Name the directory of a seat with --state"
        )
    return StateDir(path)


def audited(state: StateDir, where: Where) -> Verdict:
    """Audit journal, tickets, table log, and the notes in the cash box."""
    game, layouts = all_layouts()
    found = verify(where, game, layouts)
    if found.accounts:
        found.findings += compare_box(state.cash_box, state.acceptor, found.accounts["notes"], state.in_use())
        found.ok = not found.findings
    return found


def all_layouts() -> tuple[Game, dict[str, Layout]]:
    """The game and every layout of it: a slip names its own."""
    rules = [read_rules(name) for name in LAYOUTS]
    return rules[0].game, {found.layout.name: found.layout for found in rules}
