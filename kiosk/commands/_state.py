"""Shared by the commands that look at a state directory."""

from __future__ import annotations

import argparse
import sqlite3
from contextlib import closing
from pathlib import Path

from kiosk.app.cash_box import compare_box
from kiosk.app.machine import DEMO_SEAT, DEMO_TABLE, read_rules
from kiosk.app.signing import read_signers
from kiosk.app.state_dir import StateDir
from kiosk.audit.table import game_dealt
from kiosk.audit.verify import Verdict, Where, copied, verify
from kiosk.commands._options import file_option, folder_option
from kiosk.faults import EnvironmentFault
from kiosk.games import first_game
from kiosk.games.game import Game, Layout
from kiosk.resources import layout_names
from kiosk.sqlite_file import DAMAGE

DEFAULT_STATE = Path("var/demo")


def where_of(path: Path) -> tuple[StateDir, Where]:
    """The files of the demonstration's state directory. Raises :class:`EnvironmentFault` when it is not there."""
    state = _state_dir(path)
    dealt = game_at(state) or first_game()
    return state, Where(DEMO_TABLE, DEMO_SEAT, state.seat, state.table, state.registry, game=dealt)


def game_at(state: StateDir) -> str | None:
    """The game that the demonstration's table has dealt there; None where it has dealt none, or nobody can tell."""
    if not state.table.is_file():
        return None
    try:
        with copied([state.table]) as folder, closing(sqlite3.connect(folder / state.table.name)) as log:
            return game_dealt(log, DEMO_TABLE)
    except DAMAGE:
        return None  # the audit finds it


def where_at_table(
    path: Path,
    table: str,
    seat: str,
    log: Path,
    *,
    house_tickets: bool = False,
    signers: Path | None = None,
    game: str | None = None,
) -> tuple[StateDir, Where]:
    """The same for a seat of a table over the network; ``log`` is the table's archive.

    ``house_tickets``: its tickets are in the house's registry, and are not compared here. ``signers`` is the list of
    whose signatures count; without one the archive's records are taken as they are. ``game`` is what the table deals;
    None: the one that is meant where none is named.

    Raises :class:`EnvironmentFault` when something is not there.
    """
    state = _state_dir(path)
    if not log.is_file():
        raise EnvironmentFault(f"log {log} is not there", "Name the console's archive.db with --log")
    known = read_signers(signers, table) if signers is not None else None
    dealt = game if game is not None else first_game()
    return state, Where(table, seat, state.seat, log, state.registry, known, house_tickets, dealt)


def add_which(parser: argparse.ArgumentParser) -> None:
    """Declares whose books are meant: a state directory, or the seat of a configuration file."""
    which = parser.add_mutually_exclusive_group()
    folder_option(which, "--state", "the demonstration's state directory", default=DEFAULT_STATE)
    file_option(which, "--config", "a seat's configuration file; needs --log")
    file_option(parser, "--log", "for --config: the table's archive, as the console keeps it")
    file_option(
        parser,
        "--signers",
        "for --log: the list of whose signatures count (default: that of the configuration file)",
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
    return where_at_table(
        file.state, file.table, file.seat, args.log, house_tickets=house, signers=signers, game=file.game
    )


def _state_dir(path: Path) -> StateDir:
    if not path.is_dir():
        raise EnvironmentFault(
            f"state directory {path} is not there", "Name the directory of a seat with --state"
        )
    return StateDir(path)


def check_log(where: Where, *, agrees: bool) -> None:
    """Where nothing agrees because there is no log, say that: a seat over the network keeps none of its own.

    Raises :class:`EnvironmentFault`. A seat that has read nothing yet agrees with no log.
    """
    if agrees or where.table_db.exists():
        return
    folder, name = where.table_db.parent, where.table_db.name
    raise EnvironmentFault(
        f"state directory {folder} has no {name}: there is no log to hold its books against",
        "Of a seat over the network name its file with --config and the console's archive.db with --log",
    )


def audited(state: StateDir, where: Where) -> Verdict:
    """Audit journal, tickets, table log, and the notes in the cash box."""
    game, layouts = all_layouts(where.game)
    found = verify(where, game, layouts)
    if found.accounts:
        found.findings += compare_box(state.cash_box, state.acceptor, found.accounts["notes"], state.in_use())
        found.ok = not found.findings
    return found


def all_layouts(game: str) -> tuple[Game, dict[str, Layout]]:
    """The game and every layout of it: a slip names its own. Raises :class:`EnvironmentFault`."""
    rules = [read_rules(name, of=game) for name in layout_names(game)]
    if not rules:
        raise EnvironmentFault(
            f"game '{game}' has no layout: expected its files", "Install the program again"
        )
    return rules[0].game, {found.layout.name: found.layout for found in rules}
