"""Books of a seat, of long ago or forged."""
