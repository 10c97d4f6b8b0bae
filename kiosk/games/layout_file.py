"""How every game reads a layout from its file: the file by the layout's name, strict TOML, and the name once more.

And how it knows its own.
"""

import re
import tomllib
from enum import StrEnum
from typing import Annotated, TypeVar

import msgspec

from kiosk.games.errors import BadLayout, UnknownLayout
from kiosk.games.game import Layout, ReadText
from kiosk.written import quoted, refusal

NAME = re.compile(r"[A-Z0-9]{1,16}")
"""What a layout may be called."""

FileName = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class CardsFrom(StrEnum):
    """What the cards of a table are dealt from."""

    SHOE = "shoe"
    SHUFFLER = "shuffler"


class LayoutFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every layout file has; a game adds its own keys."""

    name: FileName


_File = TypeVar("_File", bound=msgspec.Struct)
_Layout = TypeVar("_Layout", bound=LayoutFile)
_Own = TypeVar("_Own")


def file_text(name: str, read: ReadText) -> tuple[str, str]:
    """The name and the text of the file of a layout. Raises UnknownLayout."""
    if not NAME.fullmatch(name):
        raise UnknownLayout(
            f"layout {quoted(name)} is unknown: expected a name of capital letters and digits"
        )
    file = f"{name.lower()}.toml"
    try:
        return file, read(file)
    except LookupError as error:
        raise UnknownLayout(f'layout "{name}" is unknown: {error}') from None


def decoded(file: str, text: str, kind: type[_File]) -> _File:
    """What a file says, strictly. Raises BadLayout with file and key."""
    try:
        return msgspec.toml.decode(text, type=kind)
    except msgspec.ValidationError as error:
        raise BadLayout(f"{file}: {refusal(error, tomllib.loads(text))}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadLayout(f"{file}: is not TOML: {error}") from None


def named(name: str, file: str, text: str, kind: type[_Layout]) -> _Layout:
    """The same for the file of a layout, which has the layout's name in it. Raises BadLayout."""
    written = decoded(file, text, kind)
    if written.name != name:
        raise BadLayout(f'{file}: name: found {quoted(written.name)}: expected "{name}"')
    return written


def read_layout_file(name: str, read: ReadText, kind: type[_Layout]) -> _Layout:
    """What the file of that layout says. Raises UnknownLayout and BadLayout."""
    return named(name, *file_text(name, read), kind)


def own_layout(layout: Layout, kind: type[_Own], game: str) -> _Own:
    """The layout as one of that kind, which is that game's. Raises UnknownLayout."""
    if not isinstance(layout, kind):
        raise UnknownLayout(f"layout {layout.name} is one of {layout.game}: expected a layout of {game}")
    return layout
