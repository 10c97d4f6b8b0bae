"""What commands have told lies in a file of its own beside seat.db, until the seat has it in its journal.

A command runs beside the seat, or without it, and the seat alone may write seat.db. guarantee: what was told is on
disk, file and folder, before the command goes on; a line goes when an event with its id stands in seat.db, so that a
seat that dies in between neither loses an act nor keeps it twice. All take turns by a lock on the folder.
"""

from __future__ import annotations

import errno
import fcntl
import os
import secrets
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from kiosk.faults import NOT_JSON, EnvironmentFault, why
from kiosk.seat.roles import ActKind, StaffAct
from kiosk.seat.staff_acts import CommandAct

MOST_BYTES = 1 << 20  # in the file
RESERVED_BYTES = 64 << 10  # of them for what comes of a command that was begun
AT_ONCE = 100  # acts that a seat takes in one piece
PATIENCE_S = 10.0  # of a command, while another one writes
SEATS_PATIENCE_S = 0.05  # the books wait meanwhile; what is not taken now is taken at the next look

_MOST_LINE = 4_096  # bytes
_MOST_EXCERPT = 120  # characters
_POLL_S = 0.01
_OPEN = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

Kept = Callable[[set[str]], set[str]]
"""Which of these ids stand in the journal."""


class NotToldFault(EnvironmentFault):
    """Something was done, and could not be written down."""


class StaffActs:
    """The file of one seat. Several processes may use it at once; ``now`` is UTC.

    note: the folder is the seat's user's, who may plant links in it, and a command may be root's: none is followed,
    and no file with a second name is written.
    """

    def __init__(self, path: Path, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self.path = path
        self._now = now

    def begin(self, act: StaffAct) -> None:
        """Write down that a command begins, before it does anything.

        The intent stands first, since a power cut may come at any moment after it: whoever reads the journal then sees
        that somebody began, and what came of it as far as it came. What a command finds out (who has logged in, who
        was refused) is not known before; it follows by `tell`. Raises :class:`EnvironmentFault`: then nothing may be
        done.
        """
        try:
            self._append((act,), MOST_BYTES - RESERVED_BYTES)
        except EnvironmentFault as fault:
            raise EnvironmentFault(f"{fault.what}; nothing was done", fault.way_out) from fault

    def tell(self, acts: Sequence[StaffAct]) -> None:
        """Write down what has come of it. Raises :class:`NotToldFault`, which says what is not written down."""
        if not acts:
            return
        try:
            self._append(acts, MOST_BYTES)
        except EnvironmentFault as fault:
            lost = ", ".join(f"{act.kind} {act.name}".strip() for act in acts)
            raise NotToldFault(
                f"{fault.what}; {lost}: it was done and is not written down", fault.way_out
            ) from fault

    def waits(self) -> bool:
        """Whether there is anything for the seat to look at. A look at the name alone."""
        try:
            found = self.path.lstat()
        except FileNotFoundError:
            return False
        except OSError:
            return True
        return not stat.S_ISREG(found.st_mode) or found.st_size > 0

    def take(self, kept: Kept) -> tuple[CommandAct, ...]:
        """What the seat's journal has not yet, at most `AT_ONCE`; lines that it has are removed.

        The caller commits the events and calls again, until nothing comes. Nothing comes either while a command holds
        the folder: then it is for the next time. A line that is no act becomes one that says so, in the file first, so
        that it has an id like any other. Raises :class:`EnvironmentFault`, and what ``kept`` raises.
        """
        with self._turn(SEATS_PATIENCE_S) as folder:
            if folder is None:
                return ()
            found = self._read(folder)
            if not found:
                return ()
            known = kept({act.id for act in found})
            left = [act for act in found if act.id not in known]
            if known:
                self._write(folder, left)
            return tuple(left[:AT_ONCE])

    # --- a command ----------------------------------------------------------------------------------------------

    def _append(self, acts: Sequence[StaffAct], most: int) -> None:
        at = f"{self._now().astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
        text = b"".join(_line(act, at) for act in acts)
        with self._turn(PATIENCE_S) as folder:
            if folder is None:
                raise EnvironmentFault(
                    f"{self.path} is held by another command: expected it within {PATIENCE_S:.0f} s",
                    "Try again",
                )
            with _opened(folder, self.path.name, os.O_RDWR | os.O_CREAT | os.O_APPEND) as handle:
                size = os.fstat(handle).st_size
                if size + len(text) > most:
                    raise EnvironmentFault(
                        f"{self.path} holds {size:,} bytes that no seat has taken over, and has no room for "
                        f"{len(text):,} more: expected at most {most:,} in all",
                        "Start the seat, which takes them over; one without a configuration is set up first",
                    )
                torn = (
                    size > 0 and os.pread(handle, 1, size - 1) != b"\n"
                )  # by a power cut: the seat tells of it
                _write_whole(handle, b"\n" + text if torn else text, size)
                os.fsync(handle)
            os.fsync(folder)

    # --- the seat -----------------------------------------------------------------------------------------------

    def _read(self, folder: int) -> list[CommandAct]:
        try:
            with _opened(folder, self.path.name, os.O_RDONLY) as handle:
                size = os.fstat(handle).st_size
                text = _read_whole(handle, min(size, MOST_BYTES))
        except FileNotFoundError:
            return []
        lines = text.split(b"\n")
        if not lines[-1]:
            lines.pop()
        acts, strange, place = _sorted_out(lines)
        more = max(0, size - MOST_BYTES)
        if strange or more:
            acts.insert(place, self._damaged(strange, more))
            self._write(folder, acts)
        return acts

    def _damaged(self, strange: list[bytes], more: int) -> CommandAct:
        excerpt = (strange[0] if strange else b"")[: 4 * _MOST_EXCERPT].decode("utf-8", "replace")
        shown = "".join(sign if sign.isprintable() else "?" for sign in excerpt)[:_MOST_EXCERPT]
        found = sum(map(len, strange)) + more
        detail: dict[str, str | int] = {"lines": len(strange), "bytes": found, "line": shown}
        at = f"{self._now().astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
        return CommandAct(secrets.token_hex(8), at, ActKind.LINE_DAMAGED, "", "", detail)

    def _write(self, folder: int, acts: Sequence[CommandAct]) -> None:
        """Put these in place of what is there, at once; no acts, no file."""
        name, part = self.path.name, f"{self.path.name}.part"
        if not acts:
            os.unlink(name, dir_fd=folder)
            os.fsync(folder)
            return
        with suppress(FileNotFoundError):
            os.unlink(part, dir_fd=folder)
        with _opened(folder, part, os.O_WRONLY | os.O_CREAT | os.O_EXCL) as handle:
            _write_whole(handle, b"".join(msgspec.json.encode(act) + b"\n" for act in acts), 0)
            os.fsync(handle)
        os.rename(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        os.fsync(folder)

    # --- both ---------------------------------------------------------------------------------------------------

    @contextmanager
    def _turn(self, patience_s: float) -> Iterator[int | None]:
        """The folder, while nobody else has it; None when it is not free in time. OSError becomes a fault."""
        try:
            folder = os.open(self.path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                yield folder if _locked(folder, patience_s) else None
            finally:
                os.close(folder)
        except OSError as error:
            raise EnvironmentFault(
                f"{self.path} cannot be used: {why(error)}",
                "Check the disk, permissions and what lies there",
            ) from error


def _locked(folder: int, patience_s: float) -> bool:
    end = time.monotonic() + patience_s
    while True:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(_POLL_S)
        else:
            return True


@contextmanager
def _opened(folder: int, name: str, flags: int) -> Iterator[int]:
    """A file of that folder that has this name alone; what root makes belongs to whom the folder belongs."""
    handle = os.open(name, flags | _OPEN, 0o600, dir_fd=folder)
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1:
            raise PermissionError(errno.EPERM, "it is not a file with this name alone", name)
        if flags & os.O_CREAT and found.st_size == 0:
            if _is_root():
                owner = os.fstat(folder)
                os.fchown(handle, owner.st_uid, owner.st_gid)
            os.fchmod(handle, 0o600)
        yield handle
    finally:
        os.close(handle)


def _is_root() -> bool:
    return os.geteuid() == 0


def _write_whole(handle: int, text: bytes, size: int) -> None:
    """Write at the end of a file of ``size`` bytes: all of it, or nothing. Raises OSError."""
    try:
        whole = os.write(handle, text) == len(text)
    except OSError:
        os.ftruncate(handle, size)
        raise
    if not whole:
        os.ftruncate(handle, size)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _read_whole(handle: int, size: int) -> bytes:
    text = b""
    while len(text) < size and (more := os.read(handle, size - len(text))):
        text += more
    return text


def _line(act: StaffAct, at: str) -> bytes:
    told = CommandAct(secrets.token_hex(8), at, act.kind, act.name, act.by, dict(act.detail))
    return msgspec.json.encode(told) + b"\n"


def _sorted_out(lines: list[bytes]) -> tuple[list[CommandAct], list[bytes], int]:
    """The acts, what is none, and how many acts stand before the first that is none."""
    acts: list[CommandAct] = []
    strange: list[bytes] = []
    seen: set[str] = set()
    place = len(lines)
    for line in lines:
        act = _act(line)
        if act is None or act.id in seen:
            place = min(place, len(acts))
            strange.append(line)
        else:
            seen.add(act.id)
            acts.append(act)
    return acts, strange, place


def _act(line: bytes) -> CommandAct | None:
    if len(line) > _MOST_LINE:
        return None
    try:
        return msgspec.json.decode(line, type=CommandAct)
    except NOT_JSON:
        return None
