"""Playing cards on every screen, drawn by the program: faces, backs, and hands in words. Of no game."""
