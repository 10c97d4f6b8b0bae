"""Applies events to a seat: one transaction each, then the effects from the outbox."""
