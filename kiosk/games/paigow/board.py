"""Where the two wagers of a box lie on the felt: a column at its lower left, or a row; cards have the rest.

The picture of Appendix B is lost, so every layout has the same board.
"""

from collections.abc import Mapping
from types import MappingProxyType

from kiosk.games.board import AreaFile, Board, BoardFile, RowFile, make_board

_COLUMN = AreaFile((0, 454, 340, 296), [RowFile(148, "fortune"), RowFile(148, "standard")])
_ROW = AreaFile((0, 800, 1056, 132), [RowFile(132, "fortune standard")])

BOARDS: Mapping[str, Board] = MappingProxyType(
    {
        "landscape": make_board(BoardFile((1426, 750), [_COLUMN]), "paigow landscape"),
        "portrait": make_board(BoardFile((1056, 1060), [_ROW]), "paigow portrait"),
    }
)
"""The board by orientation, in the px of the largest felt that a screen of 1920x1080 or 1080x1920 has for it."""
