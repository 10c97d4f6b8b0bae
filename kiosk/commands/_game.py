"""What the commands ask of a game by its name: its layouts, and what it writes as a dealer would on paper."""

import importlib
from argparse import _ActionsContainer
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Protocol, cast

import msgspec

from kiosk.app.config_game import why_no_layout
from kiosk.faults import EnvironmentFault, why
from kiosk.games import first_game, paper_names
from kiosk.games.errors import GameError
from kiosk.games.game import Layout, ReadText
from kiosk.resources import NoData, data_dir, layout_names, layout_reader
from kiosk.written import quoted

USUAL_LAYOUT = "B"


class Paper(Protocol):
    """The module `paper` of a game."""

    SLIP: str
    """A line of `kiosk settle`, as an example."""

    def read_layout(self, name: str, read: ReadText, /) -> Layout:
        """The layout of that name. Raises UnknownLayout and BadLayout."""

    def settle_slip(self, layout: Layout, slip: Mapping[str, object]) -> dict[str, object]:
        """The answer to one line of `kiosk settle`, in cents. Raises GameError and InexactPayout."""

    def odds_records(self, layout: Layout) -> list[dict[str, object]]:
        """One object for each spot: its outcomes and its exact house edge."""

    def odds_table(self, layout: Layout) -> str:
        """The same as a table to read."""


class CardPaper(Paper, Protocol):
    """The module `paper` of a card game."""

    HAND: str
    """A line of `kiosk hand`, as an example."""

    def explain_hand(self, line: Mapping[str, object]) -> dict[str, object]:
        """The answer to one line of `kiosk hand`. Raises GameError."""


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The approved rules of a game: what each of their paragraphs asks, in plain words.

    `words` are the paragraphs that say what a word means; nothing in the program follows from them.
    """

    paragraphs: dict[str, str]
    words: frozenset[str]


@cache
def rules_of(game: str) -> Rules:
    """The paragraphs of the rules of that game, from the installed file. Raises EnvironmentFault."""
    path = data_dir("assets") / "rules" / f"{game}.toml"
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Rules)
    except (OSError, msgspec.DecodeError) as error:
        raise EnvironmentFault(
            f"{path} cannot be read: {why(error)}", "Install the software again"
        ) from error


def add_game(parser: _ActionsContainer, names: Sequence[str]) -> None:
    """Declares --game, one of these; without it, the one that tables have dealt from the first."""
    first = first_game() if first_game() in names else None
    said = f"the game (default: {first})" if first else "the game"
    parser.add_argument("--game", choices=names, default=first, required=first is None, help=said)


def layout_of(game: str, asked: str | None) -> str:
    """The layout that was asked for, in capital or small letters; None: the usual one, else the game's first.

    Raises EnvironmentFault naming what there is.
    """
    names = layout_names(game)
    if asked is None:
        return USUAL_LAYOUT if USUAL_LAYOUT in names else next(iter(names), "")
    reason = why_no_layout(game, asked.upper())
    if reason is not None:
        raise EnvironmentFault(f"layout {quoted(asked)}: {reason}", "Name one with --layout")
    return asked.upper()


def paper(name: str) -> Paper:
    """What the game of that name writes on paper."""
    return cast("Paper", importlib.import_module(f"kiosk.games.{name}.paper"))


def card_papers() -> dict[str, CardPaper]:
    """What the card games write on paper, by their name."""
    return {
        name: cast("CardPaper", of_game)
        for name in paper_names()
        if hasattr(of_game := paper(name), "explain_hand")
    }


def read_layout(name: str, layout: str) -> Layout:
    """The layout of the game, in capital or small letters, from the installed files. Raises EnvironmentFault."""
    try:
        return paper(name).read_layout(layout_of(name, layout), layout_reader(name))
    except (GameError, NoData, OSError, UnicodeError) as error:
        raise EnvironmentFault(str(error), "Install the software again") from error
