"""How a game reads and looks on every screen: why its rounds are void, its spots in words, its results in a row.

Each game has it as `LOOK` in the folder of its name beside this module; nothing else names it.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import Protocol, cast

from PySide6.QtGui import QPainter

from kiosk.games import game_names
from kiosk.games.errors import UnknownGame
from kiosk.games.game import Fact
from kiosk.ui.kit.texts import Texts


class GameLook(Protocol):
    """What every screen shows of a game in the same way. Places and sizes in px."""

    @property
    def void_words(self) -> Mapping[str, str]:
        """The keys of the texts that say why a round is void, by the reason as it stands in the log."""

    @property
    def rounds_note(self) -> str:
        """The key of what is to be said above a player's rounds of the results in them; empty for nothing."""

    def paint_result(
        self, painter: QPainter, left: float, middle: float, px: int, facts: Sequence[Fact]
    ) -> float:
        """A result in a row from `left`, `px` high, centred on the line `middle`; answers where it ends."""

    def spot_words(self, spot: str, texts: Texts) -> str:
        """A spot in words. Raises KeyError for an unknown one."""

    def spot_word(self, spot: str, texts: Texts) -> str:
        """A spot in words where its picture stands beside. Raises KeyError for an unknown one."""

    def spot_width(self, spot: str, px: int) -> float:
        """The room that the picture of a spot takes, `px` high; 0 where the words say all."""

    def paint_spot(self, painter: QPainter, left: float, middle: float, px: int, spot: str) -> None:
        """The picture of a spot from `left`, centred on the line `middle`; nothing where the words say all."""


def every_look() -> Iterator[GameLook]:
    """The looks of all games that have one."""
    return (game_look(game) for game in game_names() if find_spec(f"{__package__}.{game}") is not None)


@cache
def game_look(game: str) -> GameLook:
    """The look of the game of that name. Raises UnknownGame, naming the games that exist."""
    if game not in game_names():
        raise UnknownGame(f'game "{game}" is unknown: expected one of {", ".join(game_names())}')
    return cast("GameLook", importlib.import_module(f"{__package__}.{game}.look").LOOK)
