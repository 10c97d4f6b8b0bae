"""What the house owes, over any days and any tickets: each day begins where the one before has ended."""

import itertools
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from kiosk.tickets import number as numbers
from kiosk.tickets.calls import is_open, liability_of
from kiosk.tickets.registry import Doing, GamingDay, Sum, TicketRecord, TicketState
from kiosk.tickets.ticket import Ticket, facts_of

BEGIN = datetime(2026, 11, 28, tzinfo=UTC)
DAYS = 6


def at(hours):
    return (BEGIN + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")


ENDS = st.sampled_from([None, Doing.REDEEM, Doing.PAY, Doing.VOID_ISSUED])
HOURS = st.integers(0, 24 * DAYS - 1)
DAY = [GamingDay(at(24 * n), at(24 * (n + 1))) for n in range(DAYS)]


@st.composite
def records(draw):
    found = []
    for n in range(draw(st.integers(0, 8))):
        digits = f"{n:017d}"
        number = digits + numbers.check_digit(digits)
        ticket = Ticket(number, draw(st.integers(1, 10**8 - 1)), 1, "C", "T", "B", at(-48), at(draw(HOURS)))
        issued, end, ended = at(draw(HOURS)), draw(ENDS), at(draw(HOURS))  # clocks may have gone back
        if end is None:
            state = draw(st.sampled_from([TicketState.ISSUED, TicketState.RESERVED]))
            found.append(TicketRecord(facts_of(ticket), state, did=Doing.CONFIRM, issued_utc=issued))
        else:
            state = TicketState.VOID if end is Doing.VOID_ISSUED else TicketState.REDEEMED
            found.append(TicketRecord(facts_of(ticket), state, "x", ended, did=end, issued_utc=issued))
        if draw(st.booleans()):
            digits = f"9{n:016d}"
            never = Ticket(digits + numbers.check_digit(digits), 5, 1, "C", "T", "B", at(-48), at(0))
            found.append(
                TicketRecord(facts_of(never), draw(st.sampled_from([TicketState.PENDING, TicketState.VOID])))
            )
    return found


def plus(*sums):
    return Sum(sum(each.count for each in sums), sum(each.cents for each in sums))


@given(records())
def test_that_days_add_up_and_follow_each_other(found):
    days = [liability_of(found, day) for day in DAY]
    assert days[0].open_before == Sum()
    for day in days:
        assert plus(day.open_before, day.issued) == plus(day.redeemed, day.paid, day.voided, day.open_after)
        assert day.expired.cents <= day.open_after.cents
    for day, following in itertools.pairwise(days):
        assert day.open_after == following.open_before
    still = [record for record in found if is_open(record)]
    assert days[-1].open_after == Sum(len(still), sum(record.ticket.cents for record in still))
    assert plus(*(day.issued for day in days)).count == sum(bool(record.issued_utc) for record in found)
