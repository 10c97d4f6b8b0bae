"""Which table a console runs, and by which rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kiosk.book import Book
from kiosk.games.game import Game, Layout
from kiosk.table.records import Limits


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Which table this is, who is the console, and the game that is played with its limits.

    ``seats`` gives the layout of every seat by name, ``layouts`` all of the game, since bets of before may lie on
    others; ``layout`` is the first of them and stands for all where none are named. ``demonstration``: no money is
    played for; only then may a program deal.
    """

    table: str
    console: str
    game: Game
    layout: Layout
    limits: Limits
    seats: Mapping[str, str] = field(default_factory=dict)
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    demonstration: bool = False

    def new_book(self) -> Book:
        """A book of this table with nothing in it."""
        return Book(self.table, self.game, self.all_layouts, self.seats)

    @property
    def all_layouts(self) -> Mapping[str, Layout]:
        """The layouts by name."""
        return self.layouts or {self.layout.name: self.layout}
