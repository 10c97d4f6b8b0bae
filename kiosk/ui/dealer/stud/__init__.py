"""Casino Stud Poker's part of the dealer's screen."""
