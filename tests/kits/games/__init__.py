"""The rules of the games, counted independently."""
