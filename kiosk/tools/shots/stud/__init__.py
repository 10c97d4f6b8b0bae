"""Casino Stud Poker's pictures."""
