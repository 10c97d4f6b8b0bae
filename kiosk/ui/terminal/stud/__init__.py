"""Casino Stud Poker on the player's screen."""
