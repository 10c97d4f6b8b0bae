"""The tabs of the side panel at a table of Sic Bo."""

from enum import StrEnum


class Tab(StrEnum):
    """In their order."""

    RESULTS = "results"
    TOTALS = "totals"
    NUMBERS = "numbers"
    ROUNDS = "rounds"
