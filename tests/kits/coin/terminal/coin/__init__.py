"""The coin on the player's screen."""
