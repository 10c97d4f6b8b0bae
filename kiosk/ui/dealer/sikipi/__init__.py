"""Si Ki Pi's part of the dealer's screen."""
