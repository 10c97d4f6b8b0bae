"""The dice tumbler of a table."""
