"""A round of the past on the real board."""
