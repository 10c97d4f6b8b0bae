"""Reads the configuration files of a seat, a console, a host and an administrator, and refuses what is not exact.

Paths in a file are relative to the folder of the file.
"""

from __future__ import annotations

import codecs
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import argon2
import msgspec

from kiosk.app.acceptors import AcceptorFile
from kiosk.app.cabinets import CabinetFile
from kiosk.app.config_links import (
    HOST_PORT,
    SERVER_PORT,
    LogConfig,
    ServeFile,
    check_game,
    check_log,
    check_serve,
    check_tickets_key,
    once,
    refused,
)
from kiosk.app.limits import contradiction
from kiosk.app.printers import PrinterFile
from kiosk.app.shoes import ShoeFile
from kiosk.app.software import SoftwareFile
from kiosk.devices.printer.names import why_not_printed
from kiosk.faults import EnvironmentFault
from kiosk.games import first_game
from kiosk.jackpot import keys as jackpot_keys
from kiosk.seat.roles import MOST_NAME
from kiosk.table.records import PositiveCents
from kiosk.written import why_no_text, why_refused

# A name is part of keys, of etcd's users and of file names; a ticket holds 16 letters of table and seat.
NAME = r"^[A-Za-z0-9][A-Za-z0-9-]{0,15}\Z"
NAME_WORDS = "1 to 16 ASCII letters, digits and dashes, a letter or digit first"
CASINO_LETTERS = 48  # what a ticket holds
PRETENDING_PRINTERS = ("pdf", "escpos-simulated")

Name = Annotated[str, msgspec.Meta(pattern=NAME)]
Casino = Annotated[str, msgspec.Meta(min_length=1, max_length=CASINO_LETTERS)]
Person = Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NAME)]
Days = Annotated[int, msgspec.Meta(ge=1, le=3650)]
Language = Literal["en", "zh"]

_SECRET = ("pin_hash",)  # not repeated in an error
_HASH_BYTES, _SALT_BYTES = 32, 16
_MOST_PATH, _MOST_NAME = 1024, 255  # letters of a path, bytes of one name in it
_CHOICES = {
    "language": "en or zh",
    "tickets": "house or own",
    "role": "supervisor or manager",
}


class SeatFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `kiosk terminal` starts from. Amounts in cents; their meaning is told at :class:`SeatConfig`.

    ``tickets``: whose registry knows this seat's tickets. With "own" they pay at this seat alone, without a host.
    ``demonstration``: it plays at a demonstration's table alone, and has no device that takes or gives real money.
    ``four_colours``: each suit of the cards has a colour of its own.
    """

    casino: Casino
    table: Name
    seat: Name
    layout: str
    state: Path
    log: LogConfig
    game: str = msgspec.field(default_factory=first_game)
    language: Language = "en"
    four_colours: bool = False
    ticket_limit: PositiveCents = 300_000
    win_limit: PositiveCents = 500_000
    credit_limit: PositiveCents = 5_000_000
    note_velocity: PositiveCents = 1_000_000
    ticket_days: Days = 180
    tickets: Literal["house", "own"] = "house"
    acceptor: AcceptorFile = AcceptorFile()
    printer: PrinterFile = PrinterFile()
    cabinet: CabinetFile = CabinetFile()
    software: SoftwareFile | None = None
    demonstration: bool = False

    def __post_init__(self) -> None:
        reason = contradiction(
            ticket=self.ticket_limit,
            win=self.win_limit,
            credit=self.credit_limit,
            velocity=self.note_velocity,
            note=max(self.acceptor.notes),
        )
        if reason is not None:
            raise ValueError(reason)


class PaceFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The betting time and the warning before its end, in seconds. 36 s is one jurisdiction's floor."""

    betting_seconds: Annotated[float, msgspec.Meta(ge=1, le=3600)] = 36
    hurry_seconds: Annotated[float, msgspec.Meta(ge=0, le=3600)] = 5


class SeatAtTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A seat of the table and the layout that it plays."""

    name: Name
    layout: str


class Supervisor(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Somebody with whom the console's list of staff begins; ``pin_hash`` is the PIN's Argon2id hash in its text form.

    A manager may all that a supervisor may, and decides what no rule covers (rule 5.10).
    """

    name: Person
    pin_hash: str
    role: Literal["supervisor", "manager"] = "supervisor"


DayBegins = Annotated[int, msgspec.Meta(ge=0, le=23)]  # o'clock of a gaming day, by the machine's own clock


class ConsoleFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `kiosk console` starts from.

    Without ``limits`` the shipped limits.toml holds. ``supervisors`` are those with whom the console's list of staff
    begins; once it is there, it alone counts. ``dealers`` is of an older program: who deals stands on the list.
    ``demonstration``: the table plays for no money and every screen says so; only then may a program deal.
    ``jackpot`` is the one that it shares with other tables, as the hosts' files name it. ``four_colours``: as a seat's.
    """

    casino: Casino
    table: Name
    console: Name
    state: Path
    seats: Annotated[tuple[SeatAtTable, ...], msgspec.Meta(min_length=1, max_length=999)]
    supervisors: Annotated[tuple[Supervisor, ...], msgspec.Meta(min_length=1, max_length=100)]
    log: LogConfig
    game: str = msgspec.field(default_factory=first_game)
    language: Language = "en"
    four_colours: bool = False
    pace: PaceFile = PaceFile()
    dealers: Annotated[tuple[Person, ...], msgspec.Meta(max_length=500)] = ()
    limits: Path | None = None
    demonstration: bool = False
    day_begins_hour: DayBegins = 0
    shoe: ShoeFile = ShoeFile()
    jackpot: Name | None = None


class HostTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table that the host archives, with all its seats: only by them it knows when a round is done.

    ``signers`` is the list of whose signatures count there; where it is not named, the one of ``serve``.
    ``jackpot`` is the one that it shares with every other table that names it.
    """

    name: Name
    signers: Path | None = None
    seats: Annotated[tuple[SeatAtTable, ...], msgspec.Meta(min_length=1, max_length=999)]
    game: str = msgspec.field(default_factory=first_game)
    jackpot: Name | None = None


class HostFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `kiosk host` starts from: the tables that it serves and whose finished rounds it archives.

    ``log``: the servers, whose client it is. ``serve``: where it listens for the floor; None in an older file.
    ``tickets_key``: a file of 32 bytes as hexadecimal digits, the same at all hosts of the house, with which the
    numbers of tickets are hashed. ``ticket_limit``: the most in cents that one ticket may be worth. ``ticket_days``:
    the most days that one may pay.
    """

    tables: Annotated[tuple[HostTable, ...], msgspec.Meta(min_length=1, max_length=100)]
    state: Path
    log: LogConfig
    serve: ServeFile | None = None
    tickets_key: Path | None = None
    ticket_limit: PositiveCents = 300_000
    ticket_days: Annotated[int, msgspec.Meta(ge=1, le=3650)] = 180

    @property
    def jackpots(self) -> tuple[str, ...]:
        """Those that its tables share, each once."""
        return tuple(dict.fromkeys(table.jackpot for table in self.tables if table.jackpot is not None))


class CashierFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `kiosk tickets` starts from: a desk of the house, whose registry it asks."""

    desk: Name
    log: LogConfig
    language: Language = "en"
    day_begins_hour: DayBegins = 0


class AdminFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `kiosk provision --apply` connects with."""

    log: LogConfig


_Kind = TypeVar("_Kind")
_File = TypeVar("_File", SeatFile, ConsoleFile, HostFile, CashierFile, AdminFile)


def read_seat_file(path: Path) -> SeatFile:
    """A seat's file. Raises :class:`EnvironmentFault` naming file, key, value and what is expected."""
    found = _read(path, SeatFile)
    check_game(path, "", found.game, {"layout": found.layout})
    reason = found.acceptor.why_not() or found.printer.why_not() or found.cabinet.why_not()
    reason = reason or _why_no_demonstration(found)
    if reason is not None:
        raise refused(path, reason)
    return found


def _why_no_demonstration(found: SeatFile) -> str | None:
    """Real money has no place at a demonstration."""
    if not found.demonstration:
        return None
    if found.acceptor.kind != "simulated":
        return f"acceptor.kind of {found.acceptor.kind!r}: expected 'simulated' where demonstration is true"
    if found.printer.kind not in PRETENDING_PRINTERS:
        kinds = " or ".join(map(repr, PRETENDING_PRINTERS))
        return f"printer.kind of {found.printer.kind!r}: expected {kinds} where demonstration is true"
    return None


def refuse_pretence(path: Path, file: SeatFile) -> None:
    """A seat at a table with money has devices that are there. Asked when the seat starts, not when its file is read:
    a machine is set up, and its books are audited, without them.

    Raises :class:`EnvironmentFault` naming file, key, value and what is expected.
    """
    if file.demonstration:
        return
    for key, kind, pretends, expected in (
        ("acceptor", file.acceptor.kind, ("simulated",), "'id003' with its port"),
        ("printer", file.printer.kind, PRETENDING_PRINTERS, "'escpos' or 'cups'"),
        ("cabinet", file.cabinet.kind, ("simulated",), "'board' with its port, or 'none'"),
    ):
        if kind in pretends:
            raise EnvironmentFault(
                f"{path}: {key}.kind of {kind!r}: expected {expected}, since table {file.table} plays for money",
                "Set the seat up with its devices; a demonstration's table is provided with "
                "kiosk provision --demonstration",
            )


def read_console_file(path: Path) -> ConsoleFile:
    """A console's file. Raises :class:`EnvironmentFault` naming file, key, value and what is expected."""
    found = _read(path, ConsoleFile)
    check_game(path, "", found.game, _layouts_at(found.seats))
    once(path, "seats", [seat.name for seat in found.seats])
    once(path, "supervisors", [supervisor.name for supervisor in found.supervisors])
    for n, supervisor in enumerate(found.supervisors):
        _check_person(path, f"supervisors[{n}].name", supervisor.name)
        _check_pin_hash(path, f"supervisors[{n}].pin_hash", supervisor.pin_hash)
    pace = found.pace
    if pace.hurry_seconds >= pace.betting_seconds:
        raise refused(
            path,
            f"pace.hurry_seconds of {pace.hurry_seconds:g}: expected less than the betting_seconds of "
            f"{pace.betting_seconds:g}",
        )
    if found.limits is not None and not found.limits.is_file():
        raise refused(path, f"limits: {found.limits} is no file")
    if (reason := found.shoe.why_not()) is not None:
        raise refused(path, reason)
    if found.shoe.kind == "simulated" and not found.demonstration:
        raise refused(
            path,
            f"shoe.kind of 'simulated': expected 'line' or 'none', since table {found.table} plays for money",
        )
    return found


def read_host_file(path: Path) -> HostFile:
    """A host's file. Raises :class:`EnvironmentFault` naming file, key, value and what is expected."""
    found = _read(path, HostFile)
    once(path, "tables", [table.name for table in found.tables])
    for n, table in enumerate(found.tables):
        check_game(path, f"tables[{n}].", table.game, _layouts_at(table.seats))
        once(path, f"tables[{n}].seats", [seat.name for seat in table.seats])
        _check_jackpot(path, n, table)
    if found.serve is not None:
        check_serve(path, found.serve)
    if found.tickets_key is not None:
        check_tickets_key(path, found.tickets_key)
    return found


def _check_jackpot(path: Path, n: int, table: HostTable) -> None:
    """Names that the log takes for something else."""
    if table.name == jackpot_keys.FOLDER:
        raise refused(path, f"tables[{n}].name of {table.name!r}: expected another, the jackpots stand there")
    if table.jackpot in jackpot_keys.TAKEN:
        raise refused(path, f"tables[{n}].jackpot of {table.jackpot!r}: expected another name")


def read_cashier_file(path: Path) -> CashierFile:
    """A cashier's file. Raises :class:`EnvironmentFault` naming file, key, value and what is expected."""
    return _read(path, CashierFile)


def read_admin_file(path: Path) -> AdminFile:
    """An administrator's file. Raises :class:`EnvironmentFault` naming file, key, value and what is expected."""
    return _read(path, AdminFile)


def _read(path: Path, kind: type[_File]) -> _File:
    """Decode strictly, then check what the files named in it must be."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise EnvironmentFault(
            f"configuration file {path} cannot be read: {error.strerror}", "Name the file with --config"
        ) from error
    found = decode_toml(text, kind, path, refused)
    casino = getattr(found, "casino", None)
    reason = why_not_printed(casino, CASINO_LETTERS) if casino is not None else None
    if reason is not None:
        raise refused(path, f"casino of {casino!r}: {reason}")
    of_the_servers = isinstance(found, HostFile | AdminFile)
    check_log(path, found.log, SERVER_PORT if of_the_servers else HOST_PORT)
    return found


def decode_toml(
    text: bytes, kind: type[_Kind], path: Path, refused: Callable[[Path, str], EnvironmentFault]
) -> _Kind:
    """Decode strictly what was read from ``path``; paths in the text are beside that file.

    Raises what ``refused`` makes of a fault: the file, and key, value and expectation in words.
    """
    folder = path.absolute().parent
    text = text.removeprefix(codecs.BOM_UTF8)  # some editors put it there

    def hook(wanted: type, written: object) -> Path:
        if wanted is not Path:
            raise NotImplementedError(wanted)
        if not isinstance(written, str) or why_no_text(written, _MOST_PATH) is not None:
            raise ValueError("Expected a path")
        if any(len(part.encode()) > _MOST_NAME for part in written.split("/")):
            raise ValueError(f"Expected a path of names of at most {_MOST_NAME} bytes")
        return folder / written

    try:
        return msgspec.toml.decode(text, type=kind, dec_hook=hook)
    except msgspec.ValidationError as error:
        raise refused(path, _told(error, text)) from error
    except (msgspec.DecodeError, tomllib.TOMLDecodeError, UnicodeError, RecursionError) as error:
        raise refused(path, f"is not TOML: {error}") from error


def _told(error: msgspec.ValidationError, text: bytes) -> str:
    """msgspec's words with the key in front and the value that was found."""
    key, what = why_refused(error, tomllib.loads(text.decode()), secret=_SECRET)
    return f"{key}: {_plain(what, key.partition(' of ')[0])}" if key else what


def _plain(what: str, key: str) -> str:
    if what.startswith("Invalid enum value"):
        return f"Expected {_CHOICES.get(key.rpartition('.')[2], 'another')}"
    return what.replace(f"Expected `str` matching regex {NAME!r}", f"Expected {NAME_WORDS}")


def _layouts_at(seats: Sequence[SeatAtTable]) -> dict[str, str]:
    return {f"seats[{n}].layout": seat.layout for n, seat in enumerate(seats)}


def _check_person(path: Path, key: str, name: str) -> None:
    """Reports bear the names of people."""
    reason = why_not_printed(name, MOST_NAME)
    if reason is not None:
        raise refused(path, f"{key} of {name!r}: {reason}")


def _check_pin_hash(path: Path, key: str, value: str) -> None:
    try:
        found = argon2.extract_parameters(value)
        # A shorter one was cut off: it would be compared as far as it goes.
        sound = (
            found.type is argon2.Type.ID and found.hash_len >= _HASH_BYTES and found.salt_len >= _SALT_BYTES
        )
    except argon2.exceptions.InvalidHashError:
        sound = False
    if not sound:
        raise refused(path, f"{key}: expected a whole Argon2id hash, as $argon2id$v=19$...")
