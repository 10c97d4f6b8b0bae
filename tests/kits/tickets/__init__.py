"""The house's registry: what every store of it must do, and hosts that answer for it."""
