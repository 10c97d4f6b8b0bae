"""Plays whole rounds in this process, brings a seat to rest, audits it: for all tests of money."""

import functools
import sqlite3
from contextlib import closing, suppress

from kiosk.app.machine import read_rules
from kiosk.app.state_dir import StateDir
from kiosk.audit.verify import verify
from kiosk.commands._state import all_layouts, where_of
from kiosk.console.chance import seeded_chance
from kiosk.console.desk import Pace
from kiosk.demo.headless import Headless, Play


@functools.cache
def rules():
    return read_rules("B")


@functools.cache
def game_and_layouts():
    return all_layouts("sicbo")


def audit(folder):
    """The product's own audit from outside."""
    _, where = where_of(folder)
    return verify(where, *game_and_layouts())


def assert_sound(folder):
    found = audit(folder)
    assert found.ok, found.findings
    return found


def make_play(rounds, bot_seed=None):
    return Play(Pace(), seeded_chance(1), bot_seed, rounds)


def play(folder, rounds, bot_seed=None):
    """Play rounds, with the bot when it has a seed. Answers the last state; the seat must not be locked at start."""
    state = StateDir(folder)
    state.hold()
    try:
        table = Headless(state, rules(), make_play(rounds, bot_seed))
        try:
            assert table.seat.findings == []
            table.run()
            return table.runner.state
        finally:
            table.close()
    finally:
        state.release()


def come_to_rest(folder):
    """A restart without a player: what was begun is finished, and one empty round is played."""
    return play(folder, 1)


def changed(path):
    """When the file was last written, in ns; 0 for none."""
    with suppress(FileNotFoundError):
        return path.stat().st_mtime_ns
    return 0


def settled(folder):
    """How many rounds the seat has played to their end; it may play meanwhile."""
    with (
        suppress(sqlite3.OperationalError),
        closing(sqlite3.connect(folder / "seat.db", timeout=30)) as books,
    ):
        return books.execute("SELECT count(*) FROM recall").fetchone()[0]
    return 0
