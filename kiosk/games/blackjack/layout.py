"""The felt of a table of Blackjack from its file: how many decks and boxes (rules 2.1.1 and 2.2.1)."""

import re
import tomllib
from typing import Annotated

import msgspec

from kiosk.games.blackjack.paytable import DECKS, MOST_BOXES, BlackjackLayout
from kiosk.games.errors import BadLayout, UnknownLayout
from kiosk.games.game import ReadText
from kiosk.written import quoted, refusal

_NAME = re.compile(r"[A-Z0-9]{1,16}")


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    boxes: Annotated[int, msgspec.Meta(ge=1, le=MOST_BOXES)]
    decks: Annotated[int, msgspec.Meta(ge=DECKS[0], le=DECKS[-1])]


def read_felt(name: str, read: ReadText) -> BlackjackLayout:
    """The felt of that name from its file. Every felt pays alike (rule 4.1.1). Raises UnknownLayout and BadLayout."""
    file = f"{name.lower()}.toml"
    if not _NAME.fullmatch(name):
        raise UnknownLayout(
            f"layout {quoted(name)} is unknown: expected a name of capital letters and digits"
        )
    try:
        text = read(file)
    except LookupError as error:
        raise UnknownLayout(f'layout "{name}" is unknown: {error}') from None
    try:
        written = msgspec.toml.decode(text, type=_File)
    except msgspec.ValidationError as error:
        raise BadLayout(f"{file}: {refusal(error, tomllib.loads(text))}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadLayout(f"{file}: is not TOML: {error}") from None
    if written.name != name:
        raise BadLayout(f'{file}: name: found {quoted(written.name)}: expected "{name}"')
    return BlackjackLayout(name, written.decks, written.boxes)
