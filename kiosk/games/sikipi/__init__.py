"""Si Ki Pi: four cards, set into a Low and a High Hand of two. It stands on paper; no table deals it yet."""
