"""A seat on a screen as it is played: its start, its threads, and the hands that put money in without a device."""
