"""The felt of a table of Blackjack from its file: how many decks and boxes (rules 2.1.1 and 2.2.1)."""

from typing import Annotated

import msgspec

from kiosk.games.blackjack.paytable import DECKS, MOST_BOXES, BlackjackLayout
from kiosk.games.game import ReadText
from kiosk.games.layout_file import LayoutFile, read_layout_file


class _File(LayoutFile, frozen=True, forbid_unknown_fields=True):
    boxes: Annotated[int, msgspec.Meta(ge=1, le=MOST_BOXES)]
    decks: Annotated[int, msgspec.Meta(ge=DECKS[0], le=DECKS[-1])]


def read_felt(name: str, read: ReadText) -> BlackjackLayout:
    """The felt of that name from its file. Every felt pays alike (rule 4.1.1). Raises UnknownLayout and BadLayout."""
    written = read_layout_file(name, read, _File)
    return BlackjackLayout(name, written.decks, written.boxes)
