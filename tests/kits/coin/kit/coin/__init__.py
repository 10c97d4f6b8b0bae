"""The coin on every screen."""
