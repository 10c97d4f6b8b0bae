"""What every screen shares: theme, fonts, texts, dice, chips, bridge."""
