"""Casino Stud Poker: hidden cards, one decision of all boxes, the Dealer's Hand, a Progressive Jackpot."""

from kiosk.games.stud.game import GAME as GAME
