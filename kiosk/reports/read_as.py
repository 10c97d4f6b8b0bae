"""The meters as people read them: what each is called, in which unit, and money that goes in above 0."""

from __future__ import annotations

from collections.abc import Mapping

from kiosk.money import MINUS, dollars
from kiosk.seat.theory import PER_CENT, PER_VARIANCE

CENTS, THEORY, VARIANCE, MINUTES, COUNT = (
    "cents",
    "thousandths of a cent",
    "hundreds of square cents",
    "minutes",
    "count",
)
_CENTS = ("turnover", "wins", "handpay_wins", "cancelled_credits")
_NOTE = "notes_"
_SQUARE = 100 * 100  # square cents in a square dollar

TITLES: Mapping[str, str] = {
    "turnover": "Turnover (coin in)",
    "wins": "Wins (coin out)",
    "account.house": "House win",
    "theory": "House win by theory",
    "variance": "Variance of the win by theory",
    "rounds_played": "Rounds played",
    "rounds_won": "Rounds with a winning bet",
    "account.notes": "Notes in",
    "account.tickets_in": "Tickets in",
    "tickets_in_count": "Tickets in, number",
    "account.tickets_out": "Tickets out",
    "tickets_out_count": "Tickets out, number",
    "account.handpay": "Paid by hand, all",
    "handpay_wins": "Wins paid by hand",
    "cancelled_credits": "Cancelled credits",
    "account.adjust": "Open items and ordered amounts",
    "account.credit": "Credit",
    "account.escrow": "In play",
    "door_main": "Main-door openings",
    "door_logic": "Logic-door openings",
    "door_cash_box": "Cash box openings",
    "power_ups": "Power-ups",
    "faults": "Faults",
    "minutes_up": "Time running",
    "minutes_playable": "Time playable",
}
"""In the order of a report, by their names in the books."""
# With a minus on their accounts.
_GO_IN = frozenset({"account.notes", "account.tickets_in", "account.adjust"})
_UNITS = {
    CENTS: "dollars",
    THEORY: "dollars",
    VARIANCE: "square dollars",
    COUNT: "number",
}


def unit_of(name: str) -> str:
    """What the meter counts in."""
    if name.startswith("account.") or name in _CENTS:
        return CENTS
    if name.startswith("minutes_"):
        return MINUTES
    return {"theory": THEORY, "variance": VARIANCE}.get(name, COUNT)


def order_of(name: str) -> tuple[int, int, str]:
    """Sorts meters as :data:`TITLES` has them, then notes by value, then what has no title."""
    names = list(TITLES)
    if name in TITLES:
        return (0, names.index(name), "")
    return (1, _note(name), "") if _note(name) else (2, 0, name)


def title(name: str) -> str:
    """What the meter is called; one without a title keeps its name in the books."""
    return f"Notes of {dollars(_note(name))}" if _note(name) else TITLES.get(name, name)


def unit(name: str) -> str:
    """In what :func:`value` is."""
    return _UNITS.get(unit_of(name), unit_of(name))


def signed(name: str, kept: int) -> int:
    """The value in the unit of the books, with the sign that people expect: money in is above 0."""
    return -kept if name in _GO_IN else kept


def value(name: str, kept: int | None) -> str:
    """A meter's value in :func:`unit`; a dash for none."""
    if kept is None:
        return "–"
    found, counts = signed(name, kept), unit_of(name)
    if counts == CENTS:
        return dollars(found)
    if counts == THEORY:
        return dollars(round(found / PER_CENT))
    if counts == VARIANCE:
        return f"{MINUS if found < 0 else ''}{_squares(abs(found))}"
    return f"{found:,}".replace("-", MINUS)


def _squares(counted: int) -> str:
    whole, rest = divmod(counted * PER_VARIANCE, _SQUARE)
    return f"{whole:,}.{rest * 100 // _SQUARE:02}"


def _note(name: str) -> int:
    """The cents of the notes that this meter counts; 0 for every other meter."""
    text = name.removeprefix(_NOTE)
    return int(text) if text != name and text.isascii() and text.isdecimal() else 0
