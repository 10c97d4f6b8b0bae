"""Audits from outside: a seat's books against log and registry, and the books of a whole floor."""
