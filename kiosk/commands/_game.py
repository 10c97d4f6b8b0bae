"""What the commands ask of a game by its name: its layouts, and what it writes as a dealer would on paper."""

import importlib
from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Protocol, cast

from kiosk.games import game, game_names
from kiosk.games.game import Layout, Settlement
from kiosk.resources import layout_reader


class Paper(Protocol):
    """The module `paper` of a game."""

    SLIP: str
    """A line of `kiosk settle`, as an example."""
    PARAGRAPHS: Mapping[str, str]
    """What each paragraph of the game's rules asks, in plain words."""
    WORDS: frozenset[str]
    """Paragraphs that say what a word means; nothing in the program follows from them."""

    def settle_slip(self, layout: Layout, slip: Mapping[str, object]) -> Settlement:
        """Settles one line of `kiosk settle`. Raises GameError and InexactPayout."""

    def odds_records(self, layout: Layout) -> list[dict[str, object]]:
        """One object for each spot: its outcomes and its exact house edge."""

    def odds_table(self, layout: Layout) -> str:
        """The same as a table to read."""


def add_game(parser: ArgumentParser) -> None:
    """Declares --game; without it, the only game that there is."""
    names = game_names()
    only = names[0] if len(names) == 1 else None
    said = f"the game (default: {only})" if only else "the game"
    parser.add_argument("--game", choices=names, default=only, required=only is None, help=said)


def paper(name: str) -> Paper:
    """What the game of that name writes on paper."""
    return cast("Paper", importlib.import_module(f"kiosk.games.{name}.paper"))


def read_layout(name: str, layout: str) -> Layout:
    """The layout of the game, in capital or small letters, from the installed files.

    Raises GameError, NoData, OSError and UnicodeError.
    """
    return game(name).read_layout(layout.upper(), layout_reader(name))
