"""Where the two wagers of a box lie on the felt: a column at its lower left, or a row; cards have the rest.

The picture of Appendix B is lost, so every layout has the same board.
"""

from collections.abc import Mapping

from kiosk.games.board import AreaFile, Board, RowFile, felt_boards

_COLUMN = AreaFile((0, 454, 340, 296), [RowFile(148, "fortune"), RowFile(148, "standard")])
_ROW = AreaFile((0, 800, 1056, 132), [RowFile(132, "fortune standard")])

BOARDS: Mapping[str, Board] = felt_boards("paigow", _COLUMN, _ROW)
"""The board by orientation."""
