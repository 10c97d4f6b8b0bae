"""Reads what an audit of a whole floor needs: every seat's books from its files, and the tickets of the house."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import msgspec

from kiosk.app.config import SeatFile, read_host_file, read_seat_file
from kiosk.app.config_links import read_tickets_key
from kiosk.app.jackpots import look
from kiosk.app.machine import utc_now
from kiosk.app.signing import read_list
from kiosk.app.state_dir import StateDir
from kiosk.audit.floor import Floor, audit_floor
from kiosk.audit.floor_books import SeatBooks, read_books
from kiosk.audit.signature import audit_signatures
from kiosk.audit.verify import copied
from kiosk.faults import EnvironmentFault, why
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.log import EtcdLog
from kiosk.links.signing import Signers
from kiosk.seat.state import decode_state
from kiosk.store import read_only
from kiosk.tickets.keys import hidden
from kiosk.tickets.registry import RegistryFault, TicketRecord
from kiosk.tickets.stored import EtcdLists

Seats = Sequence[tuple[SeatFile, StateDir]]


@dataclass(frozen=True)
class House:
    """Tickets by the numbers that ``key`` has hidden; and what seats asked for that no honest one asks, in words.

    ``jackpots``: what is wrong with those that its tables share.
    """

    records: Mapping[str, TicketRecord]
    refused: Sequence[str]
    key: bytes
    jackpots: Sequence[str] = ()


def seats_of(paths: Sequence[Path]) -> list[tuple[SeatFile, StateDir]]:
    """The seats of these configuration files. Raises :class:`EnvironmentFault` for one without books."""
    found = [(file, StateDir(file.state)) for file in map(read_seat_file, paths)]
    for path, (file, folder) in zip(paths, found, strict=True):
        if file.tickets != "house":
            raise EnvironmentFault(
                f'{path}: tickets of {file.tickets!r}: expected "house"',
                "A seat with tickets of its own is audited alone: use kiosk verify",
            )
        read_only.need(folder.seat)
    return found


def read_registry(path: Path) -> House:
    """What the registry of the house holds, as the host of this file reads it.

    Raises :class:`EnvironmentFault` for a file that is no host's, or names no key, and for servers that are silent.
    """
    file = read_host_file(path)
    if file.tickets_key is None:
        raise EnvironmentFault(f"{path}: no tickets_key, expected the file with the key of ticket numbers")
    key = read_tickets_key(file.tickets_key)
    link = EtcdLog(file.log.etcd())
    try:
        lists = EtcdLists(Cells(link))
        wrong = [f"jackpot {name}: {found}" for name in file.jackpots for found in look(file, name).wrong]
        return House(lists.by_name(), [found.told for found in lists.refused()], key, wrong)
    except RegistryFault as fault:
        raise EnvironmentFault(str(fault), "Start the table log's servers") from fault
    finally:
        link.close()


def audit(seats: Seats, house: House) -> Floor:
    """Hold the books of ``seats`` against the registry. Raises :class:`EnvironmentFault` for damaged books."""
    found = audit_floor(
        [_books(file, folder) for file, folder in seats],
        house.records,
        lambda number: hidden(house.key, number),
        utc_now(),
    )
    found.findings += house.jackpots
    return found


def check_signatures(archives: Sequence[Path], lists: Sequence[Path]) -> list[str]:
    """What is wrong with the signatures of the tables' archives, by the lists of their signers; findings in words.

    Raises :class:`EnvironmentFault` for what cannot be read, and for a file without a record that must be signed.
    """
    known = [Signers(read_list(path)) for path in lists]
    found = []
    for path in archives:
        if not path.is_file():
            raise EnvironmentFault(f"log {path} is not there", "Name a table's archive.db with --log")
        try:
            with copied([path]) as copy, closing(sqlite3.connect(copy / path.name)) as db:
                audits = [audit_signatures(db, signers) for signers in known]
        except (sqlite3.Error, OSError) as error:
            raise EnvironmentFault(
                f"log {path} cannot be read: {why(error)}", "Name a table's archive"
            ) from error
        if not any(audit.asked for audit in audits):
            tables = ", ".join(signers.table for signers in known)
            raise EnvironmentFault(
                f"log {path}: found no record of a table of {tables}, expected the archive of one",
                "Name the list of its table's signers with --signers",
            )
        found += [f"{path}: {finding}" for audit in audits for finding in audit.findings]
    return found


def _books(file: SeatFile, folder: StateDir) -> SeatBooks:
    try:
        with (
            copied([folder.seat]) as copy,
            closing(sqlite3.connect(copy / folder.seat.name, isolation_level=None)) as db,
        ):
            row = db.execute("SELECT body FROM snapshot").fetchone()
            state = None if row is None else decode_state(row[0])
            return read_books(db, state, file.table, file.seat)
    except (sqlite3.Error, msgspec.MsgspecError, OSError) as error:
        raise EnvironmentFault(
            f"the books of seat {file.seat} of table {file.table} cannot be read: {why(error)}",
            "Audit this seat alone first, with kiosk verify",
        ) from error
