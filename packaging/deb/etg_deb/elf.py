"""What a shared object asks the loader for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from etg_deb.faults import run

_MAGIC = b"\x7fELF"
_ASKED = re.compile(r"\((NEEDED|SONAME)\)[^\[]*\[([^\]]*)\]")
_AT_ONCE = 200  # files, so that a command line stays short


@dataclass(frozen=True)
class Shared:
    """A shared object: the names that it answers to, and the names that it asks for."""

    path: Path
    names: frozenset[str]
    needs: frozenset[str]


def is_elf(path: Path) -> bool:
    """Whether the file is a program or a shared object."""
    if path.is_symlink():
        return False
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def read_shared(paths: Iterable[Path]) -> dict[Path, Shared]:
    """What each of the shared objects asks for. Raises CannotBuild where binutils are missing."""
    left, found = [path for path in paths if is_elf(path)], {}
    for start in range(0, len(left), _AT_ONCE):
        some = left[start : start + _AT_ONCE]
        told = run(["readelf", "--dynamic", "--wide", *some, "/bin/true"])  # a second file makes it name each
        for part in re.split(r"^File: ", told, flags=re.MULTILINE)[1:]:
            name, _, text = part.partition("\n")
            path = Path(name.strip())
            asked = _ASKED.findall(text)
            if path in some:
                found[path] = Shared(
                    path,
                    frozenset({path.name, *(word for kind, word in asked if kind == "SONAME")}),
                    frozenset(word for kind, word in asked if kind == "NEEDED"),
                )
    return found


def reached(begin: Iterable[Path], shared: Mapping[Path, Shared]) -> set[Path]:
    """The shared objects that those of ``begin`` load, and these in turn; ``begin`` is among them."""
    by_name = {name: one.path for one in shared.values() for name in one.names}
    found: set[Path] = set()
    waiting = [path for path in begin if path in shared]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [by_name[name] for name in shared[path].needs if name in by_name]
    return found
