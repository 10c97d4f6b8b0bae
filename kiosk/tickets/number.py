"""Validation numbers: 17 unguessable digits and a check digit."""

import secrets
from collections.abc import Callable
from typing import Final

LENGTH: Final = 18
_GROUPS: Final = (2, 4, 4, 4, 4)

# Damm's quasigroup of order 10: no single wrong digit and no swap of neighbours keeps the check digit right.
_DAMM: Final = (
    (0, 3, 1, 7, 5, 9, 8, 6, 4, 2),
    (7, 0, 9, 2, 1, 5, 4, 8, 6, 3),
    (4, 2, 0, 6, 8, 7, 1, 3, 5, 9),
    (1, 7, 5, 0, 9, 8, 3, 4, 2, 6),
    (6, 1, 2, 3, 0, 4, 5, 9, 7, 8),
    (3, 6, 7, 4, 2, 0, 9, 5, 8, 1),
    (5, 8, 6, 9, 7, 2, 0, 1, 3, 4),
    (8, 9, 4, 5, 3, 6, 2, 0, 1, 7),
    (9, 4, 3, 8, 6, 1, 7, 2, 0, 5),
    (2, 5, 8, 1, 4, 3, 6, 7, 9, 0),
)


def is_digits(text: str, length: int) -> bool:
    """True when `text` is exactly `length` of the digits 0 to 9 (no other script's digits)."""
    return len(text) == length and text.isascii() and text.isdigit()


def check_digit(digits: str) -> str:
    """The check digit that belongs behind `digits`. Raises ValueError when they are not all 0 to 9."""
    if not is_digits(digits, len(digits)):
        raise ValueError(f"check digit of {mask(digits)!r}: expected digits 0 to 9 only")
    interim = 0
    for digit in digits:
        interim = _DAMM[interim][int(digit)]
    return str(interim)


def is_valid(number: str) -> bool:
    """True when `number` has 18 digits and its check digit is right."""
    return is_digits(number, LENGTH) and check_digit(number[:-1]) == number[-1]


def draw_number(below: Callable[[int], int] = secrets.randbelow) -> str:
    """A new number. `below(n)` gives a random whole number from 0 to n-1.

    Raises ValueError when the source answers outside that range.
    """
    limit = 10 ** (LENGTH - 1)
    drawn = below(limit)
    if not 0 <= drawn < limit:
        raise ValueError(f"random source: answered {drawn}, expected 0 to {limit - 1}")
    digits = f"{drawn:0{LENGTH - 1}d}"
    return digits + check_digit(digits)


def mask(number: str) -> str:
    """The number for display while it can still be redeemed: only its last four characters are shown."""
    return "•" * max(len(number) - 4, 0) + number[-4:] if len(number) > 4 else "•" * len(number)


def grouped(number: str) -> str:
    """The whole number in groups, as printed on a ticket: `01-2345-6789-0123-4567`."""
    if not is_digits(number, LENGTH):
        raise ValueError(f"validation number {mask(number)!r}: expected {LENGTH} digits")
    parts, start = [], 0
    for size in _GROUPS:
        parts.append(number[start : start + size])
        start += size
    return "-".join(parts)
