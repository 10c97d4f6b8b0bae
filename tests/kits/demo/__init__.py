"""A pit on one machine."""
