"""A table of the tests' own game."""

from kits.games import pit
from kits.seat.seats import make_limits
from toy.rules import GAME, HighCardLayout

LAYOUT = HighCardLayout()
TOY = pit.Played(GAME, LAYOUT, make_limits(LAYOUT))


class Pit(pit.Pit):
    """Desk and seats. ``log_of`` gives a seat's link to the log by its name and its books."""

    def __init__(self, folder, log=None, log_of=None):
        super().__init__(folder, TOY, log, log_of)
