"""Who attacks a table, and with what."""
