"""The console: its desk and its book."""
