"""Devices at the other end of a real line."""
