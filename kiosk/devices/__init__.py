"""Devices of a seat: the ports that the seat knows, and the drivers and simulations behind them."""
