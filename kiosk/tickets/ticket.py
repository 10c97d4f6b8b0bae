"""A ticket as a value: everything that is printed on it."""

import re
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

import msgspec

from kiosk.tickets import number as numbers

MAX_CENTS: Final = 99_999_999  # 999,999.99: what the wording on the ticket reaches
MAX_RECEIPT_CENTS: Final = 99_999_999_999  # a hand pay has no upper limit of its own
_UTC_TEXT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z", re.ASCII)
_NAME_LENGTHS: Final = {"casino": 48, "terminal": 16, "table": 16}


class TicketKind(StrEnum):
    CASHOUT = "cashout"


class Language(StrEnum):
    ENGLISH = "en"
    CHINESE = "zh"


def utc_time(text: str) -> datetime:
    """Reads `2026-11-27T22:06:18Z` (a fraction of a second may follow). Raises ValueError otherwise."""
    if not _UTC_TEXT.fullmatch(text):
        raise ValueError(f"time {text!r}: expected UTC as 2026-11-27T22:06:18Z")
    return datetime.fromisoformat(text).astimezone(UTC)


class Ticket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One ticket. `number` is its validation number, `cents` its value, the times are UTC text.

    Construction raises ValueError naming the field, the value found and what is expected.
    """

    number: str
    cents: int
    sequence: int
    casino: str
    terminal: str
    table: str
    at_utc: str
    expires_utc: str
    kind: TicketKind = TicketKind.CASHOUT
    language: Language = Language.ENGLISH
    duplicate: bool = False

    def __post_init__(self) -> None:
        if not numbers.is_valid(self.number):
            raise ValueError(
                f"ticket number {numbers.mask(self.number)!r}: expected {numbers.LENGTH} digits, the last a check"
            )
        if type(self.cents) is not int or not 1 <= self.cents <= MAX_CENTS:
            raise ValueError(f"ticket cents {self.cents!r}: expected a whole number from 1 to {MAX_CENTS}")
        if type(self.sequence) is not int or not 1 <= self.sequence <= 999_999_999:
            raise ValueError(
                f"ticket sequence {self.sequence!r}: expected a whole number from 1 to 999999999"
            )
        for field, longest in _NAME_LENGTHS.items():
            text = getattr(self, field)
            if not text.strip() or len(text) > longest or not text.isprintable():
                raise ValueError(f"ticket {field} {text!r}: expected 1 to {longest} printable characters")
        if utc_time(self.expires_utc) <= utc_time(self.at_utc):
            raise ValueError(f"ticket expiry {self.expires_utc}: expected later than its time {self.at_utc}")


class TicketFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a registry tells of a ticket: what is printed on it, and of its number the last four digits alone.

    Who asks for a ticket knows its number. A list of tickets gives none away: a number is money.
    """

    digits: str
    cents: int
    sequence: int
    casino: str
    terminal: str
    table: str
    at_utc: str
    expires_utc: str
    kind: TicketKind = TicketKind.CASHOUT
    language: Language = Language.ENGLISH

    @property
    def place(self) -> str:
        """The seat that issued it, as table and seat."""
        return f"{self.table}/{self.terminal}"


def facts_of(ticket: Ticket) -> TicketFacts:
    """What may be told of `ticket`."""
    told = (getattr(ticket, name) for name in TicketFacts.__struct_fields__[1:])
    return TicketFacts(numbers.mask(ticket.number)[-4:], *told)


class ReceiptKind(StrEnum):
    """What was paid by hand: a win at or above the limit, or credit that could not become a ticket.

    A test is no payment: it shows that the printer prints.
    """

    HANDPAY = "hand-pay"
    CANCELLED_CREDIT = "cancelled-credit"
    TEST = "test"


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was paid by hand at a seat, for both to keep: worth nothing itself. `by` has confirmed it.

    Construction raises ValueError naming the field, the value found and what is expected.
    """

    kind: ReceiptKind
    number: int
    cents: int
    casino: str
    terminal: str
    table: str
    at_utc: str
    by: str
    language: Language = Language.ENGLISH

    def __post_init__(self) -> None:
        least = 0 if self.kind is ReceiptKind.TEST else 1
        if type(self.cents) is not int or not least <= self.cents <= MAX_RECEIPT_CENTS * least:
            raise ValueError(
                f"receipt cents {self.cents!r}: expected a whole number from 1 to {MAX_RECEIPT_CENTS}"
            )
        if type(self.number) is not int or not 1 <= self.number <= 999_999_999:
            raise ValueError(f"receipt number {self.number!r}: expected a whole number from 1 to 999999999")
        for field, longest in (*_NAME_LENGTHS.items(), ("by", 64)):
            text = getattr(self, field)
            if not text.strip() or len(text) > longest or not text.isprintable():
                raise ValueError(f"receipt {field} {text!r}: expected 1 to {longest} printable characters")
        utc_time(self.at_utc)
