"""The screen of a player at a seat."""
