"""Lists the game for tables."""
