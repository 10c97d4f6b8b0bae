"""Reads contents.toml: which packages there are, what they need, and which file of the source goes where."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from etg_deb.faults import CannotBuild


class Put(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Files of the source by pattern, and where they go: a path that ends in / is a folder. ``mode`` is octal."""

    source: str
    to: Annotated[str, msgspec.Meta(pattern=r"^/[^ ]+$")]
    mode: Annotated[str, msgspec.Meta(pattern=r"^0[67][0-7]{2}$")] = "0644"


class Role(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a machine is: its name in paths, its user, its unit, and perhaps the unit of its first run.

    The first run begins when the machine is switched on, not when the package is installed.
    """

    name: str
    user: str
    unit: str
    first: str = ""


class Package(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One Debian package. ``{version}`` in a relation is the version that is built."""

    summary: Annotated[str, msgspec.Meta(max_length=80)]
    description: str
    depends: tuple[str, ...]
    recommends: tuple[str, ...] = ()
    suggests: tuple[str, ...] = ()
    files: tuple[Put, ...] = ()
    role: Role | None = None


class Contents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file contents.toml."""

    maintainer: str
    section: str
    package: dict[str, Package]


class More(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What another part of the source adds to a package."""

    depends: tuple[str, ...] = ()
    recommends: tuple[str, ...] = ()
    files: tuple[Put, ...] = ()


class _Others(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    package: dict[str, More]


_T = TypeVar("_T", Contents, _Others)


def read_contents(packaging: Path) -> Contents:
    """deb/contents.toml, and what session/files.toml adds to its packages. Raises :class:`CannotBuild`."""
    contents = _read(packaging / "deb/contents.toml", Contents)
    packages = dict(contents.package)
    for name, more in _read(packaging / "session/files.toml", _Others).package.items():
        if name not in packages:
            raise CannotBuild(f'files.toml: "{name}" is no package: expected {", ".join(packages)}')
        one = packages[name]
        packages[name] = msgspec.structs.replace(
            one,
            depends=(*one.depends, *more.depends),
            recommends=(*one.recommends, *more.recommends),
            files=(*one.files, *more.files),
        )
    return msgspec.structs.replace(contents, package=packages)


def _read(path: Path, kind: type[_T]) -> _T:
    try:
        return msgspec.toml.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.MsgspecError) as error:
        raise CannotBuild(f"{path}: {error}") from error


def put(source: Path, root: Path, package: Package) -> None:
    """Copy the package's files into ``root``. Raises :class:`CannotBuild` for a pattern that finds nothing."""
    for one in package.files:
        found = sorted(path for path in source.glob(one.source) if path.is_file())
        if not found:
            raise CannotBuild(f'contents.toml: "{one.source}" finds no file in the source')
        folder = one.to.endswith("/")
        if len(found) > 1 and not folder:
            raise CannotBuild(f'contents.toml: "{one.source}" finds {len(found)} files for the one {one.to}')
        for path in found:
            to = root / one.to.lstrip("/") / (path.name if folder else "")
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(path.read_bytes())
            to.chmod(int(one.mode, 8))
