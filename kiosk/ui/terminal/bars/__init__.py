"""Top bar, ribbon and bottom bar, and what stands in them."""
