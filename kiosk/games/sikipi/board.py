"""Where the spots of a box lie on the felt: a column at its lower left, or a row; cards have the rest.

The pictures of the rules' appendices are lost, so every layout has the same board.
"""

from collections.abc import Mapping
from types import MappingProxyType

from kiosk.games.board import AreaFile, Board, BoardFile, RowFile, make_board

_COLUMN = AreaFile(
    (0, 336, 340, 414), [RowFile(118, "bonus-dealer"), RowFile(118, "bonus"), RowFile(178, "initial")]
)
_ROW = AreaFile((0, 800, 1056, 132), [RowFile(132, "bonus-dealer bonus initial")])

BOARDS: Mapping[str, Board] = MappingProxyType(
    {
        "landscape": make_board(BoardFile((1426, 750), [_COLUMN]), "sikipi landscape"),
        "portrait": make_board(BoardFile((1056, 1060), [_ROW]), "sikipi portrait"),
    }
)
"""The board by orientation, in the px of the largest felt that a screen of 1920x1080 or 1080x1920 has for it."""
