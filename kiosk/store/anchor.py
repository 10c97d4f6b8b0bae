"""What a file of a state directory held newest, kept in a second place: an older copy of the file is seen by it.

The place is a folder beside the state directory (``DIR.anchor``; a link there may lead to another disk). Each anchor is
one small file with two places, written in turn, so that a power cut in the middle leaves the one before. Whoever puts
back the state directory alone is found out; whoever puts back both, or takes both away, is not.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from kiosk.faults import NOT_JSON, EnvironmentFault
from kiosk.store.archive_files import sync_folder

PLACE_BYTES = 2_048
_TURN_DIGITS, _SUM_DIGITS = 16, 64

Kept = TypeVar("Kept", bound=msgspec.Struct)


class DamagedAnchor(EnvironmentFault):
    """What an anchor knew is lost: nobody can say whether a file is older."""


class JournalHead(msgspec.Struct, frozen=True):
    """The newest transaction of a journal: number, hash in hexadecimal, UTC time, and the accounts after it in cents.

    Number 0 is a journal without a transaction.
    """

    number: int
    hash: str = ""
    at: str = ""
    accounts: Mapping[str, int] = {}


class Numbered(msgspec.Struct, frozen=True):
    """The newest of what is counted."""

    number: int


class RegistryHead(Numbered, frozen=True):
    """The newest step of a registry of tickets: its number and a hash of what it was, in hexadecimal."""

    hash: str = ""


def anchor_folder(state: Path) -> Path:
    """Where the anchors of a state directory lie."""
    state = state.absolute()
    return state.with_name(f"{state.name}.anchor")


class Anchor(Generic[Kept]):
    """One anchor. Several processes may write it, each within :meth:`held`. Raises :class:`EnvironmentFault`."""

    def __init__(self, path: Path, kept: type[Kept]) -> None:
        self.path = path
        self._decoder = msgspec.json.Decoder(kept)
        self._turn = -1  # of the place that was read or written last

    def read(self) -> Kept | None:
        """What was kept last; None where nothing ever was. Raises :class:`EnvironmentFault`.

        :class:`DamagedAnchor` for what is not whole.
        """
        try:
            with self.path.open("rb") as file:
                data = file.read(2 * PLACE_BYTES + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._unusable(error) from error
        if not data:
            return None  # made, and the power went
        found = [place for at in (0, PLACE_BYTES) if (place := _read_place(data[at : at + PLACE_BYTES]))]
        if not found or len(data) > 2 * PLACE_BYTES:
            raise DamagedAnchor(
                f"{self.path} is damaged: expected two places of {PLACE_BYTES} bytes, one of them whole",
                "What it knew is lost: see kiosk release",
            )
        self._turn, body = max(found)
        try:
            return self._decoder.decode(body)
        except NOT_JSON as error:
            raise DamagedAnchor(
                f"{self.path} is not an anchor as this program writes it: {error}",
                "Install the program that wrote it, or see kiosk release",
            ) from error

    def write(self, kept: Kept) -> None:
        """Keep this, durably, with one sync. Raises OSError."""
        body = msgspec.json.encode(kept)
        turn = self._turn + 1
        head = f"{turn:0{_TURN_DIGITS}} ".encode()
        line = head + body
        data = hashlib.sha256(line).hexdigest().encode() + b" " + line + b"\n"
        if len(data) > PLACE_BYTES:
            raise ValueError(f"anchor of {len(data)} bytes: expected at most {PLACE_BYTES}")
        handle = self._open()
        try:
            at = (turn % 2) * PLACE_BYTES
            if os.pwrite(handle, data.ljust(PLACE_BYTES), at) != PLACE_BYTES:
                raise OSError(f"{self.path}: the disk is full")
            os.fdatasync(handle)
        finally:
            os.close(handle)
        self._turn = turn

    def forget(self) -> None:
        """Take it away: what comes next is the first. Raises OSError."""
        self.path.unlink(missing_ok=True)
        self._turn = -1

    @contextmanager
    def held(self) -> Iterator[None]:
        """One process at a time reads, changes and writes. Raises OSError."""
        handle = self._open()
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _open(self) -> int:
        try:
            return os.open(self.path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        except FileNotFoundError:
            if not self.path.parent.exists():
                self.path.parent.mkdir(mode=0o700, exist_ok=True)
                _give(self.path.parent, self.path.parent.with_suffix(""))
            handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
            _give(handle, self.path.parent)
            sync_folder(self.path.parent)
            sync_folder(self.path.parent.parent)
            return handle

    def _unusable(self, error: OSError) -> EnvironmentFault:
        return EnvironmentFault(
            f"the anchor {self.path} cannot be used: {error.strerror}", "Check its permissions and the disk"
        )


def _give(made: Path | int, like: Path) -> None:
    """What root has made belongs to whom ``like`` belongs: the seat's user."""
    if os.geteuid() == 0 and like.exists():
        owner = like.stat()
        os.chown(made, owner.st_uid, owner.st_gid)


def _read_place(data: bytes) -> tuple[int, bytes] | None:
    """Turn and body of a place; None for one that is empty or not whole."""
    line, end, _ = data.partition(b"\n")
    digest, body = line[:_SUM_DIGITS], line[_SUM_DIGITS + 1 :]
    if not end or hashlib.sha256(body).hexdigest().encode() != digest:
        return None
    return int(body[:_TURN_DIGITS]), body[_TURN_DIGITS + 1 :]
