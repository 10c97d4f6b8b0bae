"""What a technician decides about a seat: typed on the screen, or written in a file for a run without one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from kiosk.app.acceptors import AcceptorFile
from kiosk.app.cabinets import CabinetFile
from kiosk.app.config import (
    CASINO_LETTERS,
    Casino,
    Days,
    Language,
    Name,
    Person,
    SeatFile,
    decode_toml,
)
from kiosk.app.config_game import why_no_layout
from kiosk.app.printers import PrinterFile
from kiosk.devices.printer.names import why_not_printed
from kiosk.faults import EnvironmentFault
from kiosk.table.records import PositiveCents
from kiosk.written import shown

FIND = "find"
LARGEST = 64 * 1024  # bytes of any file that is taken over

Find = Literal["find"]


class SupervisorAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first supervisor. The first line of ``pin_file`` is the PIN: it stands in no configuration."""

    name: Person
    pin_file: Path


class AnswersFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The file of a run without a screen. Amounts in cents; paths are relative to the folder of the file.

    ``certificates`` is the folder that `kiosk provision` wrote, or one that holds this seat's part of it. A device that
    is to be found must be found exactly once; one that shall not be there is named by its kind: "simulated", "pdf",
    "none". What is left out is as `kiosk provision` wrote it, the time zone as the machine has it.
    """

    seat: Name
    table: Name
    certificates: Path
    casino: Casino | None = None
    layout: str | None = None
    language: Language | None = None
    time_zone: str | None = None
    endpoints: Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=9)] | None = None
    ticket_limit: PositiveCents | None = None
    win_limit: PositiveCents | None = None
    credit_limit: PositiveCents | None = None
    note_velocity: PositiveCents | None = None
    ticket_days: Days | None = None
    tickets: Literal["house", "own"] | None = None
    acceptor: Find | AcceptorFile = "find"
    printer: Find | PrinterFile = "find"
    cabinet: Find | CabinetFile = "find"
    print_test: bool = True
    supervisor: SupervisorAnswer | None = None


_CHANGE = "Change the answers; nothing was written"

FROM_FILE = (
    "casino",
    "layout",
    "language",
    "ticket_limit",
    "win_limit",
    "credit_limit",
    "note_velocity",
    "ticket_days",
    "tickets",
)
"""The keys that stand in a seat's file under the same name, and that a run may leave as they were provided."""


def read_answers(path: Path) -> AnswersFile:
    """The file of a run without a screen. Raises :class:`EnvironmentFault` naming file, key, value and expectation."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise EnvironmentFault(
            f"answers {path} cannot be read: {error.strerror}", "Name the file with --unattended"
        ) from error
    found = decode_toml(text, AnswersFile, path, _refused)
    for name in ("acceptor", "printer", "cabinet"):
        device = getattr(found, name)
        reason = None if device == FIND else device.why_not()
        if reason is not None:
            raise _refused(path, reason)
    reason = why_not_printed(found.casino, CASINO_LETTERS) if found.casino is not None else None
    if reason is not None:
        raise _refused(path, f"casino of {found.casino!r}: {reason}")
    return found


def read_pin(path: Path) -> str:
    """The first line of a file. Raises :class:`EnvironmentFault`, which never holds what it read."""
    try:
        with path.open("rb") as file:
            line = file.readline(LARGEST)
        return line.decode("ascii").strip()
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "expected digits"
        raise EnvironmentFault(f"pin_file {path} cannot be read: {why}", "Nothing was changed") from error


class FirstStaff(msgspec.Struct, frozen=True):
    """The first supervisor and the PIN as it was typed; the PIN goes into a hash and nowhere else."""

    name: str
    pin: str

    def __repr__(self) -> str:
        return f"FirstStaff({self.name!r})"


class Choices(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that was decided. ``file`` is the seat's file with all of it, but for the places of its files.

    ``time_zone``: empty leaves the machine's. ``print_tested``: None when nobody tried; else an empty text for a print
    that came out, or why it did not. ``calibration`` is what the touch screen's calibration found.
    """

    file: SeatFile
    time_zone: str = ""
    staff: FirstStaff | None = None
    calibration: Any = None
    print_tested: str | None = None
    touch_screens: tuple[str, ...] = ()


def with_answers(provided: SeatFile, answers: AnswersFile, devices: Mapping[str, Any]) -> SeatFile:
    """The provided file with the answers laid over it. Raises :class:`EnvironmentFault` for a contradiction."""
    changes = {name: getattr(answers, name) for name in FROM_FILE if getattr(answers, name) is not None}
    changes |= devices
    if answers.endpoints is not None:
        changes["log"] = msgspec.structs.replace(provided.log, endpoints=answers.endpoints)
    return changed(provided, **changes)


def changed(file: SeatFile, **changes: object) -> SeatFile:
    """The file with other values, checked as a whole. Raises :class:`EnvironmentFault`."""
    try:
        found = SeatFile(
            **{name: getattr(file, name) for name in file.__struct_fields__}
            | changes  # the types are checked by read_seat_file before it counts
        )
    except ValueError as error:
        raise EnvironmentFault(str(error), _CHANGE) from error
    reason = why_no_layout(found.game, found.layout)
    if reason is not None:
        raise EnvironmentFault(f"layout of {shown(found.layout)}: {reason}", _CHANGE)
    return found


def _refused(path: Path, what: str) -> EnvironmentFault:
    return EnvironmentFault(f"{path}: {what}", "Correct the file and start again; nothing was changed")
