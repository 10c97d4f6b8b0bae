"""Sic Bo is dealt by the tumbler."""

from kiosk.simulators.tumbler import SimulatedTumbler

DEVICE = SimulatedTumbler
