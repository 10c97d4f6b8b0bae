"""What the pictures of the player's screen are made of: a window to lead, its scenes, and a game's sample rounds."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib.util import find_spec
from itertools import cycle, islice
from typing import cast

from kiosk.games import first_game, game_names
from kiosk.games.game import Fact
from kiosk.seat.state import SeatState
from kiosk.tools.shots.dealer import DealerScene
from kiosk.tools.shots.samples import SampleSeat
from kiosk.ui.kit.model import FakeModel
from kiosk.ui.terminal.bars.chip_rack import ChipRack
from kiosk.ui.terminal.screens.attendant import AttendantKey
from kiosk.ui.terminal.window import TerminalWindow

BETTING_MS = 36_000
HISTORY = 100
"""Rounds that every seat knows."""
ROUND = 1285
SIZES = ((1280, 720), (1920, 1080), (3840, 2160), (1080, 1920))

Facts = tuple[Fact, ...]
Stakes = dict[str, int]
Rounds = Callable[[], Iterator[tuple[Stakes, Facts]]]
"""Rounds without end, always the same."""


class StillClock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.ms = 0
        self._start = datetime(2026, 1, 1, 21, 14, tzinfo=UTC)

    def now_ms(self) -> int:
        """See Clock."""
        return self.ms

    def now(self) -> datetime:
        """See Clock."""
        return self._start + timedelta(milliseconds=self.ms)


@dataclass
class Studio:
    """A window with everything that a scene may move."""

    window: TerminalWindow
    model: FakeModel
    clock: StillClock
    key: AttendantKey
    seat: SampleSeat
    layout: str
    shots: GameShots

    def show(self, *, left_ms: int = BETTING_MS) -> None:
        """Show the seat as it stands, with so much betting time left."""
        self.model.show(SeatState(link=True, calling=True))
        self.model.show(self.seat.state)
        for outcome in self.seat.outcomes[len(self.model.outcomes) :]:
            self.model.add_outcome(outcome)
        self.clock.ms += max(0, self.seat.state.table.closes_in_ms - left_ms)

    @property
    def stakes(self) -> Stakes:
        """Chips for this layout."""
        return self.shots.stakes(self.layout)

    @property
    def rack(self) -> ChipRack:
        """The chip rack."""
        return self.window.parts.bottom.rack


@dataclass(frozen=True)
class Scene:
    """A name for the file, and what leads there. `main` scenes are taken in every layout, language and size.

    `layout` and `size` are those of all others, in every language; without a layout it is the game's usual one.
    """

    name: str
    act: Callable[[Studio], None]
    main: bool = False
    layout: str = ""
    size: tuple[int, int] = (1920, 1080)


@dataclass(frozen=True, eq=False)
class GameShots:
    """A game's sample rounds, cents by spot and facts, and the scenes that it has beside those of every game.

    `layout` is the one of the scenes that are taken once. `one_bet` is a small stake; `large` a bet and a result that
    win more than a seat pays by itself. `history` are the rounds that every seat knows, `booked` those of a seat with
    books.
    """

    game: str
    layout: str
    stakes: Callable[[str], Stakes]
    one_bet: Stakes
    win: Facts
    loss: Facts
    large: tuple[Stakes, Facts]
    void_reason: str
    history: Rounds
    booked: Rounds
    scenes: tuple[Scene, ...]
    dealer_scenes: tuple[DealerScene, ...]


def by_turns(seed: int, stakes: Sequence[Stakes], deal: Callable[[random.Random, Stakes], Facts]) -> Rounds:
    """Rounds with these stakes in turn, dealt by chance."""

    def rounds() -> Iterator[tuple[Stakes, Facts]]:
        chance = random.Random(seed)  # noqa: S311  pictures, not play
        for placed in cycle(stakes):
            yield dict(placed), deal(chance, placed)

    return rounds


@cache
def every_game() -> tuple[GameShots, ...]:
    """The games that have pictures: each has them as `SHOTS` in the folder of its name beside this module."""
    found = (f"{__package__}.{name}" for name in game_names())
    return tuple(
        cast("GameShots", importlib.import_module(f"{name}.shots").SHOTS) for name in found if find_spec(name)
    )


def stem_of(shots: GameShots) -> str:
    """What stands before the names of the game's pictures: nothing for the first game, which had them alone."""
    return "" if shots.game == first_game() else f"{shots.game}-"


def fresh_seat(shots: GameShots, layout: str) -> SampleSeat:
    """A seat with credit and a history of rounds at the table, always the same."""
    return _played_seat(shots, layout).copy()


@cache
def _played_seat(shots: GameShots, layout: str) -> SampleSeat:
    seat = SampleSeat(shots.game, layout, ROUND - HISTORY)
    for _ in range(14):
        seat.note(10_000)
    for stakes, facts in islice(shots.history(), HISTORY):
        seat.play(stakes, facts)
    return seat


def is_wanted(shots: GameShots, scene: Scene, layout: str, size: tuple[int, int]) -> bool:
    """Whether the book holds this scene in this layout and size."""
    return scene.main or (layout, size) == (scene.layout or shots.layout, scene.size)
