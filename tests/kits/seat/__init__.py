"""Seats, staff, and faults that befall a seat."""
