"""What lies on the felt of Si Ki Pi."""

from kiosk.ui.terminal.cards.setting_felt import felt_of
from kiosk.ui.terminal.sikipi.words import GAME

make_felt = felt_of(GAME)
"""The felt over the board."""
