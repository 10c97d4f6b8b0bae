"""Blackjack: decisions one after the other, box by box."""

from kiosk.games.blackjack.game import GAME as GAME
