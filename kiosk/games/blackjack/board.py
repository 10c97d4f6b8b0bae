"""Where the spots of a box lie on the felt: a column at its lower left, or a row; cards have the rest.

The pictures of the rules' appendices are lost, so every layout has the same board. What a Split or a double adds lies
beside its hand, wherever that is.
"""

from collections.abc import Mapping

from kiosk.games.board import AreaFile, Board, RowFile, felt_boards

_COLUMN = AreaFile(
    (0, 336, 340, 414),
    [RowFile(118, "pair under over"), RowFile(178, "initial"), RowFile(118, "insurance")],
)
_ROW = AreaFile((0, 800, 1056, 132), [RowFile(132, "pair:2 under:2 over:2 initial:3 insurance:3")])

BOARDS: Mapping[str, Board] = felt_boards("blackjack", _COLUMN, _ROW)
"""The board by orientation."""
