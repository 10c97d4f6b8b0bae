"""Si Ki Pi on the player's screen."""
