"""The named folders that a manifest covers, and everything that lies in them."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import kiosk
from kiosk.faults import EnvironmentFault, why
from kiosk.integrity.files import is_executable, kind_of
from kiosk.integrity.manifest import ROOT_NAME
from kiosk.resources import NoData, data_dir

KIOSK, LAYOUTS, ASSETS = "kiosk", "layouts", "assets"
MOST_ENTRIES = 1_000_000


class What(StrEnum):
    """What an entry of a folder is to us."""

    FILE = "file"
    LINK = "link"
    FOLDER = "folder"
    SPECIAL = "special"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Found:
    """One entry: its path relative to the root; ``more`` is a link's target, the kind of a special file, or the reason
    why it cannot be read. ``size`` (bytes) and ``executable`` are of files.
    """

    path: str
    what: What
    size: int = 0
    executable: bool = False
    more: str = ""


def installation_roots() -> dict[str, Path]:
    """The package that runs and its data: "kiosk", "layouts" and "assets". Raises EnvironmentFault."""
    package = Path(kiosk.__file__).resolve().parent
    try:
        return {KIOSK: package, LAYOUTS: data_dir("layouts", package), ASSETS: data_dir("assets", package)}
    except NoData as error:
        raise EnvironmentFault(str(error), "Install the software again") from error


def settled(roots: Mapping[str, Path]) -> dict[str, Path]:
    """The roots by name, in order, as absolute folders without links in them, whether they exist or not.

    Raises EnvironmentFault for a name that is none and for two names of one folder.
    """
    result: dict[str, Path] = {}
    for name, given in sorted(roots.items()):
        if not ROOT_NAME.fullmatch(name):
            raise EnvironmentFault(f'root "{name}": expected a name of small letters, digits and hyphens')
        try:
            folder = given.resolve()
        except (OSError, RuntimeError, ValueError) as error:  # a loop of links, a zero byte
            raise EnvironmentFault(f"root {name}: {given} is no folder: {why(error)}") from error
        for other, taken in result.items():
            if folder == taken:
                raise EnvironmentFault(f"roots {other} and {name} are the same folder {folder}: expected two")
        result[name] = folder
    return result


def walk(name: str, roots: Mapping[str, Path]) -> Iterator[Found]:
    """Everything in one of the settled roots, in order of names in each folder, no link followed.

    What lies in another root is left to that one: an installed package has its layouts within it, a checkout beside.
    Never raises OSError: what cannot be read is found as such. Ends with such a finding after a million entries.
    """
    top = roots[name]
    others = {str(folder) for other, folder in roots.items() if other != name}
    folders, count = [""], 0
    while folders:
        inside = folders.pop()
        deeper = []
        for entry in _entries(top, inside):
            count += 1
            if count > MOST_ENTRIES:
                yield Found(inside, What.UNREADABLE, more=f"the root has more than {MOST_ENTRIES} entries")
                return
            if isinstance(entry, Found):
                yield entry
                continue
            found = _look_at(entry, f"{inside}/{entry.name}" if inside else entry.name)
            if found.what is What.FOLDER:
                if entry.path in others:
                    continue
                deeper.append(found.path)
            yield found
        folders += reversed(deeper)


def _entries(top: Path, inside: str) -> list[os.DirEntry[str] | Found]:
    try:
        with os.scandir(os.path.join(top, inside) if inside else top) as entries:  # noqa: PTH118 - much faster
            return [*sorted(entries, key=lambda entry: entry.name)]
    except OSError as error:
        return [Found(inside, What.UNREADABLE, more=why(error))]


def _look_at(entry: os.DirEntry[str], path: str) -> Found:
    try:
        mode = entry.stat(follow_symlinks=False)
        if stat.S_ISLNK(mode.st_mode):
            return Found(path, What.LINK, more=os.readlink(entry.path))  # noqa: PTH115 - any name is taken, as it is
    except OSError as error:
        return Found(path, What.UNREADABLE, more=why(error))
    if stat.S_ISDIR(mode.st_mode):
        return Found(path, What.FOLDER)
    if not stat.S_ISREG(mode.st_mode):
        return Found(path, What.SPECIAL, more=kind_of(mode.st_mode))
    return Found(path, What.FILE, mode.st_size, is_executable(mode.st_mode))
