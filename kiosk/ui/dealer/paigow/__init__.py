"""Fortune Pai Gow Poker's part of the dealer's screen."""
