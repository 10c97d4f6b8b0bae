"""Blackjack on the player's screen."""
