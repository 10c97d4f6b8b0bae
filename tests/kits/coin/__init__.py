"""A game of the tests alone, with all that a player's screen asks of a game: a coin that shows heads or tails.

Its folders stand here as a game's own stand in the program: rules, look and part.
"""

import shutil
from contextlib import contextmanager
from pathlib import Path

import kiosk.games
import kiosk.ui.kit
import kiosk.ui.terminal
from kiosk import resources

NAME = "coin"


LIMITS = """\
unit = 100
seat_maximum = 500_000
chips = [100, 500]
[spots]
side = { minimum = 100, maximum = 10_000 }
"""


@contextmanager
def coin_in_place(monkeypatch, layouts=None):
    """The program finds the game until the end; its layout too, in the empty folder `layouts`, where one is named."""
    if layouts is not None:
        shutil.copytree(resources.data_dir("layouts"), layouts, dirs_exist_ok=True)
        (layouts / NAME).mkdir()
        (layouts / NAME / "round.toml").write_text('name = "ROUND"\n')
        (layouts / NAME / "limits.toml").write_text(LIMITS)
        found = resources.data_dir
        monkeypatch.setattr(resources, "data_dir", lambda kind: layouts if kind == "layouts" else found(kind))
    for package, folder in ((kiosk.games, "games"), (kiosk.ui.kit, "kit"), (kiosk.ui.terminal, "terminal")):
        place = Path(__file__).parent / folder
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(place)])
    yield NAME
