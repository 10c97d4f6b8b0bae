"""Devices that are not there: each at the far end of the line that its real driver speaks."""
