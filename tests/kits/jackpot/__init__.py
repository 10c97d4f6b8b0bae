"""Jackpots for tests: what every store must do, and hosts that are killed while they answer."""
