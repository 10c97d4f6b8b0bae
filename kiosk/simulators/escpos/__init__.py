"""An ESC/POS printer that is not there: what the bytes do to its paper, and the lines at which it listens."""
