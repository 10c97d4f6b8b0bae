"""What of a seat that does not run is an older copy, told from its state directory alone."""

from __future__ import annotations

from contextlib import closing

import msgspec

from kiosk.app.anchored import why_older
from kiosk.app.older import (
    check_registry,
    older_than_anchor,
    registry_behind,
    registry_older_than_anchor,
)
from kiosk.app.state_checks import check_books_are_newest, check_log_reaches
from kiosk.app.state_dir import StateDir
from kiosk.faults import EnvironmentFault, OlderCopy
from kiosk.links.embedded import EmbeddedLog, log_answers
from kiosk.seat.context import SeatConfig
from kiosk.seat.state import SeatState
from kiosk.sqlite_file import DAMAGE
from kiosk.store import read_only
from kiosk.store.seat_store import SeatStore, booked_tickets
from kiosk.table.head import Head
from kiosk.tickets.registry import RegistryFault
from kiosk.tickets.sqlite import SqliteRegistry

_SOUND = "Put the newest copy of all files back; nothing was changed"


def find_older(folder: StateDir, seen: Head | None = None) -> tuple[SeatState, list[str]]:
    """What the journal holds, and what of the seat is older. The folder is held by the caller.

    ``seen`` is what hosts have seen of the journal.

    Raises :class:`EnvironmentFault` for books that are damaged: only whole ones can be retired with what is on them.
    """
    with closing(SeatStore(folder.seat)) as store:
        if damaged := store.self_test():
            raise EnvironmentFault("; ".join(damaged), _SOUND)
        state = store.load().state
        older = why_older(seen, store) + older_than_anchor(store, folder, state)
        try:
            if folder.registry.exists():
                with closing(SqliteRegistry(folder.registry)) as registry:
                    older += check_registry(registry, store, folder, state.place)
        except (RegistryFault, msgspec.MsgspecError, *DAMAGE) as fault:
            raise EnvironmentFault(f"registry.db: {fault}", _SOUND) from fault
    if folder.table.exists() and state.place:
        older += _table(folder, state)
    return state, older


def _table(folder: StateDir, state: SeatState) -> list[str]:
    table, _, seat = state.place.partition("/")
    config = SeatConfig(seat=seat, table=table, casino="", chips=())
    with closing(EmbeddedLog(folder.table)) as log, log_answers():
        try:
            check_log_reaches(log, config, state)
            check_books_are_newest(log, config, state)
        except OlderCopy as older:
            return [older.what]
    return []


def check_registry_pays(folder: StateDir, registry: SqliteRegistry) -> None:
    """Before a desk pays a ticket: the registry must know all that the seat's journal and the second place know of it.

    The seat may be running. Raises :class:`OlderCopy`, :class:`EnvironmentFault` and RegistryFault.
    """
    booked = read_only.read(folder.seat, booked_tickets) if folder.seat.exists() else None
    older = registry_older_than_anchor(registry, folder)
    if booked is not None:
        older += registry_behind(booked, registry.states())
    if older:
        raise OlderCopy(
            "; ".join(older)[:500],
            "Nothing is paid from an older copy: put the newest one back, or see kiosk release",
        )
