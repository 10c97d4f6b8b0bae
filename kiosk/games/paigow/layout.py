"""The felt of a table of Fortune Pai Gow Poker, from its file: how many boxes, and how cards are dealt."""

import re
import tomllib
from enum import StrEnum
from typing import Annotated

import msgspec

from kiosk.games.errors import BadLayout, UnknownLayout
from kiosk.games.game import ReadText
from kiosk.games.paigow.paytable import BOXES, PaiGowLayout
from kiosk.written import quoted, refusal

_NAME = re.compile(r"[A-Z0-9]{1,16}")


class Dealt(StrEnum):
    """How cards come to the boxes (rules 3.10 and 3.11)."""

    BY_DEVICE = "by-device"
    BY_HAND = "by-hand"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    boxes: Annotated[int, msgspec.Meta(ge=1, le=BOXES)]
    dealt: Dealt


def read_felt(name: str, read: ReadText) -> PaiGowLayout:
    """The felt of that name from its file. Every felt pays alike (rule 4.1). Raises UnknownLayout and BadLayout."""
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
    return PaiGowLayout(name, written.boxes, written.dealt is Dealt.BY_HAND)
