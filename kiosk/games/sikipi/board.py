"""Where the spots of a box lie on the felt: a column at its lower left, or a row; cards have the rest.

The pictures of the rules' appendices are lost, so every layout has the same board.
"""

from collections.abc import Mapping

from kiosk.games.board import AreaFile, Board, RowFile, felt_boards

_COLUMN = AreaFile(
    (0, 336, 340, 414), [RowFile(118, "bonus-dealer"), RowFile(118, "bonus"), RowFile(178, "initial")]
)
_ROW = AreaFile((0, 800, 1056, 132), [RowFile(132, "bonus-dealer bonus initial")])

BOARDS: Mapping[str, Board] = felt_boards("sikipi", _COLUMN, _ROW)
"""The board by orientation."""
