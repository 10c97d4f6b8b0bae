"""Copies that survive a power cut, with mode and owner, and never through a link."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.devices.files import sync_folder
from kiosk.faults import EnvironmentFault, why
from kiosk.integrity.files import NotRegular, kind_of


@contextmanager
def spoken(what: str) -> Iterator[None]:
    """An OSError within becomes an :class:`EnvironmentFault` that begins with ``what``."""
    try:
        yield
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise EnvironmentFault(f"{what}: {why(error)}{where}", "Check the disk and permissions") from error


def remove(path: Path) -> None:
    """Remove a file, a link or a whole folder, if it is there. Raises OSError."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def like(path: Path, source: os.stat_result) -> None:
    """Give ``path``, which is no link, the mode of the source, and as root its owner. Raises OSError."""
    if os.geteuid() == 0:
        os.chown(path, source.st_uid, source.st_gid)
    path.chmod(stat.S_IMODE(source.st_mode))


def sync_file(path: Path) -> None:
    """Make the bytes of a file durable. Raises OSError."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def copy_durably(source: Path, target: Path) -> None:
    """Copy one file or link; its name is durable when the folder is synced. Raises OSError."""
    found = source.lstat()
    if stat.S_ISLNK(found.st_mode):
        target.symlink_to(source.readlink())
        return
    # Whoever owns the folder may exchange the file under us: what is opened is looked at, and no link is followed.
    handle = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(handle, "rb") as one, target.open("wb") as other:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise NotRegular(f"{source} is {kind_of(found.st_mode)}, expected a file")
        shutil.copyfileobj(one, other, 1 << 20)
        other.flush()
        os.fsync(other.fileno())
    like(target, found)


def copy_tree(source: Path, target: Path) -> None:
    """Copy a folder with files, links and folders, durably. ``target`` must not be there. Raises OSError."""
    target.mkdir(parents=True)
    for entry in sorted(os.scandir(source), key=lambda found: found.name):
        other = target / entry.name
        if entry.is_dir(follow_symlinks=False):
            copy_tree(Path(entry.path), other)
        else:
            copy_durably(Path(entry.path), other)
    like(target, source.stat())
    sync_folder(target)


def link_tree(source: Path, target: Path) -> None:
    """The same by hard links where the file system allows: a package replaces files and never writes into one."""
    target.mkdir(parents=True)
    for entry in sorted(os.scandir(source), key=lambda found: found.name):
        other = target / entry.name
        if entry.is_dir(follow_symlinks=False):
            link_tree(Path(entry.path), other)
            continue
        try:
            os.link(entry.path, other, follow_symlinks=False)
        except OSError:
            copy_durably(Path(entry.path), other)
    like(target, source.stat())


def size_of(folder: Path) -> int:
    """Bytes of all files in it. Raises OSError."""
    total = 0
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            total += size_of(Path(entry.path))
        else:
            total += entry.stat(follow_symlinks=False).st_size
    return total


def settle_owner(folder: Path) -> None:
    """As root: give what root has made in a folder of state to whom the folder belongs. Raises OSError.

    That user may exchange files for links meanwhile: none is followed, and no file with a second name is given away.
    """
    if os.geteuid() != 0:
        return
    owner = folder.stat()
    for _, folders, files, handle in os.fwalk(folder, follow_symlinks=False):
        for name in (*folders, *files):
            found = os.stat(name, dir_fd=handle, follow_symlinks=False)
            single = stat.S_ISDIR(found.st_mode) or (stat.S_ISREG(found.st_mode) and found.st_nlink == 1)
            if single and found.st_uid == 0:
                os.chown(name, owner.st_uid, owner.st_gid, dir_fd=handle, follow_symlinks=False)
