"""Si Ki Pi: four cards, set into a Low and a High Hand of two."""

from kiosk.games.sikipi.game import GAME as GAME
