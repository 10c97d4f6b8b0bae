"""Fortune Pai Gow Poker on the player's screen."""
