"""Screens without a display."""
