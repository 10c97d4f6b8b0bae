"""Takes away what no table needs, by a written list in which every line has its reason."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec

from etg_deb.elf import reached, read_shared
from etg_deb.faults import CannotBuild
from etg_deb.tree import files


class Removed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line: patterns of paths below site-packages, and why nothing there is needed."""

    paths: tuple[str, ...]
    why: str


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A locked package that is not installed at all, and why."""

    package: str
    why: str


class KeptQt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stays of Qt: modules of PySide6 and plug-ins by folder. Libraries stay when one of these loads them."""

    modules: tuple[str, ...]
    plugins: tuple[str, ...]


class Slim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file slim.toml."""

    left_out: tuple[LeftOut, ...]
    removed: tuple[Removed, ...]
    qt: KeptQt


def read_slim(path: Path) -> Slim:
    """The list. Raises :class:`CannotBuild` naming the file and the key."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Slim)
    except (OSError, msgspec.MsgspecError) as error:
        raise CannotBuild(f"{path}: {error}") from error


def prune(site: Path, slim: Slim) -> None:
    """Remove what is listed from site-packages, and the libraries of Qt that nothing kept loads.

    Raises :class:`CannotBuild` for a line that finds nothing: a list that no longer fits what is locked is no list.
    """
    for line in slim.removed:
        for pattern in line.paths:
            found = sorted(site.glob(pattern))
            if not found:
                raise CannotBuild(f'slim.toml: "{pattern}" finds nothing: expected something to remove')
            for path in found:
                _remove(path)
    _prune_qt(site / "PySide6", slim.qt)
    _remove_empty(site)


def _prune_qt(qt: Path, kept: KeptQt) -> None:
    modules = {qt / f"{name}.abi3.so" for name in kept.modules}
    plugins = {qt / "Qt/plugins" / f"{name}.so" for name in kept.plugins}
    for path in sorted(modules | plugins):
        if not path.is_file():
            raise CannotBuild(f"slim.toml: {path} is to be kept and is not there")
    for path in [*qt.glob("*.abi3.so"), *(qt / "Qt/plugins").rglob("*.so")]:
        if path not in modules | plugins:
            path.unlink()
    libraries = [*(qt / "Qt/lib").iterdir(), *qt.glob("*.so.*")]
    loaded = reached(modules | plugins, read_shared([*modules, *plugins, *libraries]))
    for path in libraries:
        if path not in loaded:
            _remove(path)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)  # two patterns may find it


def _remove_empty(top: Path) -> None:
    for folder in sorted((path for path in top.rglob("*") if path.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()


def size_of(top: Path) -> int:
    """Bytes of all files below ``top``."""
    return sum(path.lstat().st_size for path in files(top))
