"""Shared by the commands that look at a state directory."""

from __future__ import annotations

from pathlib import Path

from kiosk.bootstrap.machine import DEMO_SEAT, DEMO_TABLE, read_rules
from kiosk.bootstrap.state_dir import StateDir
from kiosk.faults import EnvironmentFault
from kiosk.games.game import Game, Layout
from kiosk.host.verify import Where

LAYOUTS = ("A", "B", "C")
DEFAULT_STATE = Path("var/demo")


def where_of(path: Path) -> tuple[StateDir, Where]:
    """The files of a state directory. Raises :class:`EnvironmentFault` when it is not there."""
    if not path.is_dir():
        raise EnvironmentFault(
            f"state directory {path} is not there", "Name the directory of a seat with --state"
        )
    state = StateDir(path)
    return state, Where(DEMO_TABLE, DEMO_SEAT, state.seat, state.table, state.registry)


def all_layouts() -> tuple[Game, dict[str, Layout]]:
    """The game and every layout of it: a slip names its own."""
    rules = [read_rules(name) for name in LAYOUTS]
    return rules[0].game, {found.layout.name: found.layout for found in rules}
