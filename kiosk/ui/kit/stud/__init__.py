"""Casino Stud Poker as every screen shows it."""
