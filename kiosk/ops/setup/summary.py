"""What came of a first run: every value and everything that a technician should know, as values without words."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kiosk.app.config import SeatFile
from kiosk.ops.setup.devices import place_of


class Item(StrEnum):
    """A value of the summary, in the order in which they are shown."""

    CASINO = "casino"
    TABLE = "table"
    SEAT = "seat"
    GAME = "game"
    LAYOUT = "layout"
    LANGUAGE = "language"
    TIME_ZONE = "time zone"
    ENDPOINTS = "table log"
    CERTIFICATE = "certificate until"
    ACCEPTOR = "acceptor"
    NOTES = "notes"
    PRINTER = "printer"
    PRINT_TEST = "test print"
    CABINET = "cabinet"
    TOUCH = "touch screen"
    TICKET_LIMIT = "largest ticket"
    WIN_LIMIT = "win paid by hand from"
    CREDIT_LIMIT = "most credit"
    NOTE_VELOCITY = "note-in velocity limit"
    TICKETS = "tickets"
    STAFF = "first supervisor"
    SOFTWARE = "signed software"


class Warn(StrEnum):
    """What is allowed and worth a second look."""

    CERTIFICATE = "the certificate expires soon"
    ACCEPTOR = "no acceptor: at a table with money this seat does not start"
    PRINTER = "no printer: at a table with money this seat does not start"
    PRINT_FAILED = "the test print did not come out"
    PRINT_UNTRIED = "nobody has tried the printer"
    CABINET = "no door board: doors are not watched"
    TICKETS = "tickets pay at this seat alone"
    PORT = "the port's name may change when something else is plugged in"
    STAFF = "no supervisor yet: service mode asks for the first one"
    SOFTWARE = "no signed manifest: the software is not checked before play"
    TOUCH = "no touch screen was found"


class Caution(msgspec.Struct, frozen=True):
    """A warning, and what it is about."""

    what: Warn
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.what}: {self.detail}" if self.detail else str(self.what)


class Summary(msgspec.Struct, frozen=True):
    """All values and warnings of a written configuration."""

    file: SeatFile
    values: tuple[tuple[Item, str], ...]
    warnings: tuple[Caution, ...]
    acts: tuple[str, ...] = ()  # what was done, for the program's output

    @property
    def print_failed(self) -> bool:
        """Whether a test print was tried and did not come out."""
        return any(warning.what is Warn.PRINT_FAILED for warning in self.warnings)


class Facts(msgspec.Struct, frozen=True):
    """What the file itself does not say. ``print_tested`` as in the choices; ``staff``: who there is, if anybody."""

    time_zone: str
    expires: str
    certificate_warnings: tuple[str, ...]
    staff: str
    print_tested: str | None
    touch: tuple[str, ...]


def summary(file: SeatFile, facts: Facts, acts: tuple[str, ...] = ()) -> Summary:
    """The summary of a seat's file as it was read."""
    test = facts.print_tested
    values = {
        Item.CASINO: file.casino,
        Item.TABLE: file.table,
        Item.SEAT: file.seat,
        Item.GAME: file.game,
        Item.LAYOUT: file.layout,
        Item.LANGUAGE: file.language,
        Item.TIME_ZONE: facts.time_zone or "-",
        Item.ENDPOINTS: ", ".join(file.log.endpoints),
        Item.CERTIFICATE: facts.expires,
        Item.ACCEPTOR: place_of(file.acceptor),
        Item.NOTES: ", ".join(_units(cents) for cents in file.acceptor.notes),
        Item.PRINTER: place_of(file.printer),
        Item.PRINT_TEST: "-" if test is None else test or "✓",
        Item.CABINET: place_of(file.cabinet),
        Item.TOUCH: ", ".join(facts.touch) or "-",
        Item.TICKET_LIMIT: _units(file.ticket_limit),
        Item.WIN_LIMIT: _units(file.win_limit),
        Item.CREDIT_LIMIT: _units(file.credit_limit),
        Item.NOTE_VELOCITY: _units(file.note_velocity),
        Item.TICKETS: f"{file.tickets}, {file.ticket_days} d",
        Item.STAFF: facts.staff or "-",
        Item.SOFTWARE: str(file.software.manifest) if file.software is not None else "-",
    }
    return Summary(file, tuple(values.items()), tuple(_warnings(file, facts)), acts)


def _warnings(file: SeatFile, facts: Facts) -> list[Caution]:
    found = [Caution(Warn.CERTIFICATE, words) for words in facts.certificate_warnings]
    if file.acceptor.kind == "simulated":
        found.append(Caution(Warn.ACCEPTOR))
    if file.printer.kind in ("pdf", "escpos-simulated"):
        found.append(Caution(Warn.PRINTER))
    elif facts.print_tested is None:
        found.append(Caution(Warn.PRINT_UNTRIED))
    if facts.print_tested:
        found.append(Caution(Warn.PRINT_FAILED, facts.print_tested))
    if file.cabinet.kind != "board":
        found.append(Caution(Warn.CABINET))
    found += [
        Caution(Warn.PORT, port)
        for port in (file.acceptor.port, file.printer.serial or "", file.cabinet.port)
        if port.startswith(("/dev/ttyUSB", "/dev/ttyACM"))
    ]
    if file.tickets == "own":
        found.append(Caution(Warn.TICKETS))
    if not facts.staff:
        found.append(Caution(Warn.STAFF))
    if file.software is None:
        found.append(Caution(Warn.SOFTWARE))
    if not facts.touch:
        found.append(Caution(Warn.TOUCH))
    return found


def _units(cents: int) -> str:
    return f"${cents / 100:,.0f}" if cents % 100 == 0 else f"${cents / 100:,.2f}"
