# ruff: noqa: ARG002  a coin needs less than the screen tells
"""The rules of the coin: a stake on the right side wins as much again."""

from dataclasses import dataclass, field
from fractions import Fraction

from kiosk.games.board import AreaFile, BoardFile, RowFile, make_board
from kiosk.games.game import Fact, Spot, VoidReasons

SIDES = ("heads", "tails")
_ROWS = AreaFile((0, 0, 600, 300), [RowFile(300, "heads tails")])
_BOARD = make_board(BoardFile((600, 300), [_ROWS]), "coin")


@dataclass(frozen=True)
class CoinLayout:
    game: str = "coin"
    name: str = "ROUND"
    spots: dict[str, Spot] = field(default_factory=lambda: {side: Spot(side, "side") for side in SIDES})
    boards: dict = field(default_factory=lambda: {"landscape": _BOARD, "portrait": _BOARD})

    def odds(self, spot):
        return {side: (Fraction(1),) for side in SIDES}[spot]


def shows(side):
    """The fact that this side lies up."""
    return (Fact("side", (side,)),)


class Coin:
    name = "coin"
    kinds = ("side",)
    void_reasons = VoidReasons("tossed too early", "tossed again", "tossed unseen", "bent coin")

    def read_layout(self, name, read):
        return CoinLayout()


GAME = Coin()
