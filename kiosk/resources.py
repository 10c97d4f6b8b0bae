"""Where the data files lie: inside an installed package, or at the top of a checkout."""

import tomllib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Literal

from kiosk.written import quoted

_PACKAGE = Path(__file__).resolve().parent


def software() -> str:
    """The version of this program."""
    from importlib.metadata import (  # it reads mail: slow to load, and asked for once
        PackageNotFoundError,
        version,
    )

    try:
        return version("kiosk")
    except PackageNotFoundError:
        return "not known"


class NoData(RuntimeError):
    """A data folder is neither in the package nor in a checkout: the installation is broken."""


class NoSuchFile(LookupError):
    """A layout file that does not exist. The message names it and lists what exists."""


def data_dir(kind: Literal["layouts", "assets"], package: Path = _PACKAGE) -> Path:
    """The folder of the layouts or the assets. Raises NoData when there is none."""
    installed = package / "_data" / kind
    checkout = package.parent / kind
    for folder in (installed, checkout):
        if folder.is_dir():
            return folder
    raise NoData(f"no {kind}: expected the folder {installed} (installed) or {checkout} (checkout)")


def layout_reader(game: str, layouts: Path | None = None) -> Callable[[str], str]:
    """A function that answers the text of one of the game's layout files by its plain name ("a.toml").

    `layouts` is the folder that holds one folder per game; without it, the one that `data_dir` finds. The
    function raises NoSuchFile for a name that is not there and OSError or UnicodeError for a file that
    cannot be read.
    """
    folder = (layouts or data_dir("layouts")) / game

    def read(name: str) -> str:
        found = sorted(path.name for path in folder.glob("*.toml"))
        if name not in found:
            raise NoSuchFile(f"{folder}: no file {quoted(name)}: found {', '.join(found) or 'none'}")
        try:
            return (folder / name).read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise UnicodeError(f"{folder / name}: expected text: {error}") from error

    return read


def layout_names(game: str, layouts: Path | None = None) -> tuple[str, ...]:
    """The layouts of the game in alphabetical order: what has a name among its files; none for an unknown game.

    A file that is damaged counts by its own name: whoever reads it is told what is wrong with it. Raises NoData.
    """
    folder = (layouts or data_dir("layouts")) / game
    found = (_layout_name(path) for path in folder.glob("*.toml"))
    return tuple(sorted(name for name in found if name is not None))


def _layout_name(path: Path) -> str | None:
    try:
        name = _name_in(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return path.stem.upper()
    return name if name is None or isinstance(name, str) else path.stem.upper()


@lru_cache(32)
def _name_in(text: str) -> object:
    return tomllib.loads(text).get("name")
