"""Casino Stud Poker as a game that a table lists, also while the program does not list it by itself."""

from contextlib import contextmanager
from pathlib import Path

import kiosk.games
import kiosk.games.stud
from kiosk.games import game_names


@contextmanager
def stud_listed(monkeypatch):
    """The game is listed until the end."""
    if "stud" in game_names():
        yield
        return
    here = str(Path(__file__).parent / "listed")
    monkeypatch.setattr(kiosk.games.stud, "__path__", [*kiosk.games.stud.__path__, here])
    kiosk.games._has.cache_clear()
    yield
    monkeypatch.undo()
    kiosk.games._has.cache_clear()
