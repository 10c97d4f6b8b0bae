"""Whatever stands in a file of the state or the configuration: a clear message that names it, never a traceback."""

from contextlib import closing, suppress

import pytest

from kiosk.app import config
from kiosk.app.cash_box import _lines as cash_box_lines
from kiosk.app.service import applied_calibration
from kiosk.app.state_dir import StateDir
from kiosk.console.notes import FileKeeper
from kiosk.devices.cabinet.memory import FileCabinetMemory
from kiosk.devices.notes.id003.memory import FileDriverMemory
from kiosk.devices.printer.memory import TicketMemory
from kiosk.faults import EnvironmentFault
from kiosk.links.embedded import EmbeddedLog
from kiosk.ops.provision.apply import read_rights
from kiosk.ops.setup.answers import read_answers
from kiosk.simulators.cabinet.memory import FileBoardMemory
from kiosk.simulators.notes import FileMemory
from kiosk.store.anchor import Anchor, JournalHead
from kiosk.store.archive_files import INDEX, read_index
from kiosk.store.seat_store import SeatStore
from kiosk.store.staff import StaffStore
from kiosk.tickets.registry import RegistryFault
from kiosk.tickets.sqlite import SqliteRegistry

DAMAGES = {
    "no UTF-8": b'{"item":{"serial":"\xff\xfe"}}',
    "no UTF-8 as a key": b'{"\xff":1}',
    "half": b'{"item":{"ser',
    "another type": b'["a", {"b": 3}]',
    "a number": b"1234567890" * 60,
    "NULs": bytes(5_000),
    "empty": b"",
    "deep": b"[" * 200_000,
    "huge": b'{"x":"' + b"a" * 3_000_000,
}


def database(make):
    return lambda path: make(path).close()


def staff(path):
    """A list of staff that cannot be read lets nobody in, and says so."""
    with closing(StaffStore(path)) as opened:
        if findings := opened.self_test():
            raise EnvironmentFault(f"{path.name}: {findings[0]}")


READERS = {
    "acceptor.json": lambda path: FileMemory(path).load(),
    "acceptor-driver.json": lambda path: FileDriverMemory(path).load(),
    "printer.json": lambda path: TicketMemory(path).load(),
    "cabinet-driver.json": lambda path: FileCabinetMemory(path).load(),
    "cabinet-board.json": lambda path: FileBoardMemory(path).load(),
    "notes.json": lambda path: FileKeeper(path).load(),
    "cash-box.jsonl": lambda path: cash_box_lines(path, None),
    INDEX: lambda path: read_index(path.parent),
    "rights.json": read_rights,
    "seat.toml": config.read_seat_file,
    "console.toml": config.read_console_file,
    "host-1.toml": config.read_host_file,
    "cashier.toml": config.read_cashier_file,
    "answers.toml": read_answers,
    "seat.db": database(SeatStore),
    "registry.db": database(SqliteRegistry),
    "table.db": database(EmbeddedLog),
    "staff.db": staff,
    "anchor/seat": lambda path: Anchor(path, JournalHead).read(),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", READERS)
def test_that_a_damaged_file_is_named(tmp_path, name, damage):
    path = tmp_path / "state" / name
    path.parent.mkdir(parents=True)
    path.write_bytes(DAMAGES[damage])
    if damage == "empty":  # as none, or named
        with suppress(EnvironmentFault, RegistryFault):
            READERS[name](path)
        return
    with pytest.raises((EnvironmentFault, RegistryFault)) as fault:
        READERS[name](path)
    assert path.name in str(fault.value)


@pytest.mark.parametrize("damage", DAMAGES)
def test_that_a_damaged_calibration_is_none(tmp_path, damage):
    state = StateDir(tmp_path)
    state.calibration.write_bytes(DAMAGES[damage])
    assert applied_calibration(state) is None
