"""Fortune Pai Gow Poker: seven cards, set into a Low Hand of two and a High Hand of five."""

from kiosk.games.paigow.game import GAME as GAME
