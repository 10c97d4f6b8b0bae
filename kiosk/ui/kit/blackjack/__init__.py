"""Blackjack as every screen shows it."""
