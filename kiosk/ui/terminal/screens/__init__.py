"""Screens that lie over the table: start-up, attract, locks."""
