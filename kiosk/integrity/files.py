"""Reads files that may be hostile: never through a link, never waiting on a pipe, never more than expected."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO
from pathlib import Path

_ANYBODY_EXECUTES = 0o111


class NotRegular(OSError):
    """Something else than a regular file. The message says what."""


@dataclass(frozen=True, slots=True)
class Contents:
    """Of a regular file: bytes, SHA-256 in hex, whether anybody may execute it."""

    size: int
    sha256: str
    executable: bool


def is_executable(mode: int) -> bool:
    """Whether owner, group or others may execute it."""
    return bool(mode & _ANYBODY_EXECUTES)


def kind_of(mode: int) -> str:
    """What this is, for people: "a link", "a pipe", …"""
    kinds = {
        stat.S_IFREG: "a file",
        stat.S_IFDIR: "a folder",
        stat.S_IFLNK: "a link",
        stat.S_IFIFO: "a pipe",
        stat.S_IFSOCK: "a socket",
    }
    return kinds.get(stat.S_IFMT(mode), "a device")


def contents_of(path: Path | str) -> Contents:
    """Size and hash from one opened file. Raises OSError, and NotRegular for a link, folder, pipe, …"""
    with _opened(path, follow=False) as (file, found):
        digest = hashlib.file_digest(file, "sha256")
        return Contents(found.st_size, digest.hexdigest(), is_executable(found.st_mode))


def read_all(path: Path | str, at_most: int, *, follow: bool = False) -> bytes:
    """The bytes of a regular file; its last component may be a link with ``follow``.

    Raises OSError, also when there are more than ``at_most`` bytes.
    """
    with _opened(path, follow=follow) as (file, _):
        parts, left = [], at_most + 1
        while left > 0 and (part := file.read(min(left, 1 << 20))):
            parts.append(part)
            left -= len(part)
        if left <= 0:
            raise OSError(f"it has more than {at_most} bytes")
        return b"".join(parts)


@contextmanager
def _opened(path: Path | str, *, follow: bool) -> Iterator[tuple[FileIO, os.stat_result]]:
    # O_NONBLOCK: to open a pipe without a writer would wait for ever.
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if follow else os.O_NOFOLLOW)
    try:
        handle = os.open(path, flags)
    except ValueError as error:  # a zero byte in the name
        raise NotRegular(str(error)) from error
    try:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode):
            raise NotRegular(f"it is {kind_of(found.st_mode)}, expected a file")
        with FileIO(handle, "rb", closefd=False) as file:
            yield file, found
    finally:
        os.close(handle)
