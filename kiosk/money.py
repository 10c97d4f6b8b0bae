"""Money as whole cents and odds as exact fractions. No float comes near either."""

import re
from fractions import Fraction

from kiosk.written import quoted

MINUS = "\u2212"
"""The sign of what people read, on screens and papers; data for machines have the hyphen."""
MOST_CENTS = 10**15
"""The largest amount that may be staked on a spot, in cents: what it can win still fits 64 bits."""

_ODDS = re.compile(r"(0|[1-9][0-9]*)(?:\.([0-9]+)|/([1-9][0-9]*))?")


class InexactPayout(ValueError):
    """A stake and odds whose winnings are not whole cents."""


class BadOdds(ValueError):
    """A text that is not odds."""


def winnings(stake: int, odds: Fraction) -> int:
    """Net winnings in cents of a stake in cents at net odds "x to 1". The stake itself comes on top.

    Raises InexactPayout when the product is not whole cents, TypeError for a stake that is not an int,
    ValueError for a negative stake or negative odds.
    """
    if type(stake) is not int:
        raise TypeError(f"stake {stake!r}: expected whole cents as int")
    if stake < 0:
        raise ValueError(f"stake {stake}: expected 0 cents or more")
    if (
        odds.numerator < 0
    ):  # a fraction's denominator is above 0; comparing whole fractions takes ten times as long
        raise ValueError(f"odds {odds}: expected 0 or more")
    cents, rest = divmod(stake * odds.numerator, odds.denominator)
    if rest:
        raise InexactPayout(
            f"stake of {stake} cents at {odds} to 1 wins {stake * odds} cents: expected whole cents"
        )
    return cents


def parse_odds(text: str) -> Fraction:
    """Net odds from text such as "195", "11.5" or "19/20", exactly.

    Raises BadOdds for everything else: signs, spaces, exponents, leading zeros, a zero denominator.
    """
    if not isinstance(text, str):
        raise BadOdds(f'odds {text!r}: expected a text such as "195", "11.5" or "19/20"')
    if _ODDS.fullmatch(text) is None:
        raise BadOdds(f'odds {quoted(text)}: expected a number such as "195", "11.5" or "19/20"')
    return Fraction(text)


def odds_text(odds: Fraction) -> str:
    """Net odds as fraction text: "195" or "23/2". `parse_odds` reads it back."""
    return str(odds)


def odds_shown(odds: Fraction) -> str:
    """Net odds as people read them, with thousands: "2,500" or "23/2"."""
    return f"{odds.numerator:,}" if odds.denominator == 1 else str(odds)


def dollars(cents: int) -> str:
    """An amount in cents with dollar sign, thousands and always two decimals: "$1,245.00", "−$5.00"."""
    sign = MINUS if cents < 0 else ""
    whole, rest = divmod(abs(cents), 100)
    return f"{sign}${whole:,}.{rest:02}"


def short_dollars(cents: int) -> str:
    """An amount in cents, without the decimals when it is whole dollars: "$170", "$8.50"."""
    return dollars(cents).removesuffix(".00")
