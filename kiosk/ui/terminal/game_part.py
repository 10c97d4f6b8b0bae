"""The game's part of the player's screen: what is written on its board, its pages of results, and its Help.

Each game has it as `PART` in the folder of its name below this one; nothing else names it.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import cache
from typing import Any, Protocol, cast

from PySide6.QtWidgets import QWidget

from kiosk.games import game_names
from kiosk.games.errors import UnknownGame
from kiosk.games.game import Layout
from kiosk.seat.context import Context
from kiosk.seat.effects import Outcome
from kiosk.table.records import Limits
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import BoardFaces


class TrendPage(QWidget):
    """A page of the side panel that shows what the last results were."""

    def set_wide(self, wide: bool) -> None:
        """Side by side, or one above the other."""
        raise NotImplementedError

    def set_trends(self, counted: Any) -> None:  # noqa: ANN401  each part knows its own
        """Show these counts, as the part has made them."""
        raise NotImplementedError


class GamePart(Protocol):
    """What a game adds to the player's screen. Each raises UnknownLayout for a layout of another game."""

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """How a round goes, as Help tells it: the keys of title and text, in their order."""

    def board_faces(self, layout: Layout, texts: Texts) -> BoardFaces:
        """What is written on its board."""

    def trends(self, outcomes: Sequence[Outcome]) -> object:
        """The counts of these results, for its own pages. Raises BadFacts."""

    def trend_page(self, name: str, look: Style) -> TrendPage:
        """The page of that name: "results", "totals" or "numbers"."""

    def bets_page(self, look: Style, context: Context, limits: Limits | None) -> QWidget:
        """Every bet of the layout: rule, odds, edge, limits, example."""

    def limits_page(self, look: Style, layout: Layout, limits: Limits | None) -> QWidget:
        """The smallest and largest stake for each kind of bet, for the seat, and the unit."""


@cache
def game_part(game: str) -> GamePart:
    """The part of the game of that name. Raises UnknownGame, naming the games that exist."""
    if game not in game_names():
        raise UnknownGame(f'game "{game}" is unknown: expected one of {", ".join(game_names())}')
    return cast("GamePart", importlib.import_module(f"kiosk.ui.terminal.{game}.part").PART)
