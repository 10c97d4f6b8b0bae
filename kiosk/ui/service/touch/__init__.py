"""Tests of what a player touches, sees and hears; calibration of the touch panel."""
