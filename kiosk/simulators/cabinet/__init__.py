"""A simulated door board behind the real protocol: doors and keys to move, and a line that can go wrong."""
