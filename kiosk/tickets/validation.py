"""Draws validation numbers: 17 unguessable digits and a check digit."""

import secrets
from collections.abc import Callable
from typing import Final

from kiosk.tickets.number import LENGTH, check_digit

_DRAWN: Final = LENGTH - 1


def draw_number(below: Callable[[int], int] = secrets.randbelow) -> str:
    """A new number. `below(n)` gives a random whole number from 0 to n-1.

    Raises ValueError when the source answers outside that range.
    """
    limit = 10**_DRAWN
    drawn = below(limit)
    if not 0 <= drawn < limit:
        raise ValueError(f"random source: answered {drawn}, expected 0 to {limit - 1}")
    digits = f"{drawn:0{_DRAWN}d}"
    return digits + check_digit(digits)
