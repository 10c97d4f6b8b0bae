"""Every result that three dice can have, each once: the order of the dice decides nothing."""

from itertools import combinations_with_replacement

from kiosk.games.game import Fact
from kiosk.games.sicbo.settle import dice_fact
from kiosk.games.sicbo.spots import FACES

ALL_OUTCOMES: tuple[tuple[Fact, ...], ...] = tuple(
    (dice_fact(dice),) for dice in combinations_with_replacement(FACES, 3)
)
"""The 56 different results that the 216 rolls come to, as complete facts, with the dice in rising order."""
