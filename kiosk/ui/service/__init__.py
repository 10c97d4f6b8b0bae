"""Service mode: what floor staff see and do at the seat."""
