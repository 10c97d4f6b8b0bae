"""Fortune Pai Gow Poker as every screen shows it."""
