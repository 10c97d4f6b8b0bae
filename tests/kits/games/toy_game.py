"""The tests' own game, put where the program finds its games: a folder of rules and a folder of layouts."""

import shutil
import sys
from contextlib import contextmanager

import kiosk.games
from kiosk import resources
from toy.rules import HighCardLayout

NAME = "highcard"
RULES = "from toy.rules import GAME as GAME\n"
LIMITS = """\
unit = 100
seat_maximum = 500_000
chips = [100, 500]
[spots]
"""


@contextmanager
def toy_in_place(monkeypatch, folder, layouts=("A", "HIGH")):
    """The program finds the game until the end; `folder` is empty."""
    package, files = folder / "games" / NAME, folder / "layouts"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(RULES)
    shutil.copytree(resources.data_dir("layouts"), files)
    (files / NAME).mkdir()
    (files / NAME / "limits.toml").write_text(LIMITS + "".join(map(_limit, HighCardLayout().spots.values())))
    for name in layouts:
        (files / NAME / f"{name.lower()}.toml").write_text(f'name = "{name}"\n')
    found = resources.data_dir
    monkeypatch.setattr(kiosk.games, "__path__", [*kiosk.games.__path__, str(folder / "games")])
    monkeypatch.setattr(resources, "data_dir", lambda kind: files if kind == "layouts" else found(kind))
    try:
        yield NAME
    finally:
        sys.modules.pop(f"kiosk.games.{NAME}", None)


def _limit(spot):
    return f"{spot.kind} = {{ minimum = 100, maximum = 10_000 }}\n"
