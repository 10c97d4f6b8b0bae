"""What lies on the felt of Fortune Pai Gow Poker."""

from kiosk.ui.terminal.cards.setting_felt import felt_of
from kiosk.ui.terminal.paigow.words import GAME

make_felt = felt_of(GAME)
"""The felt over the board."""
