"""The boards and sizes that the tests of the board are about."""

from kiosk.games import game
from kiosk.games.sicbo import SicBoLayout
from kiosk.resources import layout_reader

SIZES = {
    "1280x720": (940, 490),
    "1920x1080": (1430, 730),
    "3840x2160": (2860, 1460),
    "1080x1920": (1060, 1150),
}
LAYOUTS = ("A", "B", "C")


def read(name: str) -> SicBoLayout:
    return game("sicbo").read_layout(name, layout_reader("sicbo"))
