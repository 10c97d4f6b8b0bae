"""Blackjack on the dealer's screen."""
