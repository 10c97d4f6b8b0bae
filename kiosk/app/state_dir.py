"""The state directory: one folder that holds everything a seat or a console keeps, held by one process at a time."""

from __future__ import annotations

import errno
import fcntl
import os
import struct
import time
from pathlib import Path
from typing import BinaryIO, Self

from kiosk.faults import EnvironmentFault, MustEnd
from kiosk.store.anchor import Anchor, JournalHead, RegistryHead, anchor_folder

_FLOCK = "hhqqi4x"  # struct flock of a 64-bit Linux: type, whence, start, length, process

_LOCK, _INNER = "lock", "tickets"
_ASKED, _ASKED_S = 5, 0.02

_LONGEST_LINE = 4096  # bytes


class Hold:
    """What a process holds of a folder: a lock of the file ``lock`` and, of a seat's, one of the folder of its tickets.

    Whoever removes the file lets nobody in by that.
    """

    def __init__(self, file: BinaryIO, inner: int | None) -> None:
        self._file, self._inner = file, inner

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def fileno(self) -> int:
        """The descriptor of the file."""
        return self._file.fileno()

    def close(self) -> None:
        """Let go."""
        self._file.close()
        if self._inner is not None:
            os.close(self._inner)
            self._inner = None

    def holds(self, lock: Path) -> bool:
        """Whether the file is still the one at ``lock``, in the folder: another process would meet the lock."""
        return _is(self._file.fileno(), lock)


class HeldFolder:
    """A folder that one process holds at a time. Raises :class:`EnvironmentFault` when it cannot be used."""

    def __init__(self, path: Path, holder: str, within: str = "") -> None:
        self.path = path.absolute()
        self._lock = self.path / _LOCK
        self._holder = holder
        self._within = self.path / within
        self._held: Hold | None = None

    def hold(self) -> None:
        """Make the folder when it is not there, and hold it until the process ends."""
        self._held = hold_folder(self.path, self._holder, self._within)

    def in_use(self) -> bool:
        """Whether a running process holds the folder. Touches nothing."""
        try:
            with self._lock.open("rb") as probe:
                asked = struct.pack(_FLOCK, fcntl.F_WRLCK, 0, 0, 0, 0)
                answer = fcntl.fcntl(probe, fcntl.F_OFD_GETLK, asked)
        except FileNotFoundError:
            return _inner_is_held(self.path)
        except OSError:
            return True
        return bool(struct.unpack(_FLOCK, answer)[0] != fcntl.F_UNLCK) or _inner_is_held(self.path)

    def check_held(self) -> None:
        """Raises :class:`MustEnd` when another process could hold the folder by now: its files were exchanged."""
        if self._held is not None and not self._held.holds(self._lock):
            raise MustEnd(
                f"state directory {self.path}: the file 'lock' was removed or exchanged while this {self._holder} ran",
                "Nothing is written any more. Find out who did it, then start again",
            )

    def release(self) -> None:
        """Let the folder go."""
        if self._held is not None:
            self._held.close()
            self._held = None


def hold_folder(folder: Path, by: str, within: Path | None = None) -> Hold:
    """Make ``folder`` (and the folder ``within`` it) when it is not there, and hold it until the answer is closed.

    ``by`` says in an error who holds it: a seat, a console, a host. Raises :class:`EnvironmentFault`.
    """
    try:
        (within or folder).mkdir(parents=True, exist_ok=True)
        held = (folder / _LOCK).open("ab")
    except OSError as error:
        raise EnvironmentFault(
            f"state directory {folder} cannot be used: {error.strerror}",
            "Check its permissions and the disk",
        ) from error
    try:
        # A lock of the open file, which another may ask about without taking it.
        fcntl.fcntl(held, fcntl.F_OFD_SETLK, struct.pack(_FLOCK, fcntl.F_WRLCK, 0, 0, 0, 0))
        return Hold(held, _hold_inner(folder))
    except OSError as error:
        held.close()
        raise EnvironmentFault(
            f"state directory {folder} is in use by another running {by}",
            "Close it, or name another directory",
        ) from error


def _hold_inner(folder: Path) -> int | None:
    """Hold the folder of tickets, where there is one: unlike a file nobody removes it unseen. Raises OSError."""
    try:
        handle = os.open(folder / _INNER, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    tries = _ASKED
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            tries -= 1
            if not tries:
                os.close(handle)
                raise
            time.sleep(_ASKED_S)  # whoever asks whether it is in use has it for a moment
        else:
            return handle


def _inner_is_held(folder: Path) -> bool:
    try:
        handle = os.open(folder / _INNER, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _is(handle: int, path: Path) -> bool:
    try:
        now = path.stat()
    except FileNotFoundError:
        return False
    return os.path.samestat(os.fstat(handle), now)


class StateDir(HeldFolder):
    """The folder that holds everything a seat keeps, and the names in it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "seat", _INNER)
        self.seat = self.path / "seat.db"
        self.table = self.path / "table.db"
        self.registry = self.path / "registry.db"
        self.tickets = self.path / _INNER
        self.acceptor = self.path / "acceptor.json"
        self.acceptor_driver = self.path / "acceptor-driver.json"
        self.printer = self.path / "printer.json"
        self.cash_box = self.path / "cash-box.jsonl"
        self.cabinet_driver = self.path / "cabinet-driver.json"
        self.cabinet_board = self.path / "cabinet-board.json"
        self.staff = self.path / "staff.db"
        self.staff_acts = self.path / "staff-acts.jsonl"
        self.calibration = self.path / "touch-calibration.json"
        self.reports = self.path / "reports"
        self.archive = self.path / "archive"
        anchors = anchor_folder(self.path)
        self.seat_anchor = Anchor(anchors / "seat", JournalHead)
        self.registry_anchor = Anchor(anchors / "registry", RegistryHead)

    @property
    def money_files(self) -> tuple[Path, ...]:
        """The files beside the journal that tell of money, or of an item in a device that may become money."""
        return (
            self.registry,
            self.table,
            self.acceptor,
            self.acceptor_driver,
            self.printer,
            self.cash_box,
            self.archive,
        )


class ConsoleDir(HeldFolder):
    """The folder that holds everything a console keeps, and the names in it."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "console")
        self.archive = self.path / "archive.db"
        self.notes = self.path / "notes.json"
        self.staff = self.path / "staff.db"
        self.staff_acts = self.path / "staff-acts.jsonl"


def append_durably(path: Path, line: bytes) -> None:
    """Append a line and make it durable. What a power cut left of a line is written anew. Raises OSError."""
    with path.open("a+b", buffering=0) as file:
        start = max(0, file.seek(0, os.SEEK_END) - _LONGEST_LINE)
        file.seek(start)
        file.truncate(start + file.read().rfind(b"\n") + 1)
        if file.write(line) != len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        os.fsync(file.fileno())
