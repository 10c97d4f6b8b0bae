"""A game of the tests alone, with all that a player's screen asks of a game: a coin that shows heads or tails.

Its folders stand here as a game's own stand in the program: rules, look and part.
"""

from contextlib import contextmanager
from pathlib import Path

import kiosk.games
import kiosk.ui.kit
import kiosk.ui.terminal

NAME = "coin"


@contextmanager
def coin_in_place(monkeypatch):
    """The program finds the game until the end."""
    for package, folder in ((kiosk.games, "games"), (kiosk.ui.kit, "kit"), (kiosk.ui.terminal, "terminal")):
        place = Path(__file__).parent / folder
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(place)])
    yield NAME
