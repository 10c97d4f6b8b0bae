"""Reads what an audit of a whole floor needs: every seat's books from its files, and the tickets of the house."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from kiosk.bootstrap.config import SeatFile, read_cashier_file, read_host_file, read_seat_file
from kiosk.bootstrap.state_dir import StateDir
from kiosk.devices.registry import RegistryFault, TicketRecord
from kiosk.faults import EnvironmentFault
from kiosk.host.floor_audit import Floor, audit_floor
from kiosk.host.floor_books import SeatBooks, read_books
from kiosk.host.registry_etcd import EtcdLists
from kiosk.host.verify import copied
from kiosk.links.etcd import EtcdLog
from kiosk.links.etcd.cells import Cells
from kiosk.seat.state import SeatState

Seats = Sequence[tuple[SeatFile, StateDir]]


def seats_of(paths: Sequence[Path]) -> list[tuple[SeatFile, StateDir]]:
    """The seats of these configuration files. Raises :class:`EnvironmentFault` for one without books."""
    found = [(file, StateDir(file.state)) for file in map(read_seat_file, paths)]
    for path, (file, folder) in zip(paths, found, strict=True):
        if file.tickets != "house":
            raise EnvironmentFault(
                f'{path}: tickets of {file.tickets!r}: expected "house"',
                "A seat with tickets of its own is audited alone: use kiosk verify",
            )
        if not folder.seat.exists():
            raise EnvironmentFault(f"no journal at {folder.path}: expected the file {folder.seat.name}")
    return found


def read_registry(path: Path) -> list[TicketRecord]:
    """All tickets of the house, as the host or the cashier of this file may read them.

    Raises :class:`EnvironmentFault` for a file that is neither, and for servers that are silent.
    """
    try:
        log = read_cashier_file(path).log
    except EnvironmentFault as no_cashier:
        try:
            log = read_host_file(path).log
        except EnvironmentFault:
            raise no_cashier from None
    link = EtcdLog(log.etcd())
    try:
        return EtcdLists(Cells(link)).records()
    except RegistryFault as fault:
        raise EnvironmentFault(
            str(fault), "Start the servers, or name a file that may read all tickets"
        ) from fault
    finally:
        link.close()


def audit(seats: Seats, records: Sequence[TicketRecord]) -> Floor:
    """Hold the books of ``seats`` against ``records``. Raises :class:`EnvironmentFault` for damaged books."""
    return audit_floor([_books(file, folder) for file, folder in seats], records)


def _books(file: SeatFile, folder: StateDir) -> SeatBooks:
    try:
        with (
            copied([folder.seat]) as copy,
            closing(sqlite3.connect(copy / folder.seat.name, isolation_level=None)) as db,
        ):
            row = db.execute("SELECT body FROM snapshot").fetchone()
            state = None if row is None else msgspec.json.decode(row[0], type=SeatState)
            return read_books(db, state, file.table, file.seat)
    except (sqlite3.Error, msgspec.MsgspecError, OSError) as error:
        raise EnvironmentFault(
            f"the books of seat {file.seat} of table {file.table} cannot be read: {error}",
            "Audit this seat alone first, with kiosk verify",
        ) from error
