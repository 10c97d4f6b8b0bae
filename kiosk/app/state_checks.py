"""Whether the files of a state directory belong together. None of them is ever begun anew beside the others."""

from __future__ import annotations

from pathlib import Path

from kiosk.app.state_dir import StateDir
from kiosk.faults import EnvironmentFault, OlderCopy
from kiosk.seat.context import SeatConfig
from kiosk.seat.state import SeatState
from kiosk.store.seat_store import SeatStore
from kiosk.table import keys
from kiosk.table.log import TableLog
from kiosk.table.round import Phase
from kiosk.tickets.sqlite import SqliteRegistry

PAGE_BYTES = 4096
WAY_OUT = (
    "Call a technician: put back the newest copy there is; an older one is locked until a supervisor releases it. "
    "Nothing was changed"
)


def followed(config: SeatConfig) -> list[str]:
    """What a seat reads of its table: of these prefixes one append writes at most one record."""
    table, seat = config.table, config.seat
    return [
        keys.rounds(table),
        keys.slips(table, seat),
        keys.choices(table, seat),
        keys.sealed(table, seat),
    ]


def check_journal_is_there(folder: StateDir) -> None:
    """Before the journal is opened. Raises :class:`EnvironmentFault` when it is gone and other files are not.

    It is the first file that a new seat makes.
    """
    others = [path.name for path in (folder.registry, folder.table) if _has_content(path)]
    others += [
        path.name
        for path in (folder.acceptor, folder.acceptor_driver, folder.cash_box, folder.cabinet_driver)
        if path.exists()
    ]
    if others and not _has_content(folder.seat):
        raise _missing("seat.db", f"{others[0]} is there")


def check_others_are_there(
    folder: StateDir, state: SeatState, store: SeatStore, *, own_log: bool, own_tickets: bool
) -> None:
    """Before they are opened. ``state`` is what the journal holds; ``own_log``: the table's log is one of the files.

    ``own_tickets``: so is the registry of its tickets.

    Raises :class:`EnvironmentFault`.
    """
    if own_log and state.log_seq and not _has_content(folder.table):
        raise _missing("table.db", f"the seat has read to {state.log_seq}")
    if own_tickets and store.tickets("out", 1) and not _has_content(folder.registry):
        raise _missing("registry.db", "the seat has issued tickets")


def check_no_own_tickets(registry: SqliteRegistry) -> None:
    """Before a seat asks the house: its own registry must be empty, since the house does not know what is in it.

    Raises :class:`EnvironmentFault` and RegistryFault.
    """
    if found := len(registry.records()):
        raise EnvironmentFault(
            f'registry.db holds {found} tickets of this seat alone, and tickets = "house" is configured: '
            "the house does not know them",
            'Keep tickets = "own" until all of them are paid, and begin with new books for "house"',
        )


def check_log_reaches(log: TableLog, config: SeatConfig, state: SeatState) -> None:
    """The log must hold the last record that the seat has read. Raises :class:`OlderCopy`."""
    if state.log_seq == 0:
        return
    found = log.read(followed(config), state.log_seq - 1, 1)
    if not found or found[0].seq != state.log_seq:
        newest = log.last(keys.root(config.table))
        ends = newest.seq if newest is not None else 0
        raise OlderCopy(
            f"table.db is an older copy: it ends at {ends} without record {state.log_seq}, to which the seat has read",
            WAY_OUT,
        )


def check_books_are_newest(log: TableLog, config: SeatConfig, state: SeatState) -> None:
    """The log must hold nothing of this seat that its books do not know: they would be a copy of former days.

    Whatever a seat writes to the log it has written down before. New books, into which no money has come yet, are
    no copy. Raises :class:`OlderCopy` and NoAnswer.
    """
    prefix = keys.seat(config.table, config.seat)
    newest = log.last(prefix)
    parts = newest.key.removeprefix(prefix).split("/") if newest is not None else []
    begun = state.log_seq > 0 and bool(
        state.seen
    )  # new books may still be reading what their place wrote before
    if not begun or len(parts) != 3 or not (parts[1].isascii() and parts[1].isdecimal()):
        return
    number = int(parts[1])
    rev = int(parts[2]) if parts[0] == "slip" and parts[2].isascii() and parts[2].isdecimal() else 0
    # Slips stand in the log before the close: who has read that has read them all. A decision counts anew from zero.
    counted = state.table.phase is Phase.BETTING
    unknown_slip = number == state.table.number and counted and rev > state.rev
    if number > state.table.number or unknown_slip:
        raise OlderCopy(
            f"seat.db ends at round {state.table.number}, yet this seat has written '{newest.key if newest else ''}' "
            "to the table log: the books are an older copy",
            WAY_OUT,
        )


def _has_content(path: Path) -> bool:
    """SQLite takes less than a page for an empty file; the first pages may be in the write-ahead log alone."""
    log = path.with_name(f"{path.name}-wal")
    return (path.exists() and path.stat().st_size >= PAGE_BYTES) or (log.exists() and log.stat().st_size > 0)


def _missing(name: str, because: str) -> EnvironmentFault:
    return EnvironmentFault(f"{name} is missing or empty although {because}", WAY_OUT)
