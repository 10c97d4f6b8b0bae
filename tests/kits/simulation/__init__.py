"""A whole table in one thread, from a seed."""
