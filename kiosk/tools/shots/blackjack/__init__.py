"""Blackjack's pictures."""
