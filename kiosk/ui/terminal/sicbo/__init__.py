"""Sic Bo's own part of the player's screen."""
