"""Judges of a floor's books: the product's own, and those that use nothing of the product."""
