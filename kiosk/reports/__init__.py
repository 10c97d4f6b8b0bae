"""Reports of a seat and of a table, as values, CSV and PDF."""
