import pytest

from kiosk.tickets import rules
from kiosk.tickets.keys import Place
from kiosk.tickets.registry import TicketRecord, TicketState
from kiosk.tickets.rules import may
from kiosk.tickets.ticket import facts_of

AT = "2026-11-28T10:00:00Z"
OWN, OTHER, DESK = Place("SB-01", "T-07"), Place("SB-01", "T-08"), Place("", "1")
NUMBER = "482019374658291036"
SEATS_QUESTIONS = {
    "confirm": rules.Confirm(NUMBER),
    "void": rules.Void(NUMBER, "jam"),
    "reserve": rules.Reserve(NUMBER, "SB-01/T-07/x", AT),
    "release": rules.Release(NUMBER, "SB-01/T-07/x"),
    "redeem": rules.Redeem(NUMBER, "SB-01/T-07/x"),
    "look up": rules.LookUp(NUMBER),
}
DESKS_QUESTIONS = {
    "pay": rules.Pay(NUMBER, "desk/1/cashier-1/x", AT),
    "void": rules.VoidIssued(NUMBER, "desk/1/cashier-1/x", AT, "torn"),
    "look up": rules.LookUp(NUMBER),
}


@pytest.fixture
def record(make_ticket):
    return TicketRecord(facts_of(make_ticket()), TicketState.ISSUED)


@pytest.mark.parametrize("question", SEATS_QUESTIONS.values(), ids=SEATS_QUESTIONS.keys())
def test_that_a_seat_may_ask_for_itself_alone(record, question):
    assert may(OWN, question, record)
    assert not may(OTHER, question, record)
    assert isinstance(question, rules.LookUp) or not may(DESK, question, record)


@pytest.mark.parametrize("question", DESKS_QUESTIONS.values(), ids=DESKS_QUESTIONS.keys())
def test_that_a_desk_may_ask_under_its_own_name_alone(record, question):
    assert may(DESK, question, record)
    assert isinstance(question, rules.LookUp) or not may(Place("", "2"), question, record)
    assert not may(OTHER, question, record)


def test_that_a_seat_makes_known_its_own_tickets_alone(make_ticket):
    assert may(OWN, rules.Issue(make_ticket()), None)
    for place in (OTHER, DESK, Place("SB-02", "T-07")):
        assert not may(place, rules.Issue(make_ticket()), None)


@pytest.mark.parametrize(
    "by", ["SB-01/T-07", "SB-01/T-070/x", "SB-01/T-08/SB-01/T-07/x", "desk/1/a/x", "T-07/x"]
)
def test_that_a_name_that_only_looks_like_the_own_one_is_refused(record, by):
    for question in (rules.Reserve(NUMBER, by, AT), rules.Release(NUMBER, by), rules.Redeem(NUMBER, by)):
        assert not may(OWN, question, record)


def test_that_a_table_that_is_called_desk_is_no_desk(record):
    table = Place("desk", "1")
    assert not may(table, DESKS_QUESTIONS["pay"], record)
    assert table.turn != DESK.turn
