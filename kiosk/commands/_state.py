"""Shared by the commands that look at a state directory."""

from __future__ import annotations

from pathlib import Path

from kiosk.bootstrap.cash_box import compare_box
from kiosk.bootstrap.machine import DEMO_SEAT, DEMO_TABLE, read_rules
from kiosk.bootstrap.state_dir import StateDir
from kiosk.faults import EnvironmentFault
from kiosk.games.game import Game, Layout
from kiosk.host.verify import Verdict, Where, verify

LAYOUTS = ("A", "B", "C")
DEFAULT_STATE = Path("var/demo")


def where_of(path: Path) -> tuple[StateDir, Where]:
    """The files of the demonstration's state directory. Raises :class:`EnvironmentFault` when it is not there."""
    state = _state_dir(path)
    return state, Where(DEMO_TABLE, DEMO_SEAT, state.seat, state.table, state.registry)


def where_at_table(
    path: Path, table: str, seat: str, log: Path, *, house_tickets: bool = False
) -> tuple[StateDir, Where]:
    """The same for a seat of a table over the network; ``log`` is the table's archive.

    ``house_tickets``: its tickets are in the house's registry, and are not compared here.

    Raises :class:`EnvironmentFault` when something is not there.
    """
    state = _state_dir(path)
    if not log.is_file():
        raise EnvironmentFault(f"log {log} is not there", "Name the console's archive.db with --log")
    return state, Where(table, seat, state.seat, log, state.registry, house_tickets)


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
