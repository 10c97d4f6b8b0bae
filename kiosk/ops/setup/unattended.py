"""The first run without a screen: all answers in one file, devices found or named."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from kiosk.app.acceptors import AcceptorFile
from kiosk.app.cabinets import CabinetFile
from kiosk.app.printers import PrinterFile
from kiosk.faults import EnvironmentFault
from kiosk.ops.setup.answers import FIND, AnswersFile, Choices, FirstStaff, read_pin, with_answers
from kiosk.ops.setup.devices import Devices, only
from kiosk.ops.setup.print_test import print_test
from kiosk.ops.setup.provided import read_provided, seats_in
from kiosk.ops.setup.summary import Summary
from kiosk.ops.setup.writing import SeatSetUp, check_staff

Style = Callable[[], Devices]
"""Finds the devices of the machine; takes some seconds for each serial port."""


def set_up(answers: AnswersFile, seat: SeatSetUp, look: Style, *, again: bool) -> Summary:
    """Set the seat up as the file says. Raises :class:`EnvironmentFault`; then the configuration is as it was."""
    provided = read_provided(seats_in(answers.certificates, answers.table, answers.seat), seat.now)
    staff = None
    if answers.supervisor is not None:
        staff = FirstStaff(answers.supervisor.name, read_pin(answers.supervisor.pin_file))
        if not seat.has_staff:
            check_staff(staff)
    devices = look()
    named = _devices(answers, devices)
    file = with_answers(provided.file, answers, named)
    choices = Choices(file=file, time_zone=answers.time_zone or "", staff=staff, touch_screens=devices.touch)
    tested = None
    if answers.print_test and file.printer.kind in ("escpos", "cups"):
        tested = print_test(file, file.printer, staff.name if staff is not None else "kiosk setup")
    return seat.write(msgspec.structs.replace(choices, print_tested=tested), provided, again=again)


def _devices(answers: AnswersFile, found: Devices) -> dict[str, Any]:
    """The three parts of seat.toml: named in the file, or found."""
    acceptor: AcceptorFile | str = answers.acceptor
    printer: PrinterFile | str = answers.printer
    cabinet: CabinetFile | str = answers.cabinet
    if acceptor == FIND:
        acceptor = only("acceptor", found.acceptors(), "simulated", found.ports)
    if printer == FIND:
        printer = only("printer", found.printers(), "pdf", found.ports)
    if cabinet == FIND:
        cabinet = only("cabinet", found.cabinets(), "none", found.ports)
    return {"acceptor": acceptor, "printer": printer, "cabinet": cabinet}


def root_of(path: Path) -> Path:
    """The machine to set up. Raises :class:`EnvironmentFault` for a folder that is none."""
    if not (path / "etc").is_dir():
        raise EnvironmentFault(f"--root {path} holds no system: expected a folder with etc in it")
    return path.absolute()
