"""A table with its desk, as the console's own tests have it."""

from unit.console.conftest import table

__all__ = ["table"]
