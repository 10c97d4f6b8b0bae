"""Devices of a seat: the ports that the seat knows, and the drivers behind them."""
