"""Si Ki Pi as every screen shows it."""
