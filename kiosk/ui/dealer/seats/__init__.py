"""The seats of the table: a tile each, and one seat at a time."""
