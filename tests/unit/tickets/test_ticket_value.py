import msgspec
import pytest

from kiosk.tickets import number as numbers
from kiosk.tickets.ticket import Ticket, utc_time

NUMBER = "48201937465829103" + numbers.check_digit("48201937465829103")
GOOD = {
    "number": NUMBER,
    "cents": 124_550,
    "sequence": 123,
    "casino": "Harbour 海港",
    "terminal": "T-07",
    "table": "SB-01",
    "at_utc": "2026-11-27T22:06:18Z",
    "expires_utc": "2026-12-27T22:06:18Z",
}

DAMAGE = [
    ("number", NUMBER[:-1]),
    ("number", NUMBER[:-1] + str((int(NUMBER[-1]) + 1) % 10)),
    ("cents", 0),
    ("cents", -5),
    ("cents", 1.5),
    ("cents", True),
    ("cents", 100_000_000),
    ("sequence", 0),
    ("sequence", 1_000_000_000),
    ("casino", ""),
    ("casino", "   "),
    ("casino", "x" * 49),
    ("terminal", "T\n1"),
    ("terminal", "x" * 17),
    ("table", ""),
    ("at_utc", "2026-11-27 22:06:18"),
    ("at_utc", "2026-11-27T22:06:18+08:00"),
    ("at_utc", "2026-13-27T22:06:18Z"),
    ("expires_utc", "2026-11-27T22:06:18Z"),
    ("expires_utc", "never"),
]


@pytest.mark.parametrize(("field", "value"), DAMAGE)
def test_that_a_damaged_ticket_is_refused_when_built_and_when_read(field, value):
    body = GOOD | {field: value}
    with pytest.raises(ValueError):
        Ticket(**body)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(body), type=Ticket)


def test_that_the_refusal_names_field_found_and_expected():
    with pytest.raises(ValueError, match="ticket cents 0: expected a whole number from 1 to 99999999"):
        Ticket(**GOOD | {"cents": 0})


def test_that_a_refused_number_is_not_shown_whole():
    wrong = NUMBER[:-1] + str((int(NUMBER[-1]) + 1) % 10)
    with pytest.raises(ValueError) as refusal:
        Ticket(**GOOD | {"number": wrong})
    assert wrong not in str(refusal.value)


def test_that_a_fraction_of_a_second_counts():
    assert utc_time("2026-11-27T22:06:18.5Z") > utc_time("2026-11-27T22:06:18Z")
