"""A simulated shoe or shuffler: a deck, a hand that draws, and everything that can go wrong with both."""
