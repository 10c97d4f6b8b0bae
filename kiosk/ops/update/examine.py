"""What a program finds in a state: it opens every file as it would at its start, which brings older ones up.

An update asks the program of the other version, as a process of its own, on a copy. The answer's fields therefore stay
as they are from version to version; new ones have a default.
"""

from __future__ import annotations

import sqlite3
import tomllib
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import msgspec

from kiosk.app.machine import read_rules, with_played
from kiosk.app.state_dir import ConsoleDir, StateDir
from kiosk.book.archive import Archive
from kiosk.console.notes import FileKeeper
from kiosk.faults import EnvironmentFault
from kiosk.games import first_game
from kiosk.links.embedded import EmbeddedLog
from kiosk.ops.update.backup import Money, money_of
from kiosk.ops.update.places import CONSOLE, HOST, SEAT
from kiosk.resources import software
from kiosk.seat.same_rules import why_not_changed
from kiosk.seat.state import SeatState, correctable
from kiosk.store import read_only
from kiosk.store.seat_store import SeatStore
from kiosk.store.staff_schema import StaffFile
from kiosk.tickets.registry import RegistryFault
from kiosk.tickets.sqlite import SqliteRegistry

_ARCHIVES = "*.archive.db"


class Examined(msgspec.Struct, frozen=True):
    """What was found. ``money`` are all meters and counters of the seat; ``tickets`` the cents by their state."""

    software: str
    findings: tuple[str, ...] = ()
    money: Money = {}
    tickets: Money = {}


def examine(folder: Path, configuration: Path) -> Examined:
    """Open the state below ``folder`` (seat, console, host: what is there) and read the configuration files."""
    findings: list[str] = []
    tickets: Money = {}
    seat = StateDir(folder / SEAT)
    game = _game_in(configuration / f"{SEAT}.toml")
    _try(findings, seat.seat, lambda: _seat(seat.seat, game))
    _try(findings, seat.registry, lambda: _registry(seat.registry, tickets))
    _try(findings, seat.table, lambda: _table(seat.table))
    _try(findings, seat.staff, lambda: _staff(seat.staff))
    console = ConsoleDir(folder / CONSOLE)
    _try(findings, console.archive, lambda: _archive(console.archive))
    _try(findings, console.notes, lambda: _notes(console.notes))
    for path in sorted((folder / HOST).glob(_ARCHIVES)):
        _try(findings, path, partial(_archive, path))
    _configuration(findings, configuration)
    money = money_of(folder) if not findings else {}
    return Examined(software(), tuple(findings), money, tickets)


def _try(findings: list[str], path: Path, look: Callable[[], list[str]]) -> None:
    if not path.exists():
        return
    try:
        findings += look()
    except (EnvironmentFault, RegistryFault, sqlite3.Error) as fault:
        findings.append(f"{path.name}: {fault}")


def _seat(path: Path, game: str) -> list[str]:
    with closing(SeatStore(path)) as store:
        found = store.self_test()
        return found or _other_rules(with_played(store.load().state, store), game)


def _other_rules(state: SeatState, game: str) -> list[str]:
    """Whether this program would settle a round that can still be decided anew by another pay table."""
    if not correctable(state) or not state.layout:
        return []
    wrong = why_not_changed(state, read_rules(state.layout, of=game).layout, {})
    return [] if wrong is None else [". ".join(wrong)]


def _game_in(path: Path) -> str:
    """The game of a seat's configuration file; of one that cannot be read its own reader tells."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")).get("game")
    except (OSError, ValueError, RecursionError):
        found = None
    return found if isinstance(found, str) else first_game()


def _registry(path: Path, tickets: Money) -> list[str]:
    with closing(SqliteRegistry(path)) as registry:
        for record in registry.records():
            name = str(record.state)
            tickets[name] = tickets.get(name, 0) + record.ticket.cents
    return []


def _table(path: Path) -> list[str]:
    EmbeddedLog(path).close()
    return []


def _staff(path: Path) -> list[str]:
    with closing(StaffFile(path)) as staff:
        return staff.self_test()


def _notes(path: Path) -> list[str]:
    FileKeeper(path).load()
    return []


def _archive(path: Path) -> list[str]:
    with closing(read_only.open_file(path, alone=not read_only.beside(path))) as db:
        row = db.execute('SELECT "table" FROM state').fetchone()
    if row is None:
        return [f"{path.name}: the archive names no table"]
    with closing(Archive(path, row[0])) as archive:
        archive.verify()
        archive.kept()
    return []


def _configuration(findings: list[str], folder: Path) -> None:
    if not any((folder / f"{name}.toml").exists() for name in (SEAT, CONSOLE, HOST)):
        return
    from kiosk.app.config import (  # here alone: etcd's client takes long to load
        read_console_file,
        read_host_file,
        read_seat_file,
    )

    readers: dict[str, Callable[[Path], object]] = {
        SEAT: read_seat_file,
        CONSOLE: read_console_file,
        HOST: read_host_file,
    }
    for name, read in readers.items():
        path = folder / f"{name}.toml"
        if path.exists():
            try:
                read(path)
            except EnvironmentFault as fault:
                findings.append(str(fault))
