"""The files of an archive: compressed lists of rows, and the index that binds each to the one before by SHA-256.

`index.json` names every file with its hash. A file is on disk and was read back before the index names it, and the
index is on disk before any row leaves seat.db.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from kiosk.faults import NOT_JSON, SAME_FILE, EnvironmentFault, why
from kiosk.store import seal

INDEX = "index.json"
START = "0" * 64
Value = str | int
Row = tuple[Value, ...]
Lists = Mapping[str, list[Row]]
_json = msgspec.json.Encoder().encode
_line = msgspec.json.Decoder(tuple[Value, ...])
_WIDTH = {name: len(columns.split(",")) for name, columns in seal.COLUMNS.items()}


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One file of the archive: how many rows of each list, all older than ``before``; written ``at`` (both UTC).

    ``sha256`` is that of the file as it lies there, ``hash`` binds it to the entry before (``prev``).
    """

    number: int
    file: str
    seat: str
    sha256: str
    rows: dict[str, int]
    before: str
    at: str
    prev: str
    hash: str

    @property
    def total(self) -> int:
        """All rows in the file."""
        return sum(self.rows.values())


class _Index(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    archives: tuple[Entry, ...]


def file_name(number: int) -> str:
    """As archive-0001.jsonl.gz."""
    return f"archive-{number:04}.jsonl.gz"


def read_index(folder: Path) -> tuple[Entry, ...]:
    """All entries, oldest first; none when there is no index yet.

    Raises :class:`EnvironmentFault` for an index that cannot be read or whose chain is broken.
    """
    path = folder / INDEX
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise EnvironmentFault(f"{path} cannot be read: {error.strerror}", "Check the folder") from error
    try:
        found = msgspec.json.decode(text, type=_Index).archives
    except NOT_JSON as error:
        raise EnvironmentFault(f"{path} is damaged: {error}", SAME_FILE) from error
    prev = START
    for number, entry in enumerate(found, start=1):
        if (entry.number, entry.file, entry.prev) != (number, file_name(number), prev):
            raise EnvironmentFault(
                f"{path}: entry {number} does not follow its predecessor: one is missing or was changed",
                SAME_FILE,
            )
        if chained(entry) != entry.hash:
            raise EnvironmentFault(f"{path}: entry {number} was changed: its hash does not fit", SAME_FILE)
        prev = entry.hash
    return found


def chained(entry: Entry) -> str:
    """The hash that belongs into the entry."""
    rows = sorted(entry.rows.items())
    body = (entry.number, entry.file, entry.seat, entry.sha256, rows, entry.before, entry.at)
    return hashlib.sha256(entry.prev.encode() + _json(body)).hexdigest()


def write_file(folder: Path, number: int, lists: Lists, reached: Callable[[str], None]) -> str:
    """Write the rows durably, read them back and compare; the SHA-256 of the file. A file of that name is replaced.

    The same rows give the same bytes. Raises OSError, and :class:`EnvironmentFault` for a disk that gives back
    something else than was written.
    """
    path = folder / file_name(number)
    body = _packed(lists)
    _write_durably(path, body, reached, "file")
    if path.read_bytes() != body or rows_of(path.read_bytes(), path) != {k: v for k, v in lists.items() if v}:
        raise EnvironmentFault(f"{path} reads otherwise than it was written", "Check the disk")
    reached("read back")
    return hashlib.sha256(body).hexdigest()


def write_index(folder: Path, entries: Iterable[Entry], reached: Callable[[str], None]) -> None:
    """Replace the index durably. Raises OSError."""
    body = msgspec.json.format(_json(_Index(tuple(entries))), indent=1)
    _write_durably(folder / INDEX, body + b"\n", reached, "index")


def read_file(folder: Path, entry: Entry) -> dict[str, list[Row]]:
    """The rows of one file, held against the index. Raises :class:`EnvironmentFault`."""
    path = folder / entry.file
    try:
        body = path.read_bytes()
    except OSError as error:
        raise EnvironmentFault(
            f"{path}, which {INDEX} names, cannot be read: {error.strerror}", SAME_FILE
        ) from error
    if hashlib.sha256(body).hexdigest() != entry.sha256:
        raise EnvironmentFault(f"{path} was changed: its hash does not fit", SAME_FILE)
    found = rows_of(body, path)
    if {name: len(rows) for name, rows in found.items()} != {n: c for n, c in entry.rows.items() if c}:
        raise EnvironmentFault(f"{path} holds other rows than {INDEX} says", SAME_FILE)
    return found


def rows_of(body: bytes, path: Path) -> dict[str, list[Row]]:
    """The rows of a file by list. Raises :class:`EnvironmentFault` for what is none."""
    found: dict[str, list[Row]] = {}
    try:
        for line in _lines(body):
            name, *values = _line.decode(line)
            if _WIDTH.get(str(name)) != len(values):
                raise EnvironmentFault(f"{path} holds a row of no known list: '{name}', {len(values)} values")
            found.setdefault(str(name), []).append(tuple(values))
    except (OSError, EOFError, ValueError) as error:
        raise EnvironmentFault(f"{path} is damaged: {why(error)}", SAME_FILE) from error
    return found


def _lines(body: bytes) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=io.BytesIO(body)) as lines:
        yield from lines


def _packed(lists: Lists) -> bytes:
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0) as lines:
        for name, rows in sorted(lists.items()):
            for row in rows:
                lines.write(_json((name, *row)) + b"\n")
    return packed.getvalue()


def _write_durably(path: Path, body: bytes, reached: Callable[[str], None], what: str) -> None:
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    # Ticket numbers are in there: nobody else reads it.
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(body[: len(body) // 2])
        file.flush()
        reached(f"half of the {what}")
        file.write(body[len(body) // 2 :])
        file.flush()
        os.fsync(file.fileno())
    reached(f"{what} written")
    part.replace(path)
    sync_folder(path.parent)
    reached(f"{what} in its place")


def sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
