"""To whom files belong on the machine that is set up, which may be one in a folder: its own list of users says so."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from kiosk.faults import EnvironmentFault, why

SEAT_USER = "etg-seat"


@dataclass(frozen=True)
class Owner:
    """A user and its group by number.

    note: the folder may be this user's, who can exchange files for links: none is followed, and no file with a second
    name is given away.
    """

    uid: int
    gid: int

    def own(self, path: Path, mode: int) -> None:
        """The file is this user's, with that mode. Raises OSError."""
        with _alone(path) as handle:
            os.fchown(handle, self.uid, self.gid)
            os.fchmod(handle, mode)

    def share(self, path: Path, mode: int) -> None:
        """Whoever sets up keeps the file; this user's group has the mode's part of it. Raises OSError."""
        with _alone(path) as handle:
            os.fchown(handle, -1, self.gid)
            os.fchmod(handle, mode)


@contextmanager
def _alone(path: Path) -> Iterator[int]:
    """An open folder, or an open file that has this name alone. Raises OSError for anything else."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        found = os.fstat(handle)
        if not (stat.S_ISDIR(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_nlink == 1)):
            raise PermissionError(
                errno.EPERM, "it is neither a folder nor a file with this name alone", str(path)
            )
        yield handle
    finally:
        os.close(handle)


def owner_of(root: Path, name: str = SEAT_USER) -> Owner:
    """The user of that name. Raises :class:`EnvironmentFault` when the machine has none."""
    path = root / "etc/passwd"
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        raise EnvironmentFault(f"{path} cannot be read: {why(error)}") from error
    for line in lines:
        parts = line.split(":")
        if len(parts) == 7 and parts[0] == name and parts[2].isdecimal() and parts[3].isdecimal():
            return Owner(int(parts[2]), int(parts[3]))
    raise EnvironmentFault(
        f"{path} has no user {name}: expected the one that the package etg-kiosk-terminal makes",
        "Install the packages first, then start again; nothing was changed",
    )
