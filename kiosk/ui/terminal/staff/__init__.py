"""What an attendant sees while the key is turned."""
