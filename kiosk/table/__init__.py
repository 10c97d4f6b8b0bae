"""A round of play: its events, its phases, the slips that are registered, and the log's port. Pure."""
