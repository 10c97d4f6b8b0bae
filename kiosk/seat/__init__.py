"""One player's seat as a pure step function: (state, event) -> (state, effects)."""
