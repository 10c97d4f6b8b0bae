"""What the measurements start beside themselves."""
