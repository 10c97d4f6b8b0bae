"""What a barcode reader or a hand at a keyboard has entered, as a validation number or as the reason why it is none."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from kiosk.tickets import number as numbers

LONGEST = 64  # characters of one entry; more is not a ticket, whatever it is


class Bad(StrEnum):
    """Why an entry is no validation number."""

    CUT_OFF = "cut-off"  # it began as a scan and did not end as one
    TOO_LONG = "too-long"
    NOT_DIGITS = "not-digits"
    WRONG_LENGTH = "wrong-length"
    WRONG_CHECK_DIGIT = "wrong-check-digit"  # a digit is wrong, or two neighbours are swapped


class Scanned(msgspec.Struct, frozen=True):
    """A validation number with the right check digit. ``typed``: a hand has entered it, digit by digit."""

    number: str
    typed: bool = False


class Unread(msgspec.Struct, frozen=True):
    """An entry that is no validation number; ``text`` is what it was, for display, never a whole number."""

    why: Bad
    text: str = ""


Entry = Scanned | Unread


class Marks(msgspec.Struct, frozen=True):
    """What the reader puts before and behind every scan, as it is set up; empty for nothing.

    With a mark an entry without it is one of a hand.
    """

    prefix: str = ""
    suffix: str = ""


NO_MARKS = Marks()


def read_entry(text: str, marks: Marks = NO_MARKS) -> Entry:
    """One entry without its line end. Groups of a number may be parted by spaces or dashes, as they are printed."""
    if len(text) > LONGEST:
        return Unread(Bad.TOO_LONG, _shown(text))
    typed = False
    if marks.prefix or marks.suffix:
        begins, ends = text.startswith(marks.prefix), text.endswith(marks.suffix)
        if begins and ends and len(text) >= len(marks.prefix) + len(marks.suffix):
            text = text[len(marks.prefix) : len(text) - len(marks.suffix)]
        elif (marks.prefix and begins) or (marks.suffix and ends):
            return Unread(Bad.CUT_OFF, _shown(text))
        else:
            typed = True
    digits = text.strip().replace("-", "").replace(" ", "")
    if not numbers.is_digits(digits, len(digits)) or not digits:
        return Unread(Bad.NOT_DIGITS, _shown(text))
    if len(digits) != numbers.LENGTH:
        return Unread(Bad.WRONG_LENGTH, _shown(digits))
    if not numbers.is_valid(digits):
        return Unread(Bad.WRONG_CHECK_DIGIT, _shown(digits))
    return Scanned(digits, typed)


def _shown(text: str) -> str:
    """What may be shown of an entry: it could be a ticket's number all the same."""
    visible = "".join(sign if sign.isprintable() else "?" for sign in text)
    return numbers.mask(visible[:LONGEST])
