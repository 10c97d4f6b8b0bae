"""Copies that survive a power cut, with mode and owner, and never through a link."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kiosk.devices.files import sync_folder
from kiosk.faults import EnvironmentFault


@contextmanager
def spoken(what: str) -> Iterator[None]:
    """An OSError within becomes an :class:`EnvironmentFault` that begins with ``what``."""
    try:
        yield
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise EnvironmentFault(
            f"{what}: {error.strerror or error}{where}", "Check the disk and permissions"
        ) from error


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
    with source.open("rb") as one, target.open("wb") as other:
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
    """As root: give what root has made in a folder of state to whom the folder belongs. Raises OSError."""
    if os.geteuid() != 0:
        return
    owner = folder.stat()
    for entry in os.scandir(folder):
        if entry.is_symlink():
            continue
        found = entry.stat(follow_symlinks=False)
        if found.st_uid == 0 and (found.st_uid, found.st_gid) != (owner.st_uid, owner.st_gid):
            os.chown(entry.path, owner.st_uid, owner.st_gid, follow_symlinks=False)
        if entry.is_dir(follow_symlinks=False):
            settle_owner(Path(entry.path))
