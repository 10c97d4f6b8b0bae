"""Readers of printed tickets."""
