"""Seats, consoles and hosts that run: in this process, in windows, as processes of their own."""
