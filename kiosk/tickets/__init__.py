"""Tickets: their numbers and values, the registry in which each pays once, and the cashier's desk."""
