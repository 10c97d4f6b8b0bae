"""Fortune Pai Gow Poker: seven cards, set into a Low Hand of two and a High Hand of five. It stands on paper."""
