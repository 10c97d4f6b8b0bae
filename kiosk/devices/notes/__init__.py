"""Note acceptors. Tickets come in through the same slot."""
