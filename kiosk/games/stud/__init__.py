"""Casino Stud Poker: the rules as `kiosk.games.game.Game` has them."""

from kiosk.games.stud.game import GAME as GAME
