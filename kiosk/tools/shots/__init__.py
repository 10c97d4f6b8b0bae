"""Pictures of every screen and state, from rounds that were really settled."""
