"""The game's part of the dealer's screen: what is entered and counted, how a result looks, and its own words.

Each game has it as `PART` in the folder of its name below this one; nothing else names it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from kiosk.console.view import DealingState, DeskView
from kiosk.games import game_names
from kiosk.games.errors import UnknownGame
from kiosk.games.game import Fact
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts

if TYPE_CHECKING:
    from kiosk.ui.dealer.seats.grid import SeatGrid
    from kiosk.ui.dealer.sheets.flow import Flow


class Entry(Protocol):
    """What the dealer has entered of the result and not yet confirmed. Frozen."""

    @property
    def begun(self) -> bool:
        """Whether anything is entered."""

    @property
    def proposed(self) -> bool:
        """Whether the device has read it, and the dealer has not yet touched it."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts that can be confirmed; none as long as something is missing."""

    @property
    def why(self) -> tuple[str, Mapping[str, str]]:
        """Why the last key was not taken: a text's key, empty when it was, and its values."""

    def add(self, key: int, /) -> Entry:
        """With one key more. The first own key puts a proposal away."""

    def back(self) -> Entry:
        """Without the last key; what is left counts as the dealer's own."""


class EntryKeys(QWidget):
    """The keys of the entry. `pressed` carries the key's number."""

    pressed = Signal(int)

    def show_entry(self, entry: Entry) -> None:
        """Show what of the keys is used already."""


class EntryView(QWidget):
    """What is entered, large."""

    def show_entry(self, entry: Entry) -> None:
        """Show this entry."""
        raise NotImplementedError


@dataclass(frozen=True)
class Wrong:
    """Something that went wrong at the table, named as a dealer would, and what the game's rules make of it.

    `title` and `effect` are keys of texts, `rule` the paragraph. `reason` is as the log has it; where it is empty,
    somebody writes it. `fact`: the irregularity that is entered at each box concerned, beforehand at `every` one that
    may have it. `command`: the one whose page settles it, which the game makes with `flow`, or every game has. With
    neither the round goes on, and a note stands in the log.
    """

    title: str
    effect: str
    rule: str
    reason: str = ""
    fact: str = ""
    every: bool = False
    command: str = ""
    flow: Callable[[DeskView, Texts], Flow] | None = None


def by_rule(found: Iterable[Wrong]) -> tuple[Wrong, ...]:
    """The same in the order of the rules."""
    return tuple(sorted(found, key=lambda wrong: [int(part) for part in wrong.rule.split(".")]))


def void(title: str, effect: str, rule: str, reason: str) -> Wrong:
    """The round is void for that reason."""
    return Wrong(title, effect, rule, reason, command="Void")


def damaged(effect: str, rule: str, reason: str) -> Wrong:
    """The cards are damaged, or too few or too many."""
    return void("felt.void_damaged", effect, rule, reason)


def interrupted(effect: str, rule: str) -> Wrong:
    """The game was interrupted: whether an outcome is established is asked."""
    return Wrong("dealer.wrong.interruption", effect, rule, command="Interrupted")


def earlier(effect: str, rule: str) -> Wrong:
    """An earlier round was in error: a manager decides."""
    return Wrong("dealer.wrong.earlier", effect, rule, command="RecordDecision")


def other(effect: str, rule: str) -> Wrong:
    """What no paragraph names: a manager decides."""
    return Wrong("dealer.wrong.other", effect, rule, command="RecordDecision")


@dataclass(frozen=True)
class GameWords:
    """The keys of the game's words in the texts.

    `step` and `device` stand in the bars. The act: `start`, `playing`, `device_counts` or `by_hand`, `count_first`,
    `ended` (with the times), `times`, `times_enough` (with the times), `times_left` (with the count). The result:
    `entered` and `counted` (with the times; nothing is said where it is empty) on its button, `missing`. The void:
    `void_due` on its button, `stands` where what decides may lie already, `ran` why a run of the device leaves nothing
    else, by its reason. `faulty` and `damaged` are rare commands: what decides cannot be read, or what went wrong; what
    is played with is damaged. `instead`: where the game says other words than every game, by the key.
    """

    step: str
    device: Mapping[DealingState, str]
    start: str
    playing: str
    device_counts: str
    by_hand: str
    count_first: str
    ended: str
    times: str
    times_enough: str
    times_left: str
    entered: str
    counted: str
    missing: str
    faulty: str
    damaged: str
    void_due: str
    stands: str
    ran: Mapping[str, str]
    instead: Mapping[str, str] = field(default_factory=dict)


class GamePart(Protocol):
    """What a game adds to the dealer's screen."""

    @property
    def words(self) -> GameWords:
        """Its own words."""

    @property
    def tall(self) -> bool:
        """Whether its keys need a tall work area; the last rounds have less room then."""

    def key_of(self, typed: str) -> int | None:
        """The key that a typed sign enters, or None."""

    @property
    def faulty(self) -> str:
        """The reason of the void that has a command of its own: what decides cannot be read."""

    def wrongs(self, view: DeskView) -> tuple[Wrong, ...]:
        """What may have gone wrong at this moment; none where the game has no page of it."""

    def correct_flow(self, view: DeskView, texts: Texts) -> Flow | None:
        """The question that corrects what was entered, one thing at a time; None where a whole result is entered
        anew."""

    def entry(self, read: Sequence[Fact] = (), view: DeskView | None = None) -> Entry:
        """Nothing entered, at that moment; or what the device has read as a proposal, when it can be true."""

    def enter_words(self, view: DeskView, entry: Entry, texts: Texts) -> tuple[str, str] | None:
        """What is entered next, as a title and a line; None for what every game says."""

    def decide_words(self, view: DeskView, texts: Texts) -> tuple[str, str] | None:
        """Who decides what, as a title and a line; None for what every game says."""

    def seats(self, look: Style, parent: QWidget | None = None) -> SeatGrid:
        """The seats at a glance."""

    def keys(self, look: Style, parent: QWidget | None = None) -> EntryKeys:
        """The keys of the entry."""

    def view(self, look: Style, parent: QWidget | None = None) -> EntryView:
        """What is entered, large."""

    def result(self, facts: Sequence[Fact]) -> tuple[Fact, ...]:
        """These facts when they are a whole result, or none."""

    def text(self, facts: Sequence[Fact]) -> str:
        """A result in figures; empty for none."""

    def is_same(self, one: Sequence[Fact], other: Sequence[Fact]) -> bool:
        """Whether two results decide alike."""

    def paint_result(
        self, painter: QPainter, rect: QRectF, facts: Sequence[Fact], look: Style, tallest: int
    ) -> QRectF:
        """A result, large, its words at most `tallest` design px high; answers where the words stand."""

    def result_is_wide(self, facts: Sequence[Fact]) -> bool:
        """Whether a result takes the whole width, so that what it pays stands below it."""

    def paint_row(
        self, painter: QPainter, row: QRectF, left: float, facts: Sequence[Fact], look: Style
    ) -> float:
        """A result in a row of the last rounds, from `left` px; answers where it ends."""

    def paint_small(self, painter: QPainter, room: QRectF, facts: Sequence[Fact], look: Style) -> float:
        """A result at the right end of a figure; answers where it begins."""


@cache
def game_part(game: str) -> GamePart:
    """The part of the game of that name. Raises UnknownGame, naming the games that exist."""
    if game not in game_names():
        raise UnknownGame(f'game "{game}" is unknown: expected one of {", ".join(game_names())}')
    return cast("GamePart", importlib.import_module(f"kiosk.ui.dealer.{game}.part").PART)
