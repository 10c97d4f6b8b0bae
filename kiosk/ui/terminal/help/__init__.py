"""Help & pays."""
