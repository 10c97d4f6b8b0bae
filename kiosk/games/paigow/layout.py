"""The felt of a table of Fortune Pai Gow Poker, from its file: how many boxes, and how cards are dealt."""

from enum import StrEnum
from typing import Annotated

import msgspec

from kiosk.games.game import ReadText
from kiosk.games.layout_file import LayoutFile, read_layout_file
from kiosk.games.paigow.paytable import BOXES, PaiGowLayout


class Dealt(StrEnum):
    """How cards come to the boxes (rules 3.10 and 3.11)."""

    BY_DEVICE = "by-device"
    BY_HAND = "by-hand"


class _File(LayoutFile, frozen=True, forbid_unknown_fields=True):
    boxes: Annotated[int, msgspec.Meta(ge=1, le=BOXES)]
    dealt: Dealt


def read_felt(name: str, read: ReadText) -> PaiGowLayout:
    """The felt of that name from its file. Every felt pays alike (rule 4.1). Raises UnknownLayout and BadLayout."""
    written = read_layout_file(name, read, _File)
    return PaiGowLayout(name, written.boxes, written.dealt is Dealt.BY_HAND)
