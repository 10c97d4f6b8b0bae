"""Blackjack: decisions one after the other, box by box."""
