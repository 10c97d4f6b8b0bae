"""What `kiosk provision` wrote for this seat, on a USB drive in a hand: looked through before it is taken."""

from __future__ import annotations

import os
import re
import stat
import tempfile
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cryptography import x509

from kiosk.app.certificates import check_certificate, check_of_the_floor, check_party
from kiosk.app.config import NAME, SeatFile, read_seat_file
from kiosk.app.signing import signing_of
from kiosk.faults import EnvironmentFault
from kiosk.ops.provision.parties import SIGN_KEY, SIGNERS
from kiosk.ops.provision.roles import seat_user
from kiosk.ops.setup.answers import LARGEST

PREFIX = "seat-"
PARTS = ("ca.crt", "client.crt", "client.key", SIGN_KEY, SIGNERS)
LARGEST_LIST = 4 * 1024 * 1024  # bytes of a list of signers: 999 seats, renewed often
MOST_FOLDERS = 200  # of a USB drive that are looked into
MOST_SEATS = 999
_USB_DRIVE = "Take a USB drive with the folder that `kiosk provision` wrote"


@dataclass(frozen=True)
class Provided:
    """One seat's part of a provided folder, checked: chain, name, dates, that key and certificate are a pair, and that
    what the seat signs is believed.
    """

    source: Path
    file: SeatFile
    parts: dict[str, bytes]
    warnings: tuple[str, ...]
    expires: str

    @property
    def words(self) -> str:
        """Which seat it is for."""
        return f"{self.file.table} / {self.file.seat}"


def find_provided(folder: Path) -> tuple[Path, ...]:
    """The seats' files in ``folder`` and two floors below it, as a USB drive holds a provided folder. Follows no link.

    Raises :class:`EnvironmentFault` when the folder cannot be read.
    """
    try:
        first = _folders([folder])
    except OSError as error:
        raise EnvironmentFault(f"{folder} cannot be read: {error.strerror}", _USB_DRIVE) from error
    found: list[Path] = []
    for place in (folder, *first, *_quietly(first)):
        try:
            named = (path for path in sorted(place.glob(f"{PREFIX}*.toml")) if _is_seats(path))
            found += [path for path in named if path.is_file()]
        except OSError:  # a damaged folder of a USB drive hides only itself
            continue
        if len(found) >= MOST_SEATS:
            break
    return tuple(found[:MOST_SEATS])


def seats_in(folder: Path, table: str, seat: str) -> Path:
    """The one file for a seat. Raises :class:`EnvironmentFault` that says what is there instead."""
    there = find_provided(folder)
    named = [path for path in there if path.name == f"{PREFIX}{seat}.toml"]
    ours = [path for path in named if table_of(path) == table]
    if len(ours) == 1:
        return ours[0]
    if len(ours) > 1:
        raise EnvironmentFault(
            f"{folder} holds {len(ours)} files for seat {seat} of table {table}: "
            f"{', '.join(map(str, ours[:4]))}; expected one",
            "Name the folder of the newest with certificates",
        )
    said = ", ".join(f"{table_of(path) or '?'}/{path.stem.removeprefix(PREFIX)}" for path in there[:8])
    raise EnvironmentFault(
        f"{folder} holds nothing for seat {seat} of table {table}: found {said or 'no seat at all'} (table/seat)",
        _USB_DRIVE,
    )


def read_provided(path: Path, now: Callable[[], datetime]) -> Provided:
    """A seat's part: its file and the folder of the same name beside it. Nothing on the USB drive is changed.

    Raises :class:`EnvironmentFault` naming the file on the USB drive.
    """
    beside = path.with_suffix("")
    text = read_small(path)
    check_of_the_floor((beside / "client.crt", read_small(beside / "client.crt")))
    parts = {name: read_small(beside / name, LARGEST_LIST if name == SIGNERS else LARGEST) for name in PARTS}
    with tempfile.TemporaryDirectory(prefix="kiosk-setup-") as made:  # of mode 0700
        file = _read_copy(path, text, parts, Path(made))
    warnings = check_certificate(
        (beside / "ca.crt", parts["ca.crt"]), (beside / "client.crt", parts["client.crt"]), now()
    )
    own = x509.load_pem_x509_certificates(parts["client.crt"])[0]
    check_party((beside / "client.crt", parts["client.crt"]), seat_user(file.table, file.seat))
    return Provided(path, file, parts, warnings, f"{own.not_valid_after_utc:%Y-%m-%d}")


def table_of(path: Path) -> str:
    """Which table a file says that it is for; empty for one that cannot be read."""
    try:
        named = str(tomllib.loads(read_small(path).decode()).get("table", ""))
    except (EnvironmentFault, UnicodeError, tomllib.TOMLDecodeError, RecursionError):
        return ""
    return named if re.search(NAME, named) else ""  # it is shown: nobody else's signs reach a screen


def _is_seats(path: Path) -> bool:
    return re.search(NAME, path.stem.removeprefix(PREFIX)) is not None


def read_small(path: Path, most: int = LARGEST) -> bytes:
    """A file of at most ``most`` bytes that is a plain file. Raises :class:`EnvironmentFault` for anything else."""
    try:
        # A pipe would wait for ever, and a link may point into this machine.
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise EnvironmentFault(f"{path} cannot be read: {error.strerror}", _USB_DRIVE) from error
    try:
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise EnvironmentFault(f"{path} is no file: expected one of {most} bytes at most", _USB_DRIVE)
            data = file.read(most + 1)
    except OSError as error:
        raise EnvironmentFault(f"{path} cannot be read: {error.strerror}", _USB_DRIVE) from error
    if len(data) > most:
        raise EnvironmentFault(f"{path} has more than {most} bytes: expected at most that", _USB_DRIVE)
    return data


def _read_copy(path: Path, text: bytes, parts: dict[str, bytes], made: Path) -> SeatFile:
    """Read it as a seat does, from a copy whose modes are right: a USB drive knows no modes."""
    copy = made / path.name
    folder = copy.with_suffix("")
    folder.mkdir(mode=0o700)
    copy.write_bytes(text)
    for name, data in parts.items():
        (folder / name).touch(mode=0o600)
        (folder / name).write_bytes(data)
    try:
        found = read_seat_file(copy)
        signing_of(found.log, found.table, seat_user(found.table, found.seat))
    except EnvironmentFault as fault:
        raise EnvironmentFault(fault.what.replace(str(made), str(path.parent)), _USB_DRIVE) from fault
    log = found.log
    named = (log.ca, log.certificate, log.key, log.sign_key, log.signers)
    for name, named_path in zip(PARTS, named, strict=True):
        if named_path != folder / name:
            raise EnvironmentFault(
                f"{path}: log names {named_path or f'no {name}'}: expected {folder.name}/{name} beside the file",
                _USB_DRIVE,
            )
    return found


def _folders(places: Iterable[Path]) -> list[Path]:
    found: list[Path] = []
    for place in places:
        found += [path for path in sorted(place.iterdir()) if path.is_dir() and not path.is_symlink()]
    return found[:MOST_FOLDERS]


def _quietly(places: Iterable[Path]) -> list[Path]:
    found: list[Path] = []
    for place in places:
        try:
            found += _folders([place])
        except OSError:
            continue
    return found[:MOST_FOLDERS]
