"""The games. Each is a folder here with a `GAME` in its package; nothing else names it."""

import importlib
import pkgutil
from functools import cache
from typing import cast

from kiosk.games.game import Game, UnknownGame


def game_names() -> tuple[str, ...]:
    """The games that exist, in alphabetical order."""
    return _names_in(tuple(__path__))


@cache
def _names_in(folders: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(found.name for found in pkgutil.iter_modules(folders) if found.ispkg))


def game(name: str) -> Game:
    """The rules of the game of that name. Raises UnknownGame, naming the games that exist."""
    if name not in game_names():
        raise UnknownGame(f'game "{name}" is unknown: expected one of {", ".join(game_names())}')
    return cast("Game", importlib.import_module(f"{__name__}.{name}").GAME)
