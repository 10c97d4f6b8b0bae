"""The game's part of the player's screen: its board, how its play and its results look there, and its Help.

Each game has it as `PART` in the folder of its name below this one; nothing else names it.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol, cast

from PySide6.QtCore import QRect, QRectF, QSize, Signal
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QWidget

from kiosk.games import game_names
from kiosk.games.errors import UnknownGame
from kiosk.games.game import Fact, Layout
from kiosk.seat.context import Context
from kiosk.seat.effects import Outcome
from kiosk.seat.state import SeatState
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.clock import Countdown
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import BoardFaces


@dataclass(frozen=True)
class Badge:
    """A word on a coloured plate."""

    text: str
    colour: str
    ink: str = theme.TEXT


@dataclass(frozen=True)
class PlayWords:
    """The keys of what is said of the play: while it goes on, once it is over and its result awaited, and why credit
    stays where it is as long as this screen shows it.

    In Help: that the screen is for information only (Sic Bo 5.8), and that what is played with has no memory.
    """

    goes_on: str
    is_over: str
    asleep: str
    information: str = "cards.information"
    no_memory: str = "cards.play_chase"


class PlayShow(QWidget):
    """What moves on the ribbon while the game is played, before its words. This one shows nothing.

    `settled` is emitted once when the result of an `end` lies still.
    """

    settled = Signal()

    @property
    def plays(self) -> bool:
        """Whether the play is shown and no result lies still."""
        return False

    @property
    def inset(self) -> float:
        """How far its picture keeps from its left edge, px."""
        return 0.0

    def fit(self, height: int) -> None:
        """Take the size for a ribbon of that height, px."""

    def bake(self) -> bool:
        """Paint the next of its frames before it is needed; False when all are there."""
        return False

    def begin(self) -> None:
        """Show that the game is played; a show that runs goes on."""

    def end(self, facts: Sequence[Fact]) -> None:
        """Let the play that is shown come to this result."""

    def show_result(self, facts: Sequence[Fact]) -> None:
        """Show a result that lies still; none for no facts."""


class AttractShow(Protocol):
    """What moves on the screen that invites. All in px of that screen, whose size is `room`."""

    @property
    def repeats_ms(self) -> float:
        """When it begins anew."""

    def zone(self, room: QSize) -> QRect:
        """Where it moves."""

    def bake(self, dpr: float) -> None:
        """Paint its pictures for that device pixel ratio; before `paint`."""

    def paint_ground(self, painter: QPainter, room: QSize) -> None:
        """What lies below it and does not move."""

    def moved(self, room: QSize, before_ms: float, at_ms: float) -> QRegion:
        """Where it looks other than before; empty for nowhere."""

    def paint(self, painter: QPainter, room: QSize, at_ms: float | None) -> None:
        """How it stands at that time; None: still."""


class TrendPage(QWidget):
    """A page of the side panel that shows what the last results were."""

    def set_wide(self, wide: bool) -> None:
        """Side by side, or one above the other."""
        raise NotImplementedError

    def set_trends(self, counted: Any) -> None:  # noqa: ANN401  each part knows its own
        """Show these counts, as the part has made them."""
        raise NotImplementedError

    def show_state(self, context: Context, state: SeatState) -> None:
        """Show what the page has of the round that is played: nothing, for most."""


class PlayFelt(QWidget):
    """What lies over the board of a game whose round has more than spots: hands, decisions.

    `asked` carries the event of a choice, `refused` the text why one cannot be made now.
    """

    asked = Signal(object)
    refused = Signal(str)

    def apply_style(self, look: Style) -> None:
        """Take over scale and language."""
        raise NotImplementedError

    def show_state(self, state: SeatState) -> None:
        """Show what lies there in that state."""
        raise NotImplementedError


class GamePart(Protocol):
    """What a game adds to the player's screen. Each raises UnknownLayout for a layout of another game."""

    @property
    def steps(self) -> tuple[tuple[str, str], ...]:
        """How a round goes, as Help tells it: the keys of title and text, in their order."""

    @property
    def words(self) -> PlayWords:
        """What is said of its play."""

    def winning(self, layout: Layout, facts: Sequence[Fact]) -> Iterable[str]:
        """The spots that a result lights. Raises BadFacts."""

    def figure(self, facts: Sequence[Fact]) -> str:
        """A result in one figure. Raises BadFacts."""

    def badges(self, facts: Sequence[Fact], texts: Texts) -> tuple[Badge, ...]:
        """A result in words, the most telling first. Raises BadFacts."""

    def play_show(self, look: Style, *, animations: bool, parent: QWidget | None = None) -> PlayShow:
        """What moves on the ribbon."""

    def last_width(self, facts: Sequence[Fact], px: float) -> float:
        """The room of the last result, small on the ribbon, `px` high."""

    def paint_last(
        self, painter: QPainter, left: float, middle: float, px: float, facts: Sequence[Fact]
    ) -> float:
        """The last result, small on the ribbon; answers where the next thing may begin."""

    def paint_recalled(self, painter: QPainter, room: QRectF, facts: Sequence[Fact], look: Style) -> None:
        """The result of a recalled round, with its words."""

    def attract_show(self, look: Style) -> AttractShow:
        """What moves on the screen that invites."""

    def paint_mark(self, painter: QPainter, room: QRectF, look: Style) -> None:
        """The game's mark, as a seat shows it that starts, in the middle of the upper edge of its room."""

    def board_faces(self, layout: Layout, texts: Texts) -> BoardFaces:
        """What is written on its board."""

    def trends(self, outcomes: Sequence[Outcome]) -> object:
        """The counts of these results, for its own pages. Raises BadFacts."""

    @property
    def trend_tabs(self) -> Mapping[str, str]:
        """The names of its pages of results, with the keys of what stands on their tabs; the first is open first."""

    def trend_page(self, name: str, look: Style) -> TrendPage:
        """The page of that name."""

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


def play_felt(
    context: Context, look: Style, countdown: Countdown, *, animations: bool, parent: QWidget
) -> PlayFelt | None:
    """What lies over the board of the context's game: made by `make_felt` of its module `felt`, where it has one."""
    name = f"{__package__}.{context.game.name}.felt"
    if find_spec(name) is None:
        return None
    make = importlib.import_module(name).make_felt
    return cast("PlayFelt", make(context, look, countdown, animations=animations, parent=parent))
