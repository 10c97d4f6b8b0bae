"""The games. Each is a folder here with a `GAME` in its package; nothing else names it."""

import importlib
import pkgutil
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, cast

from kiosk.games.game import Fact, Game, Layout, UnknownGame


def game_names() -> tuple[str, ...]:
    """The games that a table can deal, in alphabetical order: all but those that stand on paper alone."""
    return tuple(
        name for name in _names_in(tuple(__path__)) if _has(name, "layout") or not _has(name, "paper")
    )


def paper_names() -> tuple[str, ...]:
    """The games that can be asked on paper, in alphabetical order: what a slip is paid, and their odds."""
    return tuple(name for name in _names_in(tuple(__path__)) if _has(name, "paper"))


def written(name: str, facts: Iterable[Fact]) -> str:
    """The facts as reports have them, in no language: as the module `figures` of the game of that name writes them.

    A game without one, or one that is not known here, has the values of each fact by dashes, as 6-5-1.
    """
    if name in _names_in(tuple(__path__)) and _has(name, "figures"):
        return str(importlib.import_module(f"{__name__}.{name}.figures").written(facts))
    return "; ".join("-".join(map(str, fact.values)) for fact in facts)


def best_choice(layout: Layout, facts: Sequence[Fact], box: str, offered: Sequence[str]) -> str | None:
    """What the best play chooses of what is offered to a box, as the module `best_choice` of its game says.

    None for a game without one, or where there is nothing to play well. The facts are those that the box knows.
    """
    if layout.game not in _names_in(tuple(__path__)) or not _has(layout.game, "best_choice"):
        return None
    module = importlib.import_module(f"{__name__}.{layout.game}.best_choice")
    return cast("str | None", module.best_choice(layout, facts, box, offered))


def first_game() -> str:
    """The game that is meant where none is named: in files and commands of before there were others."""
    return next(
        name
        for name in game_names()
        if _has(name, "older") and importlib.import_module(f"{__name__}.{name}.older").BY_DEFAULT
    )


def _has(name: str, module: str) -> bool:
    """Whether a game has a module, without loading the game."""
    return module in _modules_of(name, tuple(__path__))


@cache
def _modules_of(name: str, folders: tuple[str, ...]) -> frozenset[str]:
    return frozenset(found.name for found in pkgutil.iter_modules([f"{folder}/{name}" for folder in folders]))


@cache
def _names_in(folders: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(found.name for found in pkgutil.iter_modules(folders) if found.ispkg))


def older_record(found: dict[str, Any]) -> dict[str, Any] | None:
    """A record of the table log that a game's tables wrote before, as it is written today; None for any other."""
    return next((now for older in _older() if (now := older.record(found)) is not None), None)


def older_table(found: dict[str, Any]) -> dict[str, Any]:
    """What a seat had stored of the newest round before, as it is stored today."""
    for older in _older():
        found = older.table(found)
    return found


@cache
def _older() -> tuple[Any, ...]:
    """Of each game that wrote otherwise once."""
    return tuple(
        importlib.import_module(f"{__name__}.{name}.older") for name in game_names() if _has(name, "older")
    )


def game(name: str) -> Game:
    """The rules of the game of that name. Raises UnknownGame, naming the games that exist."""
    if name not in game_names():
        raise UnknownGame(f'game "{name}" is unknown: expected one of {", ".join(game_names())}')
    return cast("Game", importlib.import_module(f"{__name__}.{name}").GAME)
