"""Good tickets, for every test that asks for them."""

import pytest

from kiosk.tickets import number as numbers
from kiosk.tickets.ticket import Ticket


@pytest.fixture
def make_ticket():
    """Builds a good ticket; `digits` are the 17 before the check digit. Others are later in the seat's sequence."""
    made = {}

    def make(digits="48201937465829103", **changes):
        body = {
            "number": digits + numbers.check_digit(digits),
            "cents": 124_550,
            "sequence": made.setdefault(digits, 123 + len(made)),
            "casino": "Harbour Casino",
            "terminal": "T-07",
            "table": "SB-01",
            "at_utc": "2026-11-27T22:06:18Z",
            "expires_utc": "2026-12-27T22:06:18Z",
        }
        return Ticket(**body | changes)

    return make
