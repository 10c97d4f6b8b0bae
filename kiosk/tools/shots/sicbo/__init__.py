"""Sic Bo in pictures: its sample rounds, and the scenes that no other game has."""
